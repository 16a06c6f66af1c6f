// What somebody types or pastes to get to a table. Pure.

export type TableAsked =
  | { kind: 'nothing' }
  | { kind: 'code'; code: string }
  | { kind: 'table'; id: string }
  | { kind: 'elsewhere'; link: string }; // a table of another server

const TABLE = /\/table\/([\w-]+)/;

/** A code, or a link with or without what browsers put before it. */
export function readInvitation(text: string, host: string): TableAsked {
  const typed = text.trim();
  if (!typed) return { kind: 'nothing' };
  const id = TABLE.exec(typed)?.[1];
  if (!id) return { kind: 'code', code: typed };
  const link = /^https?:\/\//i.test(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`;
  const named = typed.startsWith('/') || !URL.canParse(link) ? host : new URL(link).host;
  const isHere = named === host || !named.includes('.');
  return isHere ? { kind: 'table', id } : { kind: 'elsewhere', link };
}
