import { Type } from 'typebox';
import { named, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { passkeyLimits } from '../../limits.ts';
import { closedObject, IsoTime, lockErrors, NoBody, nullable, Remember, UserInfo } from '../shapes.ts';

/** Bytes as base64url, the encoding of the JSON forms of WebAuthn Level 3 (section 5.1). */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
/** A credential id has at most 1,023 bytes (WebAuthn Level 3, section 4). */
const CredentialId = bytes(1_364);
const ClientData = bytes(4_096);
const PublicKeyType = Type.Literal('public-key');

const Descriptor = namedObject('PasskeyDescriptor', {
  type: PublicKeyType,
  id: CredentialId,
  transports: Type.Array(Type.String()),
});

/** `PublicKeyCredentialCreationOptionsJSON` as VID sends it. */
const PasskeyCreationOptions = namedObject('PasskeyCreationOptions', {
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKeyType, alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});

/**
 * `PublicKeyCredentialRequestOptionsJSON` as VID sends it. `allowCredentials` is empty, so the browser offers every
 * passkey that it has for VID.
 */
const PasskeyRequestOptions = namedObject('PasskeyRequestOptions', {
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  allowCredentials: Type.Array(Descriptor),
});

export const NewPasskey = named(
  'NewPasskey',
  closedObject({
    id: CredentialId,
    response: closedObject({
      clientDataJSON: ClientData,
      attestationObject: bytes(10_240),
      transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 }),
    }),
  }),
);

export const PasskeyAssertion = named(
  'PasskeyAssertion',
  closedObject({
    id: CredentialId,
    response: closedObject({
      clientDataJSON: ClientData,
      authenticatorData: bytes(2_048),
      signature: bytes(2_048),
      userHandle: bytes(88),
    }),
  }),
);

export const PasskeyInfo = namedObject('Passkey', {
  id: Type.String({ examples: ['psk_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
  name: Type.String({ examples: ['Google Password Manager'] }),
  provider: nullable(Type.String({ examples: ['Google Password Manager'] }), {
    description: 'The password manager that stores the passkey, if known.',
  }),
  isSynced: Type.Boolean({
    description: 'Whether the password manager syncs it to the owner’s other devices.',
  }),
  createdAt: IsoTime,
  lastUsedAt: nullable(IsoTime),
  heldUntil: nullable(IsoTime, {
    description: 'Until then it can sign in but cannot confirm sensitive changes.',
  }),
});

/** The account's current passkeys, which browsers signal to authenticators (WebAuthn Level 3, section 5.1.10). */
export const PasskeySignals = namedObject('PasskeySignals', {
  rpId: Type.String(),
  userId: nullable(Type.String(), {
    description: 'The name of the account in authenticators; null if the account never had a passkey.',
  }),
  name: Type.String(),
  displayName: Type.String(),
  credentialIds: Type.Array(Type.String()),
});

export const passkeyEndpoints = defineEndpoints('member', 'passkeys', {
  'POST /vid/ajax/auth/login/passkey/options': {
    id: 'startPasskeySignIn',
    summary: 'Start a sign-in with a passkey',
    tag: 'sign-in',
    access: 'visitor',
    body: NoBody,
    data: PasskeyRequestOptions,
  },
  'POST /vid/ajax/auth/login/passkey': {
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey; needs no second step',
    tag: 'sign-in',
    access: 'visitor',
    body: closedObject({ passkey: PasskeyAssertion, remember: Remember }),
    data: UserInfo,
    errors: ['PASSKEY_INVALID', 'PASSKEY_UNKNOWN', ...lockErrors],
  },
  'GET /vid/api/passkeys': {
    id: 'listPasskeys',
    summary: 'List the passkeys of the signed-in account, the newest first',
    data: Type.Array(PasskeyInfo),
  },
  'GET /vid/api/passkey-signals': {
    id: 'getPasskeySignals',
    summary: 'Get what authenticators show about the account, and its current passkeys',
    data: PasskeySignals,
  },
  'POST /vid/api/passkey-options': {
    id: 'startAddingPasskey',
    limit: { perHour: 60, rows: 'expire' },
    summary: 'Start adding a passkey; needs a sign-in or a confirmation within five minutes',
    body: NoBody,
    data: PasskeyCreationOptions,
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'PASSKEY_LIMIT'],
  },
  'POST /vid/api/passkeys': {
    id: 'addPasskey',
    limit: { perHour: 60, rows: passkeyLimits.perAccount },
    summary: 'Add the passkey that the device has created',
    body: closedObject({ passkey: NewPasskey }),
    data: PasskeyInfo,
    errors: ['CHANGE_ON_HOLD', 'PASSKEY_INVALID', 'PASSKEY_EXISTS', 'PASSKEY_LIMIT'],
  },
  'PATCH /vid/api/passkeys/:passkeyId': {
    id: 'renamePasskey',
    limit: { perHour: 60, rows: 0 },
    summary: 'Rename a passkey',
    body: closedObject({ name: Type.String({ minLength: 1, maxLength: 400 }) }),
    data: PasskeyInfo,
    errors: ['PASSKEY_NOT_FOUND'],
  },
  'DELETE /vid/api/passkeys/:passkeyId': {
    id: 'removePasskey',
    limit: { perHour: 60, of: 'session', rows: 0 },
    summary: 'Remove a passkey; needs a confirmation within five minutes',
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'CHANGE_ON_HOLD',
      'PASSKEY_NOT_FOUND',
      'LAST_CREDENTIAL',
      'TWO_STEP_REQUIRED',
    ],
  },
  'GET /vid/api/passkey-offer': {
    id: 'getPasskeyOffer',
    summary: 'Get whether to offer a passkey after this sign-in',
    data: Type.Object({ isDue: Type.Boolean() }),
  },
  'POST /vid/api/passkey-offer/decline': {
    id: 'declinePasskeyOffer',
    limit: { perHour: 60, rows: 1 },
    summary: `Hide the offer of a passkey for ${passkeyLimits.offerPauseDays} days`,
    body: NoBody,
  },
  'POST /vid/ajax/auth/reauthenticate/passkey/options': {
    id: 'startPasskeyReauthentication',
    limit: { perHour: 60, of: 'session', rows: 'expire' },
    summary: 'Start a confirmation of the session with a passkey',
    body: NoBody,
    data: PasskeyRequestOptions,
  },
});
