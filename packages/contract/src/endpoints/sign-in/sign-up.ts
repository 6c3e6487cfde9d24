import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { Campaign, closed, NewPassword, Phone, ReferralCode, Token, UserInfo } from '../shapes.ts';

export const signUpEndpoints = defineEndpoints({
  'POST /vid/ajax/users/signup/phone': {
    summary: 'Create an account for a verified phone; idempotent for one otpToken',
    tag: 'sign-up',
    access: 'visitor',
    body: Type.Object(
      {
        phone: Phone,
        password: NewPassword,
        isEnterprise: Type.Optional(Type.Boolean()),
        referralCode: Type.Optional(Type.Union([ReferralCode, Type.Null()])),
        campaign: Type.Optional(Type.Union([Campaign, Type.Null()])),
        otpToken: Token,
        acceptedTerms: Type.Boolean(),
      },
      closed,
    ),
    data: UserInfo,
    errors: [
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_EXISTS',
      'ACCOUNT_LOCKED',
      'PASSWORD_POLICY',
      'PASSWORD_COMMON',
      'PASSWORD_CONTAINS_PHONE',
      'TERMS_NOT_ACCEPTED',
      'REFERRAL_INVALID',
      'BUSY',
    ],
  },
  'POST /vid/gateway/referral/check': {
    summary: 'Whether a referral code exists, and whose it is (masked)',
    tag: 'sign-up',
    access: 'gateway',
    body: Type.Object({ referralCode: Type.String({ minLength: 1, maxLength: 32 }) }, closed),
    data: Type.Object({ valid: Type.Boolean(), displayName: Type.Union([Type.String(), Type.Null()]) }),
    errors: ['TOKEN_MISSING', 'TOKEN_INVALID', 'UNKNOWN_VALIDATING_EXCEPTION'],
  },
});
