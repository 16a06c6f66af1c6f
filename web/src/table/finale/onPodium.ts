/** How many of those who are ranked stand on a podium: equals stand together, on it or below,
    unless only the best were left on it. */
export function onPodium(ranked: readonly { place: number }[], room: number): number {
  if (ranked.length <= room) return ranked.length;
  const below = ranked[room]?.place;
  const apart = ranked.findIndex(({ place }) => place === below);
  return apart > 1 && apart < room ? apart : room;
}
