import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import {
  AcceptedVersion,
  Campaign,
  closedObject,
  lockErrors,
  NewPassword,
  newPasswordErrors,
  nullable,
  Phone,
  ReferralCode,
  SignInOutcome,
  Token,
} from '../shapes.ts';

export const signUpEndpoints = defineEndpoints('visitor', 'sign-up', {
  'POST /vid/ajax/users/signup/phone': {
    id: 'signUp',
    summary: 'Create an account for a verified phone; idempotent for one otpToken',
    body: closedObject({
      phone: Phone,
      password: NewPassword,
      isEnterprise: Type.Optional(Type.Boolean()),
      referralCode: Type.Optional(nullable(ReferralCode)),
      campaign: Type.Optional(nullable(Campaign)),
      name: Type.Optional(
        nullable(
          // Longer than any valid value, because the service cleans the text before it applies the real limits.
          Type.String({
            maxLength: 400,
            description: "The person's name, or the enterprise's.",
            examples: ['Nguyễn Thị Minh Anh'],
          }),
        ),
      ),
      otpToken: Token,
      acceptedTerms: Type.Boolean(),
      termsVersion: Type.Optional(AcceptedVersion),
      isNewOwner: Type.Optional(
        Type.Boolean({
          description:
            'The visitor is the new owner of the number, which is taken from an account that has not been used for 180 days. That account keeps everything else.',
        }),
      ),
    }),
    data: SignInOutcome,
    errors: [
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_EXISTS',
      ...lockErrors,
      ...newPasswordErrors,
      'TERMS_NOT_ACCEPTED',
      'REFERRAL_INVALID',
      'BUSY',
    ],
  },
});
