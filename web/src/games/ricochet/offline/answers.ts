// What the server answers to questions without a match, worked out in the browser: the same paths,
// parameters and values. tests/page/test_offline.py compares both.

import type {
  Boards,
  Dealt,
  Hinted,
  Played,
  Rule,
  Solved,
  Target,
} from '../../../wire/generated/ricochet';
import type { BadText } from '../../../wire/generated/table';
import { ownSize } from '../board/notation';
import readings from '../readings.json';
import { boardFacts, boxesOf, SECTIONS } from './board';
import { dealLike } from './deal';
import { attempt, judge, slides } from './motion';
import { MisreadText, parseBoard, parseMoves, parsePosition, positionFacts } from './position';
import type { ParsedPosition } from './position';
import { DEEPEST, OutOfTime } from './search';
import { findShortest, findSolutions, hintFrom, type FoundSolutions } from './solutions';

export type OfflineQuery = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface OfflineAnswer {
  status: number;
  body: unknown;
}

const SEARCH_SECONDS = 10;
const SLIDES = '/api/ricochet/slides';
const ANSWERS: Readonly<Record<string, (query: OfflineQuery) => unknown>> = {
  '/api/ricochet/boards': allBoards,
  '/api/ricochet/board': ({ board }) => boardFacts(parseBoard(String(board))),
  '/api/ricochet/position': ({ position }) => factsOf(parsePosition(String(position))),
  [SLIDES]: playMoves,
  '/api/ricochet/new': newPosition,
  '/api/ricochet/solve': solve,
  '/api/ricochet/hint': hintAt,
};

/** The answer to a question; null if only the server can tell. */
export function answerTo(path: string, query: OfflineQuery): OfflineAnswer | null {
  const answer = ANSWERS[path];
  const isOwn = isOnOwnBoard(query);
  if (!answer || (isOwn && path !== SLIDES)) return null;
  try {
    return { status: 200, body: answer(query) };
  } catch (error) {
    if (!(error instanceof MisreadText)) throw error;
    return isOwn ? null : { status: 400, body: badText(error) };
  }
}

/** On boards of one's own robots can move; for all else there are the printed ones and the server. */
function isOnOwnBoard({ board, position }: OfflineQuery): boolean {
  return ownSize(String(position ?? board ?? '')) !== null;
}

function badText({ parameter, mistakes }: MisreadText): BadText {
  const [first] = mistakes;
  const { because, code, facts } = first ?? { because: '', code: '', facts: {} };
  return { because, code, facts, parameter, mistakes };
}

function ruleOf({ rule }: OfflineQuery): Rule {
  const named = (readings as Readonly<Record<string, unknown>>)[String(rule ?? 'ricochet')];
  if (named) return named as Rule;
  const facts = { place: 'rule' };
  const mistake = { at: 1, because: 'not-understood', code: 'not-understood', facts };
  throw new MisreadText('rule', [mistake]);
}

function factsOf(position: ParsedPosition) {
  return positionFacts(position, position.robots);
}

function allBoards(): Boards {
  const names = Object.keys(SECTIONS).sort();
  const plain = names.filter((name) => !SECTIONS[name]?.barriers);
  return {
    boxes: (['2013', 'classic'] as const).map((box) => ({
      box,
      boards: countBoards(names, box),
      boards_without_barriers: countBoards(plain, box),
    })),
    sections: names.map((section) => ({
      section,
      colour: (section[0] ?? '').toLowerCase() as Boards['sections'][number]['colour'],
      number: Number(section[1]),
      boxes: boxesOf([section]),
      barriers: SECTIONS[section]?.barriers.split(' ').filter(Boolean).length ?? 0,
      targets: Object.keys(SECTIONS[section]?.targets ?? {}).sort() as Target[],
    })),
  };
}

/** Rotations of a board count once: 3! orders. */
function countBoards(names: readonly string[], box: '2013' | 'classic'): number {
  const fit = names.filter((name) => boxesOf([name]).includes(box));
  const sides = Array.from('RGBY', (mark) => fit.filter((name) => name.startsWith(mark)).length);
  return sides.reduce((product, count) => product * count, 6);
}

/** As on the server, but for the English sentence that says why the moves do not solve it. */
function playMoves(query: OfflineQuery): Played {
  const position = parsePosition(String(query['position']));
  const rule = ruleOf(query);
  const moves = parseMoves(String(query['moves'] ?? ''));
  const { made, robots, verdict } = attempt(position, moves, rule);
  return {
    before: factsOf(position),
    made,
    after: positionFacts(position, robots),
    verdict,
    because: null,
    next:
      verdict === 'under way'
        ? slides(position, robots).map((slide) => ({
            slide,
            verdict: judge(position, [...made, slide], rule),
          }))
        : [],
  };
}

function newPosition(query: OfflineQuery): Dealt {
  const { isOver, check } = timer();
  const order = {
    box: query['box'] === 'classic' ? 'classic' : '2013',
    diagonals: query['diagonals'] !== false,
    silver: query['silver'] === true,
    board: query['board'] ? parseBoard(String(query['board'])).name : null,
    target: (query['target'] ?? null) as Target | null,
    fewest: numberOr(query['fewest']),
    most: numberOr(query['most']),
  } as const;
  return dealLike(order, ruleOf(query), DEEPEST, check, isOver);
}

function numberOr(value: OfflineQuery[string]): number | null {
  return typeof value === 'number' ? value : null;
}

function solve(query: OfflineQuery): Solved {
  const began = performance.now();
  const position = parsePosition(String(query['position']));
  const rule = ruleOf(query);
  const limit = numberOr(query['limit']) ?? 10;
  const found =
    query['all'] === true
      ? solutionsOf(position, rule, limit, query['orders'] === true)
      : findShortest(position, rule, timer().check);
  return {
    position: factsOf(position).position,
    rule,
    outcome: found.outcome,
    moves: found.length,
    at_least: found.atLeast,
    count: found.count,
    distinct: found.distinct,
    solutions: found.routes.map(({ robots, cells, slides: made }) => ({
      moves: made.map(({ robot, heading }) => ({ robot, heading })),
      slides: made,
      robots,
      cells,
    })),
    seconds: Math.round(performance.now() - began) / 1000,
  };
}

function hintAt(query: OfflineQuery): Hinted {
  const position = parsePosition(String(query['position']));
  const rule = ruleOf(query);
  const level = (numberOr(query['level']) ?? 1) as Hinted['level'];
  const found = solutionsOf(position, rule, 1, true);
  return {
    position: factsOf(position).position,
    rule,
    level,
    outcome: found.outcome,
    ...hintFrom(position, found, level),
  };
}

const KEPT = 20;
const kept = new Map<string, FoundSolutions>();

/** Found once: hints ask again and again. */
function solutionsOf(
  position: ParsedPosition,
  rule: Rule,
  limit: number,
  orders: boolean,
): FoundSolutions {
  const key = JSON.stringify([factsOf(position).position, rule, limit, orders]);
  let found = kept.get(key);
  if (!found) {
    found = findSolutions(position, rule, { limit, orders, check: timer().check });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, found);
  }
  return found;
}

function timer(): { isOver: () => boolean; check: () => void } {
  const until = performance.now() + 1000 * SEARCH_SECONDS;
  const isOver = () => performance.now() >= until;
  const check = () => {
    if (isOver()) throw new OutOfTime();
  };
  return { isOver, check };
}
