import { Type, type TProperties, type TSchema } from 'typebox';
import { named, namedEnum, namedObject } from '../named.ts';
import type { Check } from '../checks.ts';
import { accountFields, enterpriseFields, mapFields, type ProfileField } from '../profile-fields.ts';

/**
 * Steps that an account must complete after a sign-in, in this order. Until then, single sign-on refuses the account.
 */
export const sessionDemands = ['decide-deletion', 'change-password', 'agree'] as const;

/** Rejects undeclared fields of a request object (mass assignment). */
export const closed = { additionalProperties: false } as const;

export function closedObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, closed);
}

export function nullable<T extends TSchema>(schema: T, options: { readonly description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** Body of a call without parameters; browsers may send `{}`. */
export const NoBody = Type.Optional(nullable(closedObject({})));

export const Phone = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'A Vietnamese mobile number in any common notation.',
  examples: ['+84912345678'],
});
export const Secret = Type.String({ minLength: 1, maxLength: 1024, examples: ['Matkhau@2026'] });
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  description:
    '8 to 128 code points after NFC, with a lowercase letter, an uppercase letter, a digit and a special character.',
  examples: ['Matkhau#2027'],
});
export const Token = Type.String({
  minLength: 1,
  maxLength: 128,
  examples: ['9vXn0V1hYw3mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k'],
});
export const LinkCode = Type.String({ minLength: 1, maxLength: 128, examples: ['9vXn0V1hYw3mJ6tq2s8R4u'] });
export const CaptchaToken = Type.String({
  maxLength: 128,
  examples: ['pT5kQ2wVhYw3mJ6tn0s8R4uKcLzPbEoAgDfiQxW1yN7'],
});
export function idOf(prefix: string) {
  return Type.String({ minLength: 1, maxLength: 64, examples: [`${prefix}_3k9x7c2m5v8b1n4q6w0z2s4d7f`] });
}
export const Place = Type.String({
  description:
    'City and country of the IP address, in the language of the request. Only if a place database is configured.',
  examples: ['Hà Nội, Việt Nam'],
});
export const AccountId = idOf('acc');
export const AppId = idOf('app');
export const AccountName = nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }));
export const ListedAccount = Type.Object({
  id: AccountId,
  name: AccountName,
  phone: nullable(Type.String({ examples: ['+84912345678'] })),
});
export const RoleCode = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,40}$',
  description: 'The value in the claim `vid:roles`.',
  examples: ['editor'],
});
export const SocialProvider = named(
  'SocialProvider',
  Type.Union([Type.Literal('facebook'), Type.Literal('google'), Type.Literal('zalo')]),
);
/** Returns the schema for a decision's checks: every name must be present, in any order. */
export function checksOf<Names extends Check[]>(names: readonly [...Names]) {
  return Type.Array(Type.Enum(names), {
    minItems: names.length,
    maxItems: names.length,
    uniqueItems: true,
    description: 'The checks that the administrator has made. All are required.',
    examples: [[...names]],
  });
}
/** URL where administrators look up certificates. The pattern excludes `javascript:` URLs. */
export const RegisterUrl = Type.Optional(
  Type.String({
    pattern: '^https?://',
    maxLength: 300,
    description: 'The list of practising certificates that the province has granted. Absent if unknown.',
    examples: ['https://soxaydung.example.gov.vn/chung-chi'],
  }),
);
/** The sections of the application parameters that administrators change. */
export const paramNames = ['brand', 'contact', 'slides', 'provinces', 'objects', 'messages', 'zns'] as const;
export const ClientId = Type.String({ minLength: 1, maxLength: 64, examples: ['vid-web'] });
export const ReferralCode = Type.String({ maxLength: 32, examples: ['K7M2Q9HTVN'] });
export const Campaign = Type.String({ maxLength: 64 });
export const Done = Type.Literal(true);
export const Seconds = Type.Integer({ minimum: 0, examples: [300] });
/** One less than the largest `integer` of PostgreSQL, because a change stores the next version. */
export const maxVersion = 2_147_483_646;
export const IsoTime = Type.String({ format: 'date-time', examples: ['2026-11-21T02:00:00.000Z'] });
export const Remember = Type.Optional(
  Type.Boolean({ description: 'False keeps the session only until the browser closes. Default true.' }),
);

export const MemberObject = named(
  'MemberObject',
  Type.Union([
    Type.Literal('broker'),
    Type.Literal('exchange'),
    Type.Literal('customer'),
    Type.Literal('expert'),
  ]),
);

const storedText = ({ example }: ProfileField) => nullable(Type.String({ examples: [example] }));

export const Enterprise = namedObject('Enterprise', {
  ...mapFields(enterpriseFields, storedText),
  verified: Type.Boolean(),
});

export const enterpriseStates = ['declared', 'verified', 'refused'] as const;
export const EnterpriseState = namedEnum('EnterpriseState', [...enterpriseStates], {
  description: 'Declared by the member, verified or declined by the association.',
});

export const ManagableApplication = namedObject('ManagableApplication', {
  id: Type.String({ examples: ['app_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
  code: Type.String({ examples: ['sandat'] }),
  name: Type.String({ examples: ['Sàn giao dịch'] }),
});

/** The signed-in account, as every sign-in and `me` return it. `sessionToken` is a public marker, not a credential. */
export const UserInfo = namedObject('Account', {
  id: Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
  sessionToken: Type.String({ examples: ['ses_5m2c7x9k3f7d4s2z0w6q4n1b8v'] }),
  phone: Type.String({
    description: 'E.164. Empty if the number went to a new owner.',
    examples: ['+84912345678'],
  }),
  isEnterprise: Type.Boolean(),
  status: Type.Union([Type.Literal('active'), Type.Literal('locked')]),
  role: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
  roles: Type.Array(Type.Union([Type.Literal('user'), Type.Literal('admin')])),
  ...mapFields(accountFields, storedText),
  isEmailConfirmed: Type.Boolean(),
  object: nullable(MemberObject),
  avatar: nullable(Type.String()),
  referralCode: Type.String({ examples: ['K7M2Q9HTVN'] }),
  enterprise: nullable(Enterprise),
  isComplete: Type.Boolean({
    description: 'Whether the information requested after sign-up is complete.',
  }),
  demands: Type.Array(Type.Enum([...sessionDemands]), {
    description:
      'What the account must do before anything else, in this order: keep the account or confirm its requested deletion, set a new password after an administrator’s reset, agree to new terms.',
  }),
  mustSetUpTwoStep: Type.Boolean({
    description: 'An administrator must set up an authenticator app or a passkey before using the role.',
  }),
  hold: nullable(Type.Object({ since: IsoTime, until: IsoTime }), {
    description: 'After a phone change or a recovery, sensitive changes return CHANGE_ON_HOLD until then.',
  }),
  exclusiveNavIds: Type.Array(Type.String()),
  managableApplications: Type.Array(ManagableApplication),
});

/**
 * Returned when the proof is correct but the account also needs a code from its authenticator app, or a
 * recovery code. There is no session yet.
 */
const TwoStepDemand = namedObject('TwoStepDemand', {
  mfaToken: Type.String({
    description: 'Single use, 10 minutes, bound to this browser. The flow cookie holds it too.',
    examples: ['9vXn0V1hYw3mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k'],
  }),
  methods: Type.Array(Type.Union([Type.Literal('totp'), Type.Literal('recovery-code')])),
  mayRememberDevice: Type.Boolean({ description: 'False for administrators.' }),
  expiresIn: Seconds,
});

export const SignInOutcome = named('SignInOutcome', Type.Union([UserInfo, TwoStepDemand]));

export const newPasswordErrors = ['PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTAINS_PHONE'] as const;
export const lockErrors = ['ACCOUNT_LOCKED', 'LOCKED_BY_OWNER'] as const;
/** Refusals of a correct first factor that the account does not accept alone. */
export const secondFactorErrors = ['SECOND_FACTOR_REQUIRED', 'PASSKEY_REQUIRED'] as const;

export const AcceptedVersion = Type.String({
  maxLength: 32,
  description:
    '`termsVersion` of the application parameters that the visitor agreed to. Defaults to the current one. After an older one, the new account must agree again first.',
  examples: ['2026-11-20'],
});
