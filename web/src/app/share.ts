import { m } from '../paraglide/messages';
import { baseLocale } from '../paraglide/runtime';
import { notices } from './notices.svelte';
import { preferences } from './preferences.svelte';
import { href } from './router.svelte';

const TO_WRITE_DOWN = 20_000; // milliseconds

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.show(m.copied());
  } catch {
    // Where copying is forbidden it is at least shown, for as long as writing it down takes.
    notices.show(m.copy_refused({ text }), TO_WRITE_DOWN);
  }
}

/** The picture of a match that is over. */
export function pictureOf(match: string): string {
  return href(`/api/matches/${match}/picture.png`) + inOurLanguage();
}

/** The replay of a match, as it is sent to others. */
export function linkTo(match: string): string {
  return new URL(href(`/match/${match}`) + inOurLanguage(), location.href).href;
}

/** In which a messenger shows the link. */
function inOurLanguage(): string {
  const { locale } = preferences;
  return locale === baseLocale ? '' : `?language=${locale}`;
}
