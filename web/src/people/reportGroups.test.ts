import { expect, test } from 'vitest';
import type { ModeratedPerson, PersonFile, ReportShown } from '../wire/generated/table';
import { byPerson } from './reportGroups';

function named(person: string): ModeratedPerson {
  return {
    person,
    name: person,
    has_account: true,
    muted_until: null,
    is_locked: false,
    is_moderator: false,
    taken_name: null,
  };
}

function report(id: string, person: string, at: number): ReportShown {
  return {
    id,
    person: named(person),
    reporter: null,
    reason: 'rude',
    text: '',
    at,
    place: null,
    is_about_profile: true,
  };
}

test('reports of one person are together, and the latest come first', () => {
  const reports = [report('1', 'Ann', 10), report('2', 'Bob', 30), report('3', 'Ann', 20)];
  const files: PersonFile[] = [{ person: named('Ann'), acts: [] }];

  expect(
    byPerson(reports, files).map(({ person, reports: about }) => [
      person.name,
      ...about.map(({ id }) => id),
    ]),
  ).toEqual([
    ['Bob', '2'],
    ['Ann', '3', '1'],
  ]);
});
