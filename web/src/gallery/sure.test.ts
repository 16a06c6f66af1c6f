import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../wire/http';
import { sureOf } from './sure';

vi.mock('../app/router.svelte', () => ({ href: (path: string) => path }));
vi.mock('../app/reach.svelte', () => ({ reach: {} }));

const unanswered = new Refusal(0, { because: 'away' });
const refused = new Refusal(409, { because: 'no' });

describe('a request that must happen', () => {
  it('is sent again if no answer came', async () => {
    const ask = vi.fn().mockRejectedValueOnce(unanswered).mockResolvedValue('done');

    await expect(sureOf(ask)).resolves.toBe('done');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is not sent again if it was refused, or if there is no network at all', async () => {
    const no = vi.fn().mockRejectedValue(refused);
    const never = vi.fn().mockRejectedValue(unanswered);

    await expect(sureOf(no)).rejects.toBe(refused);
    await expect(sureOf(never)).rejects.toBe(unanswered);
    expect([no.mock.calls.length, never.mock.calls.length]).toEqual([1, 2]);
  });
});
