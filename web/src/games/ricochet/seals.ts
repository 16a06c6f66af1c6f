// Positions that the server has dealt by chance come with a seal. With it the server solves them
// whatever is being played elsewhere.

const seals = new Map<string, string>(); // by position

export function keepSeal(position: string, seal: string | null | undefined): void {
  if (seal) seals.set(position, seal);
}

/** What to ask with, if there is a seal. */
export function sealOf(position: string): { seal?: string } {
  const seal = seals.get(position);
  return seal === undefined ? {} : { seal };
}
