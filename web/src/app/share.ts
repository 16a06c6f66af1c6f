import { m } from '../paraglide/messages';
import { notices } from './notices.svelte';

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.say(m.copied());
  } catch {
    notices.say(text); // where copying is forbidden one can at least read it
  }
}
