// How wide a course is, as far as its text says. Pure.

const SIZE = /^size: *(\d+)x(\d+)/m;

/** Of its width to its height, as its text says, before the course is there. */
export function ratioOf(text: string): number {
  const [, width, height] = SIZE.exec(text) ?? [];
  return width && height ? Number(width) / Number(height) : 1;
}
