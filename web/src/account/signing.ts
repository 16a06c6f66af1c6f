// Becoming an account, and coming back to it. Each step says by an error why it failed.

import { account } from '../app/account.svelte';
import { me } from '../app/guest.svelte';
import type { AccountState } from '../wire/generated/table';
import { post } from '../wire/http';
import { createPasskey, usePasskey } from './passkeys';

export type AccountCommand = Parameters<typeof changeAccount>[0];

type PasskeyOptions = Parameters<typeof createPasskey>[0];

/** What the browser has to ask for a new passkey. Refused if the name is not free. */
export async function askForPasskey(): Promise<PasskeyOptions> {
  await me.ensure();
  return (await post('/api/account/passkeys/question')).options;
}

/** A guest becomes an account; the recovery codes, which are told once. With an account: none. */
export async function addPasskey(options: PasskeyOptions): Promise<readonly string[]> {
  const credential = await createPasskey(options);
  const told = await post('/api/account/passkeys', { body: { credential } });
  account.take({ mode: account.mode ?? 'optional', account: told.account });
  return told.codes;
}

export async function signIn(): Promise<void> {
  const { options } = await post('/api/account/sign-in/question');
  const credential = await usePasskey(options);
  account.take(await post('/api/account/sign-in', { body: { credential } }));
}

export async function recover(name: string, code: string): Promise<void> {
  account.take(await post('/api/account/recovery', { body: { name, code } }));
}

/** Sign out, remove a passkey, hide the profile. */
export async function changeAccount(
  command:
    | { type: 'SetPrivacy'; is_private: boolean }
    | { type: 'RemovePasskey'; id: string }
    | { type: 'EndSession'; id: string }
    | { type: 'EndAllSessions' },
): Promise<void> {
  settle(await post('/api/account', { body: { command } }));
}

/** With a recovery code, or else with the passkey, which is asked for. */
export async function deleteAccount(name: string, code: string): Promise<void> {
  const credential = code ? null : await proveOwner();
  settle(await post('/api/account/delete', { body: { name, credential, code } }));
}

async function proveOwner(): Promise<Record<string, unknown>> {
  const { options } = await post('/api/account/delete/question');
  return usePasskey(options);
}

function settle(state: AccountState): void {
  account.take(state);
  if (!state.account) account.leave();
}
