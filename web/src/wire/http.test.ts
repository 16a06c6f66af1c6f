import { beforeEach, describe, expect, it, vi } from 'vitest';
import { get, post, Refusal } from './http';

vi.mock('../app/router.svelte', () => ({ href: (path: string) => `/under${path}` }));
vi.mock('../app/reach.svelte', () => ({ reach: {} }));
vi.mock('../app/texts.svelte', () => ({ language: { load: () => Promise.resolve() } }));
vi.mock('../paraglide/messages', () => ({ m: { server_away: () => 'away' } }));
vi.mock('./reasons', () => ({ reasonText: ({ because }: { because: string }) => because }));

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);

function answers(body: unknown, status = 200): void {
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }));
}

beforeEach(() => {
  fetched.mockReset();
});

describe('a request', () => {
  it('is made of a path, what goes into it, and a query without what is unknown', async () => {
    answers({ following: null });
    await get('/api/matches/{match}/replay', {
      path: { match: 'a/b?' },
      query: { seat: null, after: 3 },
    });

    expect(fetched.mock.lastCall?.[0]).toBe('/under/api/matches/a%2Fb%3F/replay?after=3');
  });

  it('may have a body, and is JSON even without one', async () => {
    answers({ id: 't' }, 201);
    await post('/api/guest', { body: { name: 'Ann', avatar: null } });
    const named = fetched.mock.lastCall?.[1];
    answers({ code: 'ABCD', until: 0 }, 201);
    await post('/api/tables/{table}/code', { path: { table: 't' } });
    const bare = fetched.mock.lastCall?.[1];

    expect([named?.body, bare?.body]).toEqual(['{"name":"Ann","avatar":null}', null]);
    expect(bare?.headers).toEqual({ 'Content-Type': 'application/json' });
  });

  it('that is refused says why', async () => {
    answers({ because: 'There is no such table or match.' }, 404);

    await expect(get('/api/tables')).rejects.toMatchObject({
      status: 404,
      message: 'There is no such table or match.',
    });
  });

  it('that is not answered is refused without a status', async () => {
    fetched.mockRejectedValue(new TypeError('no network'));

    await expect(get('/api/games')).rejects.toEqual(new Refusal(0, { because: 'away' }));
  });
});

/** Never called: `npm run check` fails if one of these lines compiles, or if a right one does not. */
export async function wrongRequests(): Promise<void> {
  const { games } = await get('/api/games');
  const title: string | undefined = games[0]?.title;
  // @ts-expect-error an answer has only what the server sends
  void games[0]?.subtitle;
  // @ts-expect-error a number is no text
  const chairs: string | undefined = games[0]?.most_chairs;
  // @ts-expect-error the server has no such path
  await get('/api/game');
  // @ts-expect-error nor can this one be posted to
  await post('/api/games', {});
  // @ts-expect-error which table?
  await get('/api/tables/{table}');
  // @ts-expect-error an id is a text
  await get('/api/tables/{table}', { path: { table: 1 } });
  // @ts-expect-error there is no such parameter
  await get('/api/tables', { query: { page: 2 } });
  // @ts-expect-error a parameter of another type
  await get('/api/matches/{match}/replay', { path: { match: 'm' }, query: { after: 'all' } });
  // @ts-expect-error there is something to send
  await post('/api/guest');
  // @ts-expect-error something else
  await post('/api/guest', { body: { title } });
  // @ts-expect-error there is nothing to send
  await get('/api/games', { body: { chairs } });
}
