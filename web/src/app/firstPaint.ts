// When the page is first seen. What can wait until then makes it sooner: fetching a script costs a
// phone several milliseconds, and the first page has a dozen of them.

let tell: () => void;

export const firstPaint = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The application is in the document: it is painted with the next frame. */
export function awaitFirstPaint(): void {
  requestAnimationFrame(() => setTimeout(tell));
}
