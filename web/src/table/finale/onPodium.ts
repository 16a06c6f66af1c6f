/** How many of those who are ranked stand on a podium: equals stand together, on it or below. */
export function onPodium(ranked: readonly { place: number }[], room: number): number {
  if (ranked.length <= room) return ranked.length;
  const below = ranked[room]?.place;
  const apart = ranked.findIndex(({ place }) => place === below);
  return apart > 0 && apart < room ? apart : room;
}
