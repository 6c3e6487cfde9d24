import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closedObject, IsoTime } from '../shapes.ts';

/**
 * The events in an account's history. The suffix `-by-association` marks events caused by an administrator or an
 * operator.
 */
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
  'email-removed',
  'phone-changed',
  'phone-change-undone',
  'certificate-changed',
  'certificate-confirmed-by-association',
  'certificate-refused-by-association',
  'enterprise-verified-by-association',
  'enterprise-refused-by-association',
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
  'device-approved',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'passkey-copied',
  'account-locked',
  'account-locked-by-association',
  'account-unlocked-by-association',
  'role-granted-by-association',
  'role-withdrawn-by-association',
  'recovery-requested',
  'recovery-stopped',
  'account-recovered',
  'phone-released',
  'consent-given',
  'terms-agreed',
  'consent-withdrawn',
  'copy-downloaded',
  'privacy-request-made',
  'privacy-request-closed',
  'privacy-request-closed-by-association',
  'privacy-request-answered-by-association',
  'privacy-request-extended-by-association',
  'incident-told-by-association',
  'deletion-requested',
  'deletion-cancelled',
] as const;

export const historyEndpoints = defineEndpoints('member', 'session', {
  'GET /vid/api/users/history': {
    id: 'listHistory',
    summary: 'List what happened to the account, newest first',
    query: closedObject(pageQuery),
    data: pageOf(
      Type.Object({
        event: Type.Enum([...historyEvents]),
        device: Type.Object(
          {
            browser: Type.String({ examples: ['Chrome'] }),
            system: Type.String({ examples: ['Windows'] }),
          },
          { description: 'Empty if unknown, and for actions of the association.' },
        ),
        at: IsoTime,
      }),
    ),
  },
});
