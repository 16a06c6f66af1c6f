// Why a person is reported, as everybody chooses and moderators read it.

import { m } from '../paraglide/messages';
import type { ReportShown } from '../wire/generated/table';

export type PersonReason = ReportShown['reason'];

export const PERSON_REASONS: Readonly<Record<PersonReason, () => string>> = {
  rude: m.so_rude,
  spam: m.report_spam,
  cheating: m.so_cheating,
  name: m.so_name,
  other: m.report_other,
};
