// All that a table of Rally can agree on, and the rule behind each. Tested against the rules.

import { m } from '../../paraglide/messages';
import type { Settings, CourseFacts } from '../../wire/generated/rally';
import settings from './settings.json';

export type Value = boolean | number | string;

export interface HouseRule {
  name: string;
  rule: string;
  kind: 'number' | 'switch' | 'choice';
  default: Value;
  least?: number;
  most?: number;
  options?: readonly Value[];
}

export const SETTINGS = settings as readonly HouseRule[];

/** Those that the sentences of the form choose; the rest can be opened. */
export const IN_SENTENCES: readonly string[] = ['turn_seconds', 'edge', 'afk'];

export function settingNamed(wanted: string): HouseRule {
  const found = SETTINGS.find(({ name }) => name === wanted);
  if (!found) throw new Error(`there is no setting ${wanted}`);
  return found;
}

interface SettingTexts {
  title: () => string;
  why: () => string;
  options?: Record<string, () => string>;
}

export const SETTING_TEXTS: Record<string, SettingTexts> = {
  turn_seconds: { title: m.ra_set_turn, why: m.ra_set_turn_why },
  last_player_seconds: { title: m.ra_set_last, why: m.ra_set_last_why },
  edge: {
    title: m.rs_edge,
    why: m.rs_edge_why,
    options: { pit: m.rs_edge_pit, wall: m.rs_edge_wall },
  },
  flags_save: { title: m.rs_flags_save, why: m.rs_flags_save_why },
  flags_repair: { title: m.rs_flags_repair, why: m.rs_flags_repair_why },
  respawn_armour: { title: m.rs_respawn_armour, why: m.rs_respawn_armour_why },
  respawn_virtual: {
    title: m.rs_respawn_virtual,
    why: m.rs_respawn_virtual_why,
    options: { always: m.rs_always, shared: m.rs_shared },
  },
  taken_save_point: {
    title: m.rs_taken,
    why: m.rs_taken_why,
    options: { share: m.rs_taken_share, beside: m.rs_taken_beside },
  },
  deadly_hit: {
    title: m.rs_deadly_hit,
    why: m.rs_deadly_hit_why,
    options: { 9: m.rs_deadly_hit_9, 10: m.rs_deadly_hit_10 },
  },
  virtual_fire: { title: m.rs_virtual_fire, why: m.rs_virtual_fire_why },
  beam_blocked: { title: m.rs_beam_blocked, why: m.rs_beam_blocked_why },
  pd_damaged_only: { title: m.rs_pd_damaged, why: m.rs_pd_damaged_why },
  pd_after_death: {
    title: m.rs_pd_death,
    why: m.rs_pd_death_why,
    options: { cancel: m.rs_pd_death_cancel, ask: m.rs_pd_death_ask },
  },
  pd_saves: { title: m.rs_pd_saves, why: m.rs_pd_saves_why },
  pd_lock: {
    title: m.rs_pd_lock,
    why: m.rs_pd_lock_why,
    options: { random: m.rs_pd_lock_random, keep: m.rs_pd_lock_keep },
  },
  facing_after_deal: { title: m.rs_facing, why: m.rs_facing_why },
  last_standing_wins: { title: m.rs_last, why: m.rs_last_why },
  afk: {
    title: m.rs_afk,
    why: m.rs_afk_why,
    options: { bot: m.rs_afk_bot, random: m.rs_afk_random, wait: m.rs_afk_wait },
  },
  deck: { title: m.rs_deck, why: m.rs_deck_why },
  max_turns: { title: m.rs_turns, why: m.rs_turns_why },
};

/** What happens where somebody is away, as the end of a sentence. */
export const AWAY: Readonly<Record<string, () => string>> = {
  bot: m.ra_away_bot,
  random: m.ra_away_random,
  wait: m.ra_away_wait,
};

/** How long a program may take, to choose from, in seconds. */
export const TIMES: readonly number[] = [30, 45, 60, 90, 120, 300, 0];

/** In words: null is what the course says, or else what is usual where several people play. */
export function timeWords(seconds: number | null, course: CourseFacts | null): string {
  const chosen = seconds ?? secondsOn(course);
  if (chosen === 0) return m.ra_time_free();
  if (chosen % 60) return m.ra_time_seconds({ count: chosen });
  return m.ra_time_minutes({ count: chosen / 60 });
}

export function valueName(name: string, value: Value): string {
  if (typeof value === 'boolean') return value ? m.rs_yes() : m.rs_no();
  if (name.endsWith('seconds')) return `${value} ${m.seconds()}`;
  return SETTING_TEXTS[name]?.options?.[String(value)]?.() ?? String(value);
}

/** What the course asks for against the sheet, as far as the table has not chosen otherwise. */
export function broughtAlong(course: CourseFacts, choices: Settings['choices']): [string, Value][] {
  return SETTINGS.filter(({ name }) => !(name in choices))
    .filter((setting) => unchosen(setting, course) !== setting.default)
    .map((setting) => [setting.name, unchosen(setting, course)]);
}

/** D31: how long several people have where nobody says anything of it. Tested against the rules. */
export const SECONDS_AMONG_PEOPLE = 180;

/** How long they have on a course, where the table says nothing of it. */
export function secondsOn(course: CourseFacts | null): number {
  return Number(course?.rules['turn_seconds'] ?? SECONDS_AMONG_PEOPLE);
}

/** Whether neither the table nor the course names a time. */
export function saysNothingOfTime(course: CourseFacts, choices: Settings['choices']): boolean {
  return !('turn_seconds' in { ...course.rules, ...choices });
}

/** D32: whether the table or the course waits for players who are away. */
export function waitsForAbsent(course: CourseFacts, choices: Settings['choices']): boolean {
  return { ...course.rules, ...choices }['afk'] === 'wait';
}

/** What holds if the table chooses nothing: what the course asks for, else the sheet. */
export function unchosen(
  { name, kind, default: sheet }: HouseRule,
  course: CourseFacts | null,
): Value {
  if (!course) return sheet;
  if (name === 'edge') return course.edge;
  const asked = course.rules[name];
  if (asked === undefined) return sheet;
  if (kind === 'switch') return asked === 'on';
  return typeof sheet === 'number' ? Number(asked) : asked;
}
