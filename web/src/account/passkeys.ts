// Passkeys in the browser: the server's question to the device, and its answer back.

import { m } from '../paraglide/messages';
import { bytesOf, textOf } from './base64';

type Json = Readonly<Record<string, unknown>>;

interface Described {
  id: string;
  type: PublicKeyCredentialType;
}

interface CreationQuestion {
  challenge: string;
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  excludeCredentials?: Described[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: AttestationConveyancePreference;
}

interface RequestQuestion {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}

/** Passkeys belong to names: an address of a machine has none. */
const NUMBERS = /^[\d.]+$|:/;

/** Whether there are passkeys in this browser, at this address. */
export function canUsePasskeys(): boolean {
  const hasName = !NUMBERS.test(location.hostname);
  return hasName && isSecureContext && typeof PublicKeyCredential === 'function';
}

/** The same page under the name that every computer has for itself; null if this is not it. */
export function underName(address: string): string | null {
  const url = new URL(address);
  if (!/^127(?:\.\d+){3}$|^\[::1\]$/.test(url.hostname)) return null;
  url.hostname = 'localhost';
  return url.href;
}

/** Make a passkey; the answer is for the server. */
export async function createPasskey(options: Json): Promise<Record<string, unknown>> {
  const asked = options as unknown as CreationQuestion;
  const credential = await askDevice(() =>
    navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytesOf(asked.challenge),
        user: { ...asked.user, id: bytesOf(asked.user.id) },
        excludeCredentials: (asked.excludeCredentials ?? []).map(({ id, type }) => ({
          id: bytesOf(id),
          type,
        })),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return answerOf(credential, { attestationObject: textOf(response.attestationObject) });
}

/** Sign in with any passkey that the device has for this site. */
export async function usePasskey(options: Json): Promise<Record<string, unknown>> {
  const asked = options as unknown as RequestQuestion;
  const credential = await askDevice(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rpId: asked.rpId,
        timeout: asked.timeout,
        userVerification: asked.userVerification,
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return answerOf(credential, {
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : null,
  });
}

async function askDevice(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!canUsePasskeys()) throw new Error(m.acc_cannot());
  const credential = await ask().catch((error: unknown) => {
    throw new Error(failureText(error instanceof Error ? error.name : ''));
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error(m.acc_device_failed());
  return credential;
}

/** Why the browser says no, in words. */
export function failureText(name: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
    case 'TimeoutError':
      return m.acc_cancelled();
    case 'InvalidStateError':
      return m.acc_have_one();
    case 'SecurityError':
    case 'NotSupportedError':
      return m.acc_cannot();
    default:
      return m.acc_device_failed();
  }
}

function answerOf(credential: PublicKeyCredential, response: Json): Record<string, unknown> {
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: { ...response, clientDataJSON: textOf(credential.response.clientDataJSON) },
  };
}
