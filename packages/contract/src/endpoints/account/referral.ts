import { Type } from 'typebox';
import { clientTokenErrors, defineEndpoints } from '../../endpoint.ts';
import { closedObject, nullable } from '../shapes.ts';

export const referralEndpoints = defineEndpoints('gateway', 'sign-up', {
  'POST /vid/gateway/referral/check': {
    id: 'checkReferralCode',
    summary: 'Check that a referral code exists; returns the masked name of its owner',
    body: closedObject({
      referralCode: Type.String({ minLength: 1, maxLength: 32, examples: ['K7M2Q9HTVN'] }),
    }),
    data: Type.Object({
      valid: Type.Boolean(),
      displayName: nullable(Type.String({ examples: ['N*** A***'] })),
    }),
    errors: clientTokenErrors,
  },
});
