// What works without a network.

import { m } from '../../../paraglide/messages';

export const works = (): string => m.ra_offline();
