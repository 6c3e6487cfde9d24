import { Type } from 'typebox';
import { locales } from '../limits.ts';

/** Schema pieces shared by several endpoints. Objects are closed: an undeclared field is refused (mass assignment). */
export const closed = { additionalProperties: false } as const;

export const Phone = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'A Vietnamese mobile number, written in any usual way.',
});
export const Secret = Type.String({ minLength: 1, maxLength: 1024 });
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: '8 to 128 code points after NFC, with lower-case, upper-case, digit and special character.',
});
export const Token = Type.String({ minLength: 1, maxLength: 128 });
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const ClientId = Type.String({ minLength: 1, maxLength: 64 });
export const ReferralCode = Type.String({ maxLength: 32 });
export const Campaign = Type.String({ maxLength: 64 });
export const LocaleTag = Type.Union(locales.map((locale) => Type.Literal(locale)));
export const Done = Type.Literal(true);
export const Seconds = Type.Integer({ minimum: 0 });
export const IsoTime = Type.String({ format: 'date-time' });

export const MemberObject = Type.Union([
  Type.Literal('broker'),
  Type.Literal('exchange'),
  Type.Literal('customer'),
  Type.Literal('expert'),
]);

export const Enterprise = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  shortName: Type.Union([Type.String(), Type.Null()]),
  taxCode: Type.Union([Type.String(), Type.Null()]),
  representative: Type.Union([Type.String(), Type.Null()]),
  verified: Type.Boolean(),
});

export const ManagableApplication = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
});

/** The signed-in person as every sign-in and `me` give it. `sessionToken` is a public marker, not a credential. */
export const UserInfo = Type.Object({
  id: Type.String(),
  sessionToken: Type.String(),
  phone: Type.String({ description: 'E.164' }),
  isEnterprise: Type.Boolean(),
  status: Type.Union([Type.Literal('active'), Type.Literal('locked')]),
  role: Type.Union([Type.Literal('user'), Type.Literal('admin')]),
  roles: Type.Array(Type.Union([Type.Literal('user'), Type.Literal('admin')])),
  name: Type.Union([Type.String(), Type.Null()]),
  email: Type.Union([Type.String(), Type.Null()]),
  avatar: Type.Union([Type.String(), Type.Null()]),
  object: Type.Union([MemberObject, Type.Null()]),
  province: Type.Union([Type.String(), Type.Null()]),
  referralCode: Type.String(),
  enterprise: Type.Union([Enterprise, Type.Null()]),
  isComplete: Type.Boolean({ description: 'Whether the information asked for after sign-up is filled in.' }),
  mustChangePassword: Type.Boolean({
    description: 'Set by an administrator’s reset; leads to /reset-password.',
  }),
  exclusiveNavIds: Type.Array(Type.String()),
  managableApplications: Type.Array(ManagableApplication),
});
