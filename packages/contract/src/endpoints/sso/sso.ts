import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Id, Seconds } from '../shapes.ts';

const Address = Type.String({ minLength: 1, maxLength: 2_048 });
const ApplicationCode = Type.String({ minLength: 1, maxLength: 64 });
const ClientId = Type.String({ minLength: 1, maxLength: 128 });

/** The application a person is on the way to, as its screens name it. */
export const SsoApplication = Type.Object({
  code: Type.String(),
  name: Type.String(),
  logo: Type.Union([Type.String(), Type.Null()]),
  isFirstParty: Type.Boolean(),
});

const uid = Type.Object({ uid: Id }, closed);
const memberErrors = ['TOKEN_MISSING', 'TOKEN_INVALID'] as const;

/** Single sign-on as VID's own screens use it (specification, clause 6); OpenID Connect itself has its standard endpoints. */
export const ssoEndpoints = defineEndpoints({
  'POST /vid/ajax/apps/view/validateRedirectUrls': {
    summary: 'Check redirect addresses against a registered client, and bind the request to this browser',
    tag: 'sso',
    access: 'visitor',
    body: Type.Object(
      {
        appCode: ApplicationCode,
        clientId: ClientId,
        redirectUrls: Type.Union([Address, Type.Array(Address, { minItems: 1, maxItems: 10 })]),
        action: Type.Optional(
          Type.Literal('logout', { description: 'Post-logout addresses are good, too; no code can follow.' }),
        ),
      },
      closed,
    ),
    data: Type.Object({
      name: Type.String(),
      logo: Type.Union([Type.String(), Type.Null()]),
      redirectUrls: Type.Array(Type.String()),
      isFirstParty: Type.Boolean(),
      asksToContinue: Type.Boolean({ description: 'Whether a signed-in person is asked before going on.' }),
    }),
    errors: ['REDIRECT_INVALID', 'SSO_INVALID_REQUEST'],
  },
  'POST /vid/api/auth/code/request': {
    summary: 'Issue an authorization code for the validated request of this browser',
    tag: 'sso',
    access: 'member',
    body: Type.Object(
      {
        appCode: ApplicationCode,
        clientId: ClientId,
        codeChallenge: Type.String({ minLength: 43, maxLength: 128, pattern: '^[A-Za-z0-9._~-]+$' }),
        redirectTo: Type.Optional(Address),
      },
      closed,
    ),
    data: Type.Object({ authCode: Type.String(), expiresIn: Seconds, iss: Type.String() }),
    errors: [...memberErrors, 'SSO_NOT_READY', 'SSO_FORBIDDEN', 'REDIRECT_INVALID', 'SSO_INVALID_REQUEST'],
  },
  'GET /vid/api/sso/interactions/:uid': {
    summary: 'What an OpenID Connect request asks of the person',
    tag: 'sso',
    access: 'visitor',
    params: uid,
    data: Type.Object({
      prompt: Type.Union([Type.Literal('login'), Type.Literal('select_account'), Type.Literal('consent')]),
      application: SsoApplication,
      scopes: Type.Array(Type.String()),
      loginHint: Type.Union([Type.String(), Type.Null()]),
      locale: Type.Union([Type.Literal('vi'), Type.Literal('en'), Type.Null()]),
      account: Type.Union([
        Type.Object({
          name: Type.Union([Type.String(), Type.Null()]),
          phone: Type.String({ description: 'masked' }),
        }),
        Type.Null(),
      ]),
      needsFreshSignIn: Type.Boolean({
        description: 'prompt=login, max_age, acr or a hint: the present session will not do.',
      }),
      signInWay: Type.Union([Type.Literal('password'), Type.Literal('otp'), Type.Null()], {
        description: 'The way of signing in that the application asks for by acr, if any.',
      }),
    }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
  'POST /vid/api/sso/interactions/:uid/continue': {
    summary: 'Go on with the signed-in account, and consent to what was asked',
    tag: 'sso',
    access: 'member',
    params: uid,
    data: Type.Object({ continueTo: Type.String() }),
    errors: [...memberErrors, 'SSO_REQUEST_EXPIRED', 'SSO_REAUTHENTICATE', 'SSO_FORBIDDEN'],
  },
  'POST /vid/api/sso/interactions/:uid/deny': {
    summary: 'Refuse; the application is told access_denied',
    tag: 'sso',
    access: 'visitor',
    params: uid,
    data: Type.Object({ continueTo: Type.String() }),
    errors: ['SSO_REQUEST_EXPIRED'],
  },
  'POST /vid/api/sso/device/lookup': {
    summary: 'Which application shows this device code',
    tag: 'sso',
    access: 'member',
    body: Type.Object({ userCode: Type.String({ minLength: 1, maxLength: 32 }) }, closed),
    data: Type.Object({ application: SsoApplication, scopes: Type.Array(Type.String()) }),
    errors: [...memberErrors, 'DEVICE_CODE_INVALID'],
  },
  'POST /vid/api/sso/device/decide': {
    summary: 'Approve or deny the sign-in of a device',
    tag: 'sso',
    access: 'member',
    body: Type.Object(
      { userCode: Type.String({ minLength: 1, maxLength: 32 }), approve: Type.Boolean() },
      closed,
    ),
    data: Type.Object({ approved: Type.Boolean() }),
    errors: [...memberErrors, 'DEVICE_CODE_INVALID', 'SSO_FORBIDDEN'],
  },
  'GET /vid/api/sso/logout': {
    summary: 'Which application asked to sign the person out, and the proof its confirmation needs',
    tag: 'sso',
    access: 'member',
    data: Type.Object({
      application: Type.Union([SsoApplication, Type.Null()]),
      xsrf: Type.Union([Type.String(), Type.Null()]),
      needsConfirmation: Type.Boolean(),
    }),
    errors: memberErrors,
  },
});
