import { m } from '../paraglide/messages';
import { notices } from './notices.svelte';

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.show(m.copied());
  } catch {
    notices.show(text); // where copying is forbidden, at least show it
  }
}
