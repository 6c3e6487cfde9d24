import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, IsoTime } from '../shapes.ts';

/** What can happen to an account. `…-by-association`: done by an administrator or an operator. */
export const historyEvents = [
  'account-created',
  'account-created-by-association',
  'signed-in-password',
  'signed-in-code',
  'signed-in-passkey',
  'signed-in-social',
  'signed-in-qr',
  'signed-in',
  'sign-in-failed',
  'confirmation-failed',
  'signed-out',
  'session-ended',
  'session-ended-guessing',
  'session-ended-limit',
  'signed-out-everywhere',
  'profile-changed',
  'picture-changed',
  'email-confirmed',
  'phone-changed',
  'phone-change-undone',
  'certificate-changed',
  'certificate-confirmed-by-association',
  'certificate-refused-by-association',
  'password-changed',
  'password-reset',
  'password-reset-by-association',
  'password-change-forced-by-association',
  'identity-linked',
  'identity-removed',
  'two-step-switched-on',
  'two-step-switched-off',
  'recovery-codes-replaced',
  'recovery-code-used',
  'qr-denied',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'passkey-copied',
  'account-locked',
  'account-locked-by-association',
  'account-unlocked-by-association',
  'recovery-requested',
  'recovery-stopped',
  'account-recovered',
  'phone-released',
  'consent-given',
  'consent-withdrawn',
  'copy-downloaded',
  'privacy-request-made',
  'privacy-request-closed',
  'deletion-requested',
  'deletion-cancelled',
] as const;

export const historyEndpoints = defineEndpoints({
  'GET /vid/api/users/history': {
    summary: 'List what happened to the account, newest first',
    tag: 'session',
    access: 'member',
    query: Type.Object(pageQuery, closed),
    data: pageOf(
      Type.Object({
        event: Type.Enum([...historyEvents], { examples: ['signed-in-password'] }),
        device: Type.Object(
          {
            browser: Type.String({ examples: ['Chrome'] }),
            system: Type.String({ examples: ['Windows'] }),
          },
          { description: 'Empty where unknown, and for what the association did.' },
        ),
        at: IsoTime,
      }),
    ),
    errors: sessionErrors,
  },
});
