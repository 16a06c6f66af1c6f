// What somebody bid in the demo. It is stored, so that they can leave and come back to prove it.

/** The stored bid, or null if there is none that can be read. */
export function readBid(text: string | null): number | null {
  const bid = Number(text ?? NaN);
  return Number.isInteger(bid) && bid > 0 ? bid : null;
}
