// What the server offers: games with their presets, and bots.

import { notices } from '../app/notices.svelte';
import { gamePage } from '../games';
import type { BotOffered, GameOffered } from '../wire/generated/table';
import { get } from '../wire/http';

class ServerOffers {
  games = $state.raw<readonly GameOffered[]>([]);
  bots = $state.raw<readonly BotOffered[]>([]);
  isLoaded = $state(false);
  #isAsked = false;

  /** Ask once, for whoever shows a bot or a title; a failure is shown, and the next one asks again. */
  ask(): void {
    if (this.#isAsked) return;
    this.load().catch(notices.showError);
  }

  /** Ask now: bots of others come and go. */
  async load(): Promise<void> {
    this.#isAsked = true;
    try {
      const { games, bots } = await get('/api/games');
      [this.games, this.bots, this.isLoaded] = [games, bots, true];
    } catch (error) {
      this.#isAsked = this.isLoaded;
      throw error;
    }
  }

  game(name: string): GameOffered | undefined {
    return this.games.find(({ game }) => game === name);
  }

  titleOf(game: string): string {
    return this.games.find((offer) => offer.game === game)?.title ?? gamePage(game).title;
  }

  strengthOf(bot: string): number | null {
    return this.bots.find(({ name }) => name === bot)?.strength ?? null;
  }
}

export const offers = new ServerOffers();
