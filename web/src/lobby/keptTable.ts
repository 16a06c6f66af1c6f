// The table somebody sits at stays connected while they look at another page, a replay say: so
// they keep their chair, and the others see that they are still there.

import { Session } from '../wire/session.svelte';

let kept: Session | null = null;

/** The table as it was left, or a new connection to it. */
export function atTable(id: string): Session {
  const session = kept?.id === id ? kept : new Session(id);
  if (session === kept) kept = null;
  return session;
}

/** Somebody looks at another page. Whoever only watched is gone. */
export function leaveOpen(session: Session): void {
  kept?.close();
  kept = session.chair === null ? null : session;
  if (!kept) session.close();
}
