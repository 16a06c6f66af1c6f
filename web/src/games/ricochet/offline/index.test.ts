import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { get as Get } from '../../../wire/http';
import { answerTo } from './answers';
import type { OfflineQuestion, OfflineReply } from './worker';

const reach = vi.hoisted(() => ({ isOffline: false }));
const playing = vi.hoisted(() => ({ games: new Set<string>() }));
vi.mock('../../../app/reach.svelte', () => ({ reach }));
vi.mock('../../../app/router.svelte', () => ({ href: (path: string) => path }));
vi.mock('../../../app/playing', () => ({ isPlaying: (game: string) => playing.games.has(game) }));
vi.mock('../../../app/texts.svelte', () => ({
  language: { load: () => Promise.resolve() },
}));
vi.mock('../../../paraglide/messages', () => ({ m: { server_away: () => 'away' } }));
vi.mock('../../../wire/reasons', () => ({ reasonText: ({ code }: { code: string }) => code }));

// Files share what they import: this one needs requests that know its own stand-ins.
let get: typeof Get;
beforeAll(async () => {
  vi.resetModules();
  ({ get } = await import('../../../wire/http'));
});
afterAll(() => void vi.resetModules());

const POSITION = 'G1R2B2Y2 ro5,ga14,bl14,yj16 red-square';

/** Answers when it is told to. */
class SlowWorker {
  static all: SlowWorker[] = [];
  onmessage: (event: { data: OfflineReply }) => void = () => undefined;
  isEnded = false;
  asked: OfflineQuestion[] = [];

  constructor() {
    SlowWorker.all.push(this);
  }

  postMessage(question: OfflineQuestion): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.isEnded = true;
  }

  work(): void {
    for (const { id, path, query } of this.asked.splice(0))
      this.onmessage({ data: { id, answer: answerTo(path, query) } });
  }
}

/** The worker that has something to do, once it does. */
async function busyWorker(questions = 1): Promise<SlowWorker> {
  return vi.waitUntil(() =>
    SlowWorker.all.find(({ isEnded, asked }) => !isEnded && asked.length === questions),
  );
}

describe('without a server', () => {
  beforeEach(() => {
    vi.stubGlobal('Worker', SlowWorker);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    reach.isOffline = false;
    playing.games.clear();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('a position is solved here', async () => {
    const asking = get('/api/ricochet/solve', { query: { position: POSITION, all: true } });
    (await busyWorker()).work();
    const { moves, count } = await asking;

    expect([moves, count, reach.isOffline]).toEqual([3, 1, true]);
  });

  it('a mistake is refused as the server would', async () => {
    const asking = get('/api/ricochet/position', { query: { position: 'G1R2' } });
    const refused = expect(asking).rejects.toMatchObject({ status: 400, message: 'three-parts' });
    (await busyWorker()).work();
    await refused;
  });

  it('nobody who plays is helped', async () => {
    playing.games.add('ricochet');

    await expect(
      get('/api/ricochet/hint', { query: { position: POSITION, level: 1 } }),
    ).rejects.toMatchObject({ message: 'you-are-playing' });
  });

  it('what only the server knows is not answered', async () => {
    await expect(get('/api/games')).rejects.toMatchObject({ status: 0, message: 'away' });
    await expect(get('/api/rally/courses')).rejects.toMatchObject({ status: 0, message: 'away' });
  });

  it('a search that is cancelled ends, and the rest is answered all the same', async () => {
    const search = new AbortController();
    const solving = get('/api/ricochet/solve', {
      query: { position: POSITION, all: true },
      signal: search.signal,
    });
    const stopped = expect(solving).rejects.toThrow('enough');
    const first = await busyWorker();
    const sliding = get('/api/ricochet/slides', { query: { position: POSITION } });
    await vi.waitUntil(() => first.asked.length > 1);
    search.abort(new Error('enough'));
    await stopped;
    (await busyWorker()).work();

    expect([first.isEnded, (await sliding).next.length > 0]).toEqual([true, true]);
  });
});
