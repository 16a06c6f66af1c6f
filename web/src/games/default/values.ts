// Values of a game we know nothing of, in words. Pure.

import { minutes } from '../../wire/clock';

const MOST_INLINE = 12; // plain values of a list that fit on one line

export type Branch = readonly (readonly [name: string, value: unknown])[];

/** `TurnToken` and `turn_token` are both “Turn token”. */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** “last stone taken” is “Last stone taken.” */
export function asSentence(text: string): string {
  const said = text.trim();
  if (!said) return '';
  const whole = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?;…]$/.test(whole) ? whole : `${whole}.`;
}

/** What a value is made of; null if it fits on a line. */
export function branchOf(value: unknown): Branch | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const isLine = items.length <= MOST_INLINE && items.every(isPlain);
    return isLine ? null : items.map((item, at) => [String(at), item]);
  }
  const fields = Object.entries(value);
  return fields.length ? fields.map((field) => [inWords(field[0]), readable(field)]) : null;
}

/** Whether a value is a text of several lines. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n');
}

/** A value on one line. */
export function lineOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length ? value.map(lineOf).join(', ') : '–';
  if (typeof value === 'object') return fieldsOf(value) || '–';
  return String(value as string | number | boolean);
}

/** The type of a command or an event, in words. */
export function typeOf(value: unknown): string {
  const { type } = (value ?? {}) as { type?: unknown };
  return typeof type === 'string' ? inWords(type) : '';
}

/** Games call a player `seat`, and the one who won `winner`; several are `seats` and `winners`. */
const SEATS = new Set(['seat', 'winner', 'seats', 'winners']);

type NameOf = (seat: number) => string;

/** What a command or an event says besides its type: “amount 3, seat Ann”. */
export function fieldsOf(value: unknown, nameOf: NameOf = String): string {
  return Object.entries(value ?? {})
    .filter(([name]) => name !== 'type')
    .map(([name, held]): [string, unknown] => [name, SEATS.has(name) ? named(held, nameOf) : held])
    .map((field) => `${inWords(field[0]).toLowerCase()} ${lineOf(readable(field))}`)
    .join(', ');
}

export function labelOf(value: unknown, nameOf: NameOf = String): string {
  return [typeOf(value), fieldsOf(value, nameOf)].filter(Boolean).join(': ');
}

function named(value: unknown, nameOf: NameOf): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => named(each, nameOf));
  return typeof value === 'number' ? nameOf(value) : value;
}

export interface Group {
  title: string;
  choices: readonly { label: string; command: unknown }[];
}

/** Legal commands by their type, in the order of the server. */
export function grouped(legal: readonly unknown[]): Group[] {
  const titles = [...new Set(legal.map(typeOf))];
  return titles.map((title) => ({
    title,
    choices: legal
      .filter((command) => typeOf(command) === title)
      .map((command) => ({ label: fieldsOf(command), command })),
  }));
}

/** The value of a field. Games call the time at which something ends `until`: shown as m:ss. */
function readable([name, value]: readonly [string, unknown]): unknown {
  return name === 'until' && typeof value === 'number' ? minutes(value) : value;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
