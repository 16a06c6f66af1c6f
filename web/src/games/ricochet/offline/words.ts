// What works without a network, in a sentence.

import { m } from '../../../paraglide/messages';

export const works = (): string => m.rc_offline();
