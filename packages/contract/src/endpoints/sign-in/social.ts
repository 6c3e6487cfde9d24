import { Type } from 'typebox';
import { named, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import {
  AcceptedVersion,
  AccountName,
  Campaign,
  closedObject,
  lockErrors,
  NewPassword,
  newPasswordErrors,
  nullable,
  Phone,
  ReferralCode,
  secondFactorErrors,
  SignInOutcome,
  SocialProvider,
  Token,
} from '../shapes.ts';

const proof = {
  provider: SocialProvider,
  accessToken: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  oauthCode: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  state: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
};
export const SocialProof = named('SocialProof', closedObject(proof));

export const socialProofErrors = ['SOCIAL_DISABLED', 'SOCIAL_INVALID', 'SOCIAL_UNAVAILABLE'] as const;

export const SocialStart = namedObject('SocialStart', {
  address: Type.String({
    description: 'The page of the provider to open in this window. It returns to /vid/web/reception.',
    examples: ['https://oauth.zaloapp.com/v4/permission?app_id=…'],
  }),
});

/** The person's data at the provider, which the sign-up form shows or prefills. */
const Suggestion = namedObject('SocialSuggestion', {
  name: AccountName,
  picture: nullable(Type.String({ examples: ['https://s120-ava-talk.zadn.vn/…'] })),
  email: nullable(Type.String({ examples: ['minhanh@example.vn'] })),
});

const SignUpId = Type.String({ minLength: 1, maxLength: 128 });

export const socialEndpoints = defineEndpoints('visitor', 'social', {
  'POST /vid/ajax/auth/login/social/start': {
    id: 'startSocialSignIn',
    summary: 'Start a sign-in by redirect to a provider',
    body: closedObject({
      provider: SocialProvider,
      isPopup: Type.Optional(Type.Boolean({ description: 'The page is in the popup of an application.' })),
    }),
    data: SocialStart,
    errors: ['SOCIAL_DISABLED'],
  },
  'POST /vid/ajax/auth/login/social': {
    id: 'signInWithSocialIdentity',
    summary: 'Sign in with a social identity, or begin a sign-up with it',
    body: SocialProof,
    data: Type.Union([
      Type.Object({ isExistAccount: Type.Literal(true), userInfo: SignInOutcome }),
      Type.Object({
        isExistAccount: Type.Literal(false),
        signUpId: SignUpId,
        provider: SocialProvider,
        suggestion: Suggestion,
      }),
    ]),
    errors: [...socialProofErrors, ...lockErrors, ...secondFactorErrors],
  },
  'POST /vid/ajax/auth/login/social/pending': {
    id: 'getPendingSocialSignUp',
    summary: 'Get a pending social sign-up; with a verified code, also whether its phone has an account',
    body: closedObject({ signUpId: SignUpId, phone: Type.Optional(Phone), otpToken: Type.Optional(Token) }),
    data: Type.Object({
      provider: SocialProvider,
      suggestion: Suggestion,
      hasAccount: nullable(Type.Boolean()),
    }),
    errors: ['SOCIAL_SIGN_UP_EXPIRED', 'PHONE_INVALID', 'OTP_TOKEN_INVALID'],
  },
  'POST /vid/ajax/auth/login/social/cancel': {
    id: 'cancelPendingSocialSignUp',
    summary: 'Discard a pending social sign-up; succeeds if there is none',
    body: closedObject({ signUpId: SignUpId }),
  },
  'POST /vid/ajax/auth/login/social/verify': {
    id: 'completeSocialSignUp',
    summary:
      'Finish a social sign-up with a verified code: create the account, or link the account of the phone by its password',
    body: closedObject({
      otpToken: Token,
      signUpId: SignUpId,
      phone: Phone,
      password: NewPassword,
      isEnterprise: Type.Optional(Type.Boolean()),
      referralCode: Type.Optional(nullable(ReferralCode)),
      campaign: Type.Optional(nullable(Campaign)),
      name: Type.Optional(nullable(Type.String({ maxLength: 400 }))),
      email: Type.Optional(nullable(Type.String({ maxLength: 400 }))),
      acceptedTerms: Type.Optional(Type.Boolean()),
      termsVersion: Type.Optional(AcceptedVersion),
    }),
    data: SignInOutcome,
    errors: [
      'SOCIAL_SIGN_UP_EXPIRED',
      'SOCIAL_DISABLED',
      'SOCIAL_TAKEN',
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_EXISTS',
      ...lockErrors,
      'AUTH_FAILED',
      'AUTH_THROTTLED',
      'CHANGE_ON_HOLD',
      ...secondFactorErrors,
      ...newPasswordErrors,
      'TERMS_NOT_ACCEPTED',
      'REFERRAL_INVALID',
      'BUSY',
    ],
  },
});
