// Which drafts of this browser are saved on the server, and as which drawings. Pure.

export type Kept = Readonly<Record<string, string>>; // the ids of drawings, by draft

const MOST = 100;

/** Anybody may have written into a browser's storage. */
export function readKept(text: string | null): Kept {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    const pairs = Object.entries(found ?? {}).filter(([, id]) => typeof id === 'string');
    return Object.fromEntries(pairs) as Kept;
  } catch {
    return {};
  }
}

/** With one more; the oldest are forgotten. */
export function withKept(kept: Kept, draft: string, id: string): Kept {
  const others = Object.entries(kept).filter(([one]) => one !== draft);
  return Object.fromEntries([...others, [draft, id]].slice(-MOST));
}
