// Reports as moderators read them: all about one person together, with what was done before.

import type { ModeratedPerson, PersonFile, ReportShown, TrailShown } from '../wire/generated/table';

export interface ReportGroup {
  person: ModeratedPerson;
  reports: readonly ReportShown[]; // the latest first
  acts: readonly TrailShown[]; // the latest first
}

/** Whoever was reported last comes first. */
export function byPerson(
  reports: readonly ReportShown[],
  files: readonly PersonFile[],
): readonly ReportGroup[] {
  const latest = reports.toSorted((one, other) => other.at - one.at);
  const people = new Set(latest.map(({ person }) => person.person));
  return [...people].flatMap((id) => {
    const about = latest.filter(({ person }) => person.person === id);
    const [first] = about;
    const acts = files.find(({ person }) => person.person === id)?.acts ?? [];
    return first ? [{ person: first.person, reports: about, acts }] : [];
  });
}
