// Keys mean something wherever nothing is being typed.

const NOT_WRITTEN = ['checkbox', 'radio', 'range']; // inputs that take no letters and no digits

export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true; // keys belong to the dialog on top
  const { target } = event;
  return (
    (target instanceof HTMLInputElement && !(NOT_WRITTEN.includes(target.type) && isSign(event))) ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** A letter or a digit: the space bar ticks a box. */
function isSign({ key }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ';
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
