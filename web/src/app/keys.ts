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

/** The key by its Latin letter, in lower case; a keyboard of other letters has it in the same place. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Whether Enter and the space bar belong to what has the focus. */
export function isOnControl(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    target instanceof Element && target.closest('button, a, [role="button"], summary') !== null
  );
}
