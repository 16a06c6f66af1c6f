// Requests; what happens at a table goes over its socket.
//
// Paths, parameters and answers have the types that the server describes in OpenAPI, so a request
// that it does not know is an error of the compiler.

import { reach } from '../app/reach.svelte';
import { href } from '../app/router.svelte';
import { language } from '../app/texts.svelte';
import type { OfflineAnswers } from '../games/game';
import { m } from '../paraglide/messages';
import { explain } from './explain';
import type { paths } from './generated/http';
import type { BadText, Mistake, Problem } from './generated/table';
import type { Reason } from './reasons';

/** A request that was not answered as it was meant; the message is fit to be shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string; // which refusal it is, or nothing
  readonly parameter: string | null; // the one that is wrong, where it is known
  readonly mistakes: readonly Mistake[];

  constructor(status: number, problem: Reason & Partial<BadText>) {
    super(problem.because);
    this.status = status;
    this.code = problem.code ?? '';
    this.parameter = problem.parameter ?? null;
    this.mistakes = problem.mistakes ?? [];
  }
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Verb = 'get' | 'post';

/** A request as the server describes it. */
interface Operation {
  parameters: { path?: Values; query?: Values };
  responses: object;
}

type PathOf<V extends Verb> = {
  [Path in keyof paths]: paths[Path][V] extends Operation ? Path : never;
}[keyof paths];

type OperationOf<V extends Verb, Path extends PathOf<V>> = Extract<paths[Path][V], Operation>;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : { body?: never };

/** What goes with a request: what the server asks for, and nothing that it does not know. */
type Parts<O extends Operation> = Pick<O['parameters'], 'path' | 'query'> &
  BodyOf<O> & { signal?: AbortSignal };

/** It may be left out if nothing in it is needed. */
type Asked<O extends Operation> = object extends Parts<O> ? [parts?: Parts<O>] : [parts: Parts<O>];

type Answer<O extends Operation> =
  Extract<O['responses'][keyof O['responses'] & (200 | 201)], object> extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never;

interface Answered {
  status: number;
  body: unknown;
}

interface AnyParts {
  path?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  signal?: AbortSignal;
}

export function get<Path extends PathOf<'get'>>(
  path: Path,
  ...[parts]: Asked<OperationOf<'get', Path>>
): Promise<Answer<OperationOf<'get', Path>>> {
  return ask(path, parts, {});
}

export function post<Path extends PathOf<'post'>>(
  path: Path,
  ...[parts]: Asked<OperationOf<'post', Path>>
): Promise<Answer<OperationOf<'post', Path>>> {
  return ask(path, parts, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' }, // even without a body: no form can send that
    body: parts?.body === undefined ? null : JSON.stringify(parts.body),
  });
}

/** A file as it is, such as a picture; its address is complete. */
export async function file(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Refusal(answer.status, { because: answer.statusText });
  return answer.blob();
}

async function ask<Body>(
  path: string,
  { path: names = {}, query = {}, body: sent, signal }: AnyParts = {},
  request: RequestInit,
): Promise<Body> {
  const address = href(filled(path, names) + queryText(query));
  const { status, body } = await fetch(address, { ...request, signal: signal ?? null }).then(
    (answer) => answered(answer, signal),
    (error: unknown) => {
      if (!(error instanceof TypeError)) throw error; // the request was aborted
      reach.isOffline = true;
      return answeredHere(path, { query, body: sent }, signal);
    },
  );
  if (status >= 400) {
    const problem = body as Problem;
    throw new Refusal(status, { ...problem, because: await explain(problem) });
  }
  return body as Body;
}

async function answered(answer: Response, signal: AbortSignal | undefined): Promise<Answered> {
  reach.isOffline = false;
  const body: unknown = await answer.json().catch((error: unknown) => {
    if (signal?.aborted) throw error; // half an answer is none
    return { because: answer.statusText };
  });
  return { status: answer.status, body };
}

/** What a game answers in this browser when the server cannot be reached. */
const OFFLINE = import.meta.glob<OfflineAnswers>('../games/*/offline/index.ts');

async function answeredHere(
  path: string,
  asked: { query: Values; body: unknown },
  signal?: AbortSignal,
): Promise<Answered> {
  const game = /^\/api\/(\w+)\//.exec(path)?.[1] ?? '';
  const here = await OFFLINE[`../games/${game}/offline/index.ts`]?.().catch(() => null);
  const answer = await here?.answer(path, asked, signal);
  if (answer) return answer;
  await language.load(['first']).catch(() => undefined); // what is asked ahead may fail before that
  throw new Refusal(0, { because: m.server_away() });
}

/** `/api/tables/{table}` with the id of a table. */
function filled(path: string, names: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
}

function queryText(query: Values): string {
  const wanted = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
