import { vi } from 'vitest';
import type { Answer } from '#shared/api/request-types.ts';

type Request = { readonly mediation?: string; readonly signal?: AbortSignal };

const buffer = (text: string): ArrayBuffer => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;

export const cancelled = (): DOMException => new DOMException('cancelled', 'NotAllowedError');
export const alreadyHere = (): DOMException => new DOMException('excluded', 'InvalidStateError');

const credential = (response: object) => ({
  id: 'Y3JlZA',
  rawId: buffer('cred'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: buffer('{}'), ...response },
});

/** Replaces the browser's passkeys, which the tests' DOM lacks. Autofill requests wait for `choose`. */
export function stubAuthenticator({ hasAutofill = false, isBuiltIn = true, hasSignals = false } = {}) {
  const assertion = credential({
    authenticatorData: buffer('data'),
    signature: buffer('sig'),
    userHandle: buffer('user'),
  });
  const attestation = credential({
    attestationObject: buffer('attestation'),
    getTransports: () => ['internal'],
    getPublicKeyAlgorithm: () => -7,
    getPublicKey: () => buffer('key'),
    getAuthenticatorData: () => buffer('data'),
  });
  const waiting: { resolve: (chosen: typeof assertion) => void; signal: AbortSignal | undefined }[] = [];
  const get = vi.fn<(request: Request) => Promise<typeof assertion>>(({ mediation, signal }) =>
    mediation === 'conditional'
      ? new Promise((resolve, reject) => {
          waiting.push({ resolve, signal });
          signal?.addEventListener('abort', () => reject(signal.reason));
        })
      : Promise.resolve(assertion),
  );
  const create = vi.fn<(request: Request) => Promise<typeof attestation>>(() => Promise.resolve(attestation));
  const signals = {
    signalUnknownCredential: vi.fn<(options: object) => Promise<void>>(() => Promise.resolve()),
    signalAllAcceptedCredentials: vi.fn<(options: object) => Promise<void>>(() => Promise.resolve()),
    signalCurrentUserDetails: vi.fn<(options: object) => Promise<void>>(() => Promise.resolve()),
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    // The library checks that this value is a function.
    Object.assign(() => {}, {
      isConditionalMediationAvailable: () => Promise.resolve(hasAutofill),
      isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(isBuiltIn),
      ...(hasSignals && signals),
    }),
  );
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true });
  return {
    get,
    create,
    signals,
    waiting,
    choose: () => waiting.at(-1)?.resolve(assertion),
  };
}

export const sentAssertion = {
  id: 'Y3JlZA',
  response: { clientDataJSON: 'e30', authenticatorData: 'ZGF0YQ', signature: 'c2ln', userHandle: 'dXNlcg' },
};

export const creationOptions: Answer<'POST /vid/api/passkey-options'> = {
  rp: { id: 'localhost', name: 'VID' },
  user: { id: 'dXNlcg', name: '0912345678', displayName: 'Ánh' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};
