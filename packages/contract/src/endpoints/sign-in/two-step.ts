import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { rememberDays } from '../../limits.ts';
import { closedObject, lockErrors, Token, UserInfo } from '../shapes.ts';

export const AppCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'Six digits from the authenticator app. A code is accepted once.',
  examples: ['492039'],
});

export const twoStepSignInEndpoints = defineEndpoints('visitor', 'sign-in', {
  'POST /vid/ajax/auth/login/two-step': {
    id: 'completeTwoStep',
    summary: 'Complete a sign-in with a code from the authenticator app or a recovery code',
    body: closedObject({
      mfaToken: Token,
      code: Type.Optional(AppCode),
      recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64, examples: ['7k2qd-93xmb'] })),
      rememberDevice: Type.Optional(
        Type.Boolean({
          description: `Ask for no code on this device for ${rememberDays} days. Not for administrators.`,
        }),
      ),
    }),
    data: UserInfo,
    errors: [
      'MFA_TOKEN_INVALID',
      'TWO_STEP_CODE_INVALID',
      'TWO_STEP_THROTTLED',
      ...lockErrors,
      'SOCIAL_TAKEN',
    ],
  },
});
