import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { passkeyLimits } from '../../limits.ts';
import { closed, Done, idOf, IsoTime, NoBody, nullable, Remember, UserInfo } from '../shapes.ts';

/** Bytes as base64url, the encoding of the JSON forms of WebAuthn Level 3 (section 5.1). */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
/** A credential id has at most 1,023 bytes (section 4). */
const CredentialId = bytes(1_364);
const ClientData = bytes(4_096);
const PublicKeyType = Type.Literal('public-key');

const Descriptor = named(
  'PasskeyDescriptor',
  Type.Object({
    type: PublicKeyType,
    id: CredentialId,
    transports: Type.Array(Type.String()),
  }),
);

/** `PublicKeyCredentialCreationOptionsJSON` as VID sends it. */
export const PasskeyCreationOptions = named(
  'PasskeyCreationOptions',
  Type.Object({
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
  }),
);

/** `PublicKeyCredentialRequestOptionsJSON` as VID sends it. `allowCredentials` is empty, so the browser offers every passkey it has. */
export const PasskeyRequestOptions = named(
  'PasskeyRequestOptions',
  Type.Object({
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.Literal('required'),
    allowCredentials: Type.Array(Descriptor),
  }),
);

export const NewPasskey = named(
  'NewPasskey',
  Type.Object(
    {
      id: CredentialId,
      response: Type.Object(
        {
          clientDataJSON: ClientData,
          attestationObject: bytes(10_240),
          transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 }),
        },
        closed,
      ),
    },
    closed,
  ),
);

export const PasskeyAssertion = named(
  'PasskeyAssertion',
  Type.Object(
    {
      id: CredentialId,
      response: Type.Object(
        {
          clientDataJSON: ClientData,
          authenticatorData: bytes(2_048),
          signature: bytes(2_048),
          userHandle: bytes(88),
        },
        closed,
      ),
    },
    closed,
  ),
);

export const PasskeyInfo = named(
  'Passkey',
  Type.Object({
    id: Type.String({ examples: ['psk_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
    name: Type.String({ examples: ['Google Password Manager'] }),
    provider: nullable(Type.String({ examples: ['Google Password Manager'] }), {
      description: 'The password manager that keeps the passkey, if VID knows it.',
    }),
    isSynced: Type.Boolean({
      description: 'Whether the provider copies it to the other devices of its owner.',
    }),
    createdAt: IsoTime,
    lastUsedAt: nullable(IsoTime),
    heldUntil: nullable(IsoTime, {
      description: 'Until then it signs in but confirms no sensitive change.',
    }),
  }),
);

const passkeyId = Type.Object({ passkeyId: idOf('psk') }, closed);

export const passkeyEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/login/passkey/options': {
    id: 'startPasskeySignIn',
    summary: 'Start a sign-in with a passkey',
    tag: 'sign-in',
    access: 'visitor',
    body: NoBody,
    data: PasskeyRequestOptions,
    errors: [],
  },
  'POST /vid/ajax/auth/login/passkey': {
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey; needs no second step',
    tag: 'sign-in',
    access: 'visitor',
    body: Type.Object({ passkey: PasskeyAssertion, remember: Remember }, closed),
    data: UserInfo,
    errors: ['PASSKEY_INVALID', 'ACCOUNT_LOCKED'],
  },
  'GET /vid/api/passkeys': {
    id: 'listPasskeys',
    summary: 'List the passkeys of the signed-in account, the newest first',
    tag: 'passkeys',
    access: 'member',
    data: Type.Array(PasskeyInfo),
    errors: sessionErrors,
  },
  'POST /vid/api/passkey-options': {
    id: 'startAddingPasskey',
    summary: 'Start adding a passkey; needs a sign-in or a confirmation within five minutes',
    tag: 'passkeys',
    access: 'member',
    body: NoBody,
    data: PasskeyCreationOptions,
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'PASSKEY_LIMIT'],
  },
  'POST /vid/api/passkeys': {
    id: 'addPasskey',
    summary: 'Add the passkey that the device has made',
    tag: 'passkeys',
    access: 'member',
    body: Type.Object({ passkey: NewPasskey }, closed),
    data: PasskeyInfo,
    errors: [...sessionErrors, 'CHANGE_ON_HOLD', 'PASSKEY_INVALID', 'PASSKEY_EXISTS', 'PASSKEY_LIMIT'],
  },
  'PATCH /vid/api/passkeys/:passkeyId': {
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    tag: 'passkeys',
    access: 'member',
    params: passkeyId,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 400 }) }, closed),
    data: PasskeyInfo,
    errors: [...sessionErrors, 'PASSKEY_NOT_FOUND'],
  },
  'DELETE /vid/api/passkeys/:passkeyId': {
    id: 'removePasskey',
    summary: 'Remove a passkey; needs a confirmation within five minutes',
    tag: 'passkeys',
    access: 'member',
    params: passkeyId,
    data: Done,
    errors: [
      ...sessionErrors,
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
    tag: 'passkeys',
    access: 'member',
    data: Type.Object({ isDue: Type.Boolean() }),
    errors: sessionErrors,
  },
  'POST /vid/api/passkey-offer/decline': {
    id: 'declinePasskeyOffer',
    summary: `Decline the offer of a passkey for ${passkeyLimits.offerPauseDays} days`,
    tag: 'passkeys',
    access: 'member',
    body: NoBody,
    data: Done,
    errors: sessionErrors,
  },
  'POST /vid/ajax/auth/reauthenticate/passkey/options': {
    id: 'startPasskeyReauthentication',
    summary: 'Start a confirmation of the session with a passkey',
    tag: 'passkeys',
    access: 'member',
    body: NoBody,
    data: PasskeyRequestOptions,
    errors: sessionErrors,
  },
});
