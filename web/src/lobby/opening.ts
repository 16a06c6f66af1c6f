// Opening a table from anywhere on the page, and what is to happen there at once.

import { me } from '../app/guest.svelte';
import { go } from '../app/router.svelte';
import type { Terms } from '../wire/generated/table';
import { post } from '../wire/http';

/** What the host does as soon as they sit at the new table. */
export interface Plan {
  bots: readonly string[]; // on the chairs after the first
  start: boolean;
  isWatched?: boolean; // a bot gets the host’s own chair before: they look on
}

/** The game is known here before the socket says so. */
type PlanOf = Plan & { game: string };

const plans = new Map<string, PlanOf>();

export async function openTable(
  terms: Terms,
  chairs: number,
  plan: Plan | null = null,
): Promise<string> {
  await me.ensure();
  const { id } = await post('/api/tables', { body: { terms, chairs } });
  if (plan) plans.set(id, { ...plan, game: terms.game });
  go(`/table/${id}`);
  return id;
}

const accepted = new Set<string>(); // tables to which an invitation was accepted

/** Go to the table of an invitation, and take a free chair there. */
export function joinTable(id: string): void {
  accepted.add(id);
  go(`/table/${id}`);
}

/** Whether to sit down at this table as soon as one is there; once. */
export function isToSit(id: string): boolean {
  return accepted.delete(id);
}

/** The plan for a table; it is carried out once. */
export function planFor(id: string): PlanOf | undefined {
  const plan = plans.get(id);
  plans.delete(id);
  return plan;
}
