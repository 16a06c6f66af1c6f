// Requests; what happens at a table goes over its socket.

import { href } from '../app/router.svelte';
import { m } from '../paraglide/messages';
import type { Problem } from './generated/table';
import { reasonText, type Reason } from './reasons';

/** Something wrong in a text that was sent, and where: characters are counted from 1. */
export interface Mistake {
  at: number;
  because: string;
  code: string;
  facts: Readonly<Record<string, string | number>>;
}

interface BadText {
  parameter: string;
  mistakes: readonly Mistake[];
}

/** A request that was not answered as it was meant; the message is fit to be shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly parameter: string | null; // the one that is wrong, where it is known
  readonly mistakes: readonly Mistake[];

  constructor(status: number, problem: Reason & Partial<BadText>) {
    super(reasonText(problem));
    this.status = status;
    this.parameter = problem.parameter ?? null;
    this.mistakes = problem.mistakes ?? [];
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;

function withQuery(path: string, query: Query): string {
  const wanted = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

async function ask<Answer>(path: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(href(path), request).catch((error: unknown) => {
    if (error instanceof TypeError) throw new Refusal(0, { because: m.house_away() });
    throw error; // the request was aborted
  });
  const body: unknown = await answer.json().catch(() => ({ because: answer.statusText }));
  if (!answer.ok) throw new Refusal(answer.status, body as Problem);
  return body as Answer;
}

export function get<Answer>(
  path: string,
  query: Query = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  return ask(withQuery(path, query), { signal });
}

export function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
