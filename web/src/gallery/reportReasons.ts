// Why a drawing is reported, as everybody chooses and the host reads it.

import { m } from '../paraglide/messages';
import type { ReportedFacts } from '../wire/generated/table';

export type ReportReason = ReportedFacts['reason'];

export const REASONS: Readonly<Record<ReportReason, () => string>> = {
  rude: m.report_rude,
  spam: m.report_spam,
  copied: m.report_copied,
  broken: m.report_broken,
  other: m.report_other,
};
