// Rounds or turns under the slider of a replay: which have a number, and which a target. Pure.

export interface PlacedMark<Mark> {
  mark: Mark;
  left: number; // per cent of the slider
  isTarget: boolean; // as wide as a finger: no other is near it
  isNumbered: boolean;
}

/** Targets first, from left to right; between them there is more room for numbers. */
export function placedMarks<Mark extends { at: number }>(
  marks: readonly Mark[],
  end: number,
  { wide, readable }: { wide: number; readable: number }, // per cent from one to the next
): PlacedMark<Mark>[] {
  let last = -Infinity;
  const placed = marks.map((mark) => {
    const left = (100 * mark.at) / Math.max(1, end);
    const isTarget = left - last >= wide;
    if (isTarget) last = left;
    return { mark, left, isTarget };
  });
  last = -Infinity;
  return placed.map((each, at) => {
    const { left, isTarget } = each;
    const next = placed.slice(at + 1).find((one) => one.isTarget)?.left ?? Infinity;
    const isNumbered = isTarget || (left - last >= readable && next - left >= readable);
    if (isNumbered) last = left;
    return { ...each, isNumbered };
  });
}
