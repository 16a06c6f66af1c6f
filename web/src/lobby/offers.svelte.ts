import { notices } from '../app/notices.svelte';
import type { BotOffered, Offers } from '../wire/generated/table';
import { get } from '../wire/http';

/** What the house says of its bots; asked for once. */
class House {
  bots = $state.raw<readonly BotOffered[]>([]);
  private isAsked = false;

  ask(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    get<Offers>('/api/games').then(({ bots }) => (this.bots = bots), this.complain);
  }

  strengthOf(bot: string): number | null {
    return this.bots.find(({ name }) => name === bot)?.strength ?? null;
  }

  private readonly complain = (error: unknown): void => {
    this.isAsked = false;
    notices.showError(error);
  };
}

export const house = new House();
