// The account of whoever is here, if they have one. Nobody needs one, unless the host wants it.

import type { AccountFacts, AccountState } from '../wire/generated/table';
import { get } from '../wire/http';
import { me } from './guest.svelte';

class Account {
  /** Null until the server has said it. */
  mode = $state<AccountState['mode'] | null>(null);
  facts = $state.raw<AccountFacts | null>(null);

  /** Whether somebody could have an account, and has none. */
  get isWanting(): boolean {
    return this.mode !== null && this.mode !== 'off' && this.facts === null;
  }

  async look(): Promise<void> {
    this.take(await get('/api/account'));
  }

  /** What the server has just said. */
  take({ mode, account }: AccountState): void {
    [this.mode, this.facts] = [mode, account];
    if (account) me.become(account.guest);
  }

  /** Signed out, or gone: whoever is here now is nobody yet. */
  leave(): void {
    this.facts = null;
    me.become(null);
  }
}

export const account = new Account();
