import { m } from '../paraglide/messages';
import { notices } from './notices.svelte';

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.show(m.copied());
  } catch {
    notices.show(text); // where copying is forbidden one can at least read it
  }
}
