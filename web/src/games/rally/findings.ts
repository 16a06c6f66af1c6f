// What is wrong with a course, in the language of the page: by its code and the facts in it.

import { m } from '../../paraglide/messages';
import type { FindingFacts } from '../../wire/generated/rally';
import { reasonText } from '../../wire/reasons';

type Facts = FindingFacts['facts'];

const SENTENCES: Readonly<Record<string, (facts: Facts) => string>> = {
  'belt-against-belt': ({ there }) => m.cf_belt_against({ there: String(there) }),
  'belt-from-side': ({ there }) => m.cf_belt_side({ there: String(there) }),
  'belt-to-edge': m.cf_belt_edge,
  'belt-to-pit': ({ there }) => m.cf_belt_pit({ there: String(there) }),
  'belt-to-wall': m.cf_belt_wall,
  'cell-is-trap': ({ flags }) => m.cf_trap({ flags: String(flags) }),
  'course-begins': ({ magic }) => m.cf_begins({ magic: String(magic) }),
  'course-columns': ({ count, most }) => m.cf_columns({ count: String(count), most: String(most) }),
  'course-key-twice': ({ text, line }) =>
    m.cf_key_twice({ text: String(text), line: String(line) }),
  'course-no-board': m.cf_no_board,
  'course-no-key': ({ text, known }) => m.cf_no_key({ text: String(text), known: String(known) }),
  'course-no-rows': m.cf_no_rows,
  'course-no-rule': ({ text }) => m.cf_no_rule({ text: String(text) }),
  'course-no-such-value': ({ text, known }) =>
    m.cf_no_such_value({ text: String(text), known: String(known) }),
  'course-no-value': m.cf_no_value,
  'course-players': ({ text }) => m.cf_players({ text: String(text) }),
  'course-row-length': ({ row, count, expected }) =>
    m.cf_row_length({ row: String(row), count: String(count), expected: String(expected) }),
  'course-rows': ({ count, most }) => m.cf_rows({ count: String(count), most: String(most) }),
  'course-rule-twice': ({ text }) => m.cf_rule_twice({ text: String(text) }),
  'course-size': ({ text }) => m.cf_size({ text: String(text) }),
  'course-size-differs': ({ actual, expected }) =>
    m.cf_size_differs({ actual: String(actual), expected: String(expected) }),
  'course-stray-line': ({ text }) => m.cf_stray_line({ text: String(text) }),
  'course-twice': ({ sign, cell }) => m.cf_twice({ sign: String(sign), cell: String(cell) }),
  'course-unprintable': m.cf_unprintable,
  'flag-cut-off': ({ flag, cells }) => m.cf_cut_off({ flag: String(flag), cells: String(cells) }),
  'laser-without-wall': m.cf_laser_bare,
  'no-start': m.cf_no_start,
  'no-start-of-seat': ({ seat, most }) => m.cf_no_seat({ seat: String(seat), most: String(most) }),
  'no-such-flag': ({ flag }) => m.cf_no_flag({ flag: String(flag) }),
  'square-belt': m.cf_sq_belt,
  'square-laser': m.cf_sq_laser,
  'square-laser-twice': m.cf_sq_laser_twice,
  'square-pit': m.cf_sq_pit,
  'square-pit-alone': m.cf_sq_pit_alone,
  'square-press': m.cf_sq_press,
  'square-pusher': m.cf_sq_pusher,
  'square-repair': m.cf_sq_repair,
  'square-start': m.cf_sq_start,
  'square-twice': m.cf_sq_twice,
  'square-unknown': m.cf_sq_unknown,
  'square-zero': m.cf_sq_zero,
  'start-beside-shared': ({ seat }) => m.cf_start_shared({ seat: String(seat) }),
  'start-not-alone': m.cf_start_alone,
  'too-many-cells': ({ count, most }) => m.cf_cells({ count: String(count), most: String(most) }),
};

const MISSING: readonly string[] = ['no-start', 'no-start-of-seat', 'no-such-flag'];

/** Something that whoever draws has yet to put down: no mistake. */
export function isMissing({ code }: FindingFacts): boolean {
  return MISSING.includes(code);
}

/** A sentence, after the key of the header or the part of the cell that it is about. */
export function findingText({ message, code, facts }: FindingFacts): string {
  const sentence = SENTENCES[code]?.(facts) ?? reasonText({ because: '', code, facts });
  if (!sentence) return message;
  const { key, part } = facts;
  if (part !== undefined) return `“${part}”: ${sentence}`;
  return key === undefined ? sentence : `${key}: ${sentence}`;
}
