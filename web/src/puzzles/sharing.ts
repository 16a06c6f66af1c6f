// Sends a text to others: by what the phone offers for that, or by copying it.

import { notices } from '../app/notices.svelte';
import { copy } from '../app/share';

export async function send(text: () => Promise<string> | string): Promise<void> {
  try {
    const told = await text();
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
      await navigator.share({ text: told });
    else await copy(told);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) notices.showError(error);
  }
}
