// Keys mean something wherever nothing is being typed.

export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true; // keys belong to the dialog on top
  const { target } = event;
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

const LAST_LATIN = '\u024f';

/** The key by its Latin letter, in lower case; a keyboard of other letters has it in the same place. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1) return key;
  const isOther = key > LAST_LATIN && code.startsWith('Key');
  return (isOther ? code.slice(-1) : key).toLowerCase();
}

/** Whether Enter and the space bar belong to what has the focus. */
export function isOnControl(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    target instanceof Element && target.closest('button, a, [role="button"], summary') !== null
  );
}
