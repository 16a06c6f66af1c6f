// A text in a link: compressed, in letters that every address allows. Pure.
//
// It goes behind the #, which browsers do not send: a drawing is nobody's business but that of
// whoever gets the link.

const VERSION = '1';
const MOST = 64 * 1024; // characters of a text: as much as the server reads

export class BadLink extends Error {}

export async function packed(text: string): Promise<string> {
  const bytes = await through(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    Infinity,
  );
  const letters = btoa(String.fromCharCode(...bytes));
  return VERSION + letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Refuses what is no such link, or would be too long: a short one can hide a huge text. */
export async function unpacked(link: string): Promise<string> {
  if (!link.startsWith(VERSION)) throw new BadLink();
  try {
    const letters = link.slice(VERSION.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(stream, MOST));
  } catch {
    throw new BadLink();
  }
}

async function through(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new BadLink();
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A file that is called like a drawing, in letters that every system allows. */
export function fileName(name: string, ending: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join('-') || 'drawing'}.${ending}`;
}
