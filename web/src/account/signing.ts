// Becoming an account, and coming back to it. Each step says by an error why it failed.

import { account } from '../app/account.svelte';
import { me } from '../app/guest.svelte';
import type { AccountState } from '../wire/generated/table';
import { post } from '../wire/http';
import { store, stored } from '../app/storage';
import { createPasskey, usePasskey } from './passkeys';

export type AccountCommand = Parameters<typeof changeAccount>[0];

const HERE = 'passkey'; // where its id is kept

/** The passkey that this browser has made, or has signed in with last. */
export function ownPasskey(): string | null {
  return stored(HERE);
}

function noteOwn({ id }: Record<string, unknown>): void {
  if (typeof id === 'string') store(HERE, id);
}

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
  noteOwn(credential);
  account.take({ mode: account.mode ?? 'optional', account: told.account });
  return told.codes;
}

export async function signIn(): Promise<void> {
  const { options } = await post('/api/account/sign-in/question');
  const credential = await usePasskey(options);
  account.take(await post('/api/account/sign-in', { body: { credential } }));
  noteOwn(credential);
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
  await settle(await post('/api/account', { body: { command } }));
}

/** With a recovery code, or else with the passkey, which is asked for. */
export async function deleteAccount(name: string, code: string): Promise<void> {
  const credential = code ? null : await proveOwner();
  await settle(await post('/api/account/delete', { body: { name, credential, code } }));
}

async function proveOwner(): Promise<Record<string, unknown>> {
  const { options } = await post('/api/account/delete/question');
  return usePasskey(options);
}

async function settle(state: AccountState): Promise<void> {
  account.take(state);
  if (state.account) return;
  account.leave();
  // Whoever is here now is a guest, with a name. They get it later if the server does not answer.
  await me.ensure().catch(() => undefined);
}
