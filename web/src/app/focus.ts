// The focused element may disappear, as a button does that has done its work. Keyboard users then
// go on from the nearest element around it.

/** Focus the nearest ancestor that can take it (`tabindex="-1"`) and is still there. */
export function keepFocus(within: HTMLElement): () => void {
  let focused: Element | null = null;
  let places: readonly HTMLElement[] = [];

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    focused = target;
    places = [...within.ownerDocument.querySelectorAll<HTMLElement>('[tabindex="-1"]')]
      .filter((place) => place !== target && place.contains(target))
      .toReversed(); // the innermost first
  }

  function look(): void {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    places.find((place) => place.isConnected)?.focus({ preventScroll: true });
  }

  const changes = new MutationObserver(look);
  changes.observe(within, { childList: true, subtree: true });
  within.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    within.removeEventListener('focusin', remember);
  };
}

/** What has just appeared is in sight, even at the end of a phone's page. */
export function showWhole(node: Element): void {
  node.scrollIntoView({ block: 'nearest' });
}
