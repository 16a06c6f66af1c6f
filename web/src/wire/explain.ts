// Why the server refused something, for those who have to be quick: all sentences in five languages
// are loaded with the first refusal, which most people never meet.

import type { Reason } from './reasons';

/** The sentence in the language of the page, or that of the server if ours cannot be loaded. */
export async function explain(reason: Reason): Promise<string> {
  const reasons = await import('./reasons').catch(() => null);
  return reasons?.reasonText(reason) ?? reason.because;
}
