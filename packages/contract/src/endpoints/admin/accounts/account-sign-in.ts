import { Type } from 'typebox';
import { arrayOf, namedEnum, namedObject } from '../../../named.ts';
import { defineEndpoints } from '../../../endpoint.ts';
import { OtpPurpose } from '../../sign-in/otp.ts';
import { closedObject, IsoTime, nullable } from '../../shapes.ts';
import { Author } from './account-support-fields.ts';
import { Reason, ReasonBody } from './accounts.ts';
import { ApprovalId } from '../approvals.ts';

/**
 * Reasons for a verdict, in order of precedence, except that `no-password` precedes `password-wait` and
 * `password-code`. The last three accompany the answer `yes`.
 */
export const signInReasons = [
  'locked',
  'locked-by-owner',
  'no-way',
  'app-codes-limit',
  'no-phone',
  'phone-in-doubt',
  'dormant',
  'codes-limit',
  'shared-limit',
  'sms-paused',
  'sms-failed',
  'code-mistyped',
  'code-not-entered',
  'code-locked',
  'password-wait',
  'password-code',
  'no-password',
  'must-change-password',
  'open',
] as const;

export const signInLimits = [
  'password-wait',
  'password-code',
  'codes-wait',
  'codes-slot',
  'codes-hour',
  'codes-day',
  'codes-attacked',
  'app-codes',
  'network-unanswered',
  'network-hour',
  'prefix',
  'all',
  'sms-paused',
] as const;

const LiftedLimit = namedEnum('LiftedLimit', ['passwords', 'codes', 'app-codes']);

const Network = nullable(Type.String({ examples: ['203.0.113.7'] }), {
  description: 'An address or its /64. Null for a known device, and where the network does not matter.',
});

const Code = namedObject('RequestedCode', {
  requestedAt: IsoTime,
  purpose: OtpPurpose,
  channel: Type.Enum(['sms']),
  gateway: Type.Enum(['accepted', 'failed', 'sending', 'unsent'], {
    description: 'What the SMS gateway replied. `unsent`: the message did not reach the gateway.',
  }),
  delivered: Type.Enum(['yes', 'no', 'unknown'], {
    description: 'Only an entered code is certain to have arrived.',
  }),
  state: Type.Enum(['waiting', 'entered', 'used', 'locked', 'replaced', 'expired', 'failed']),
  wrong: Type.Integer({ description: 'Wrong tries.', examples: [0] }),
  enteredAt: nullable(IsoTime),
  usedAt: nullable(IsoTime),
  expiresAt: IsoTime,
  digits: Type.Integer({ examples: [6] }),
  isKnownDevice: Type.Boolean(),
  network: Network,
});

const Recovery = namedObject('OpenRecovery', {
  stage: Type.Enum(['approval', 'waiting', 'ready'], {
    description:
      '`approval`: a second administrator must confirm it. `waiting`: the owner can cancel it. `ready`: the link was sent.',
  }),
  channel: Type.Enum(['mail', 'phone', 'code', 'support']),
  contact: nullable(Type.String({ examples: ['+84987654321'] }), {
    description: 'The phone number or email address that support has chosen for the link.',
  }),
  requestedAt: IsoTime,
  endsAt: nullable(IsoTime, { description: 'The end of the stage.' }),
  requestedBy: Author,
  confirmedBy: Author,
  approvalId: nullable(ApprovalId, { description: 'Set in the stage `approval`.' }),
});

export const adminAccountSignInEndpoints = defineEndpoints('admin', 'accounts', {
  'GET /vid/api/admin/accounts/:accountId/sign-in-check': {
    id: 'checkAccountSignIn',
    summary:
      'Find out whether a member can sign in now, and why a code does not arrive; the call is recorded in the audit log',
    data: Type.Object({
      checkedAt: IsoTime,
      verdict: Type.Object({
        answer: Type.Enum(['yes', 'partly', 'no']),
        reason: Type.Enum([...signInReasons]),
        until: nullable(IsoTime, { description: 'When the obstacle ends without action.' }),
      }),
      codes: Type.Array(Code, { description: 'Requested in the last day, newest first, at most 10.' }),
      tries: Type.Object({
        passwords: Type.Integer({ description: 'Wrong tries in a row on unknown devices.', examples: [0] }),
        lastPasswordAt: nullable(IsoTime),
        codes: Type.Integer({ description: 'Wrong tries in the last day.', examples: [0] }),
        appCodes: Type.Integer({
          description: 'Wrong tries in the last day on unknown devices.',
          examples: [0],
        }),
      }),
      limits: arrayOf({
        limit: Type.Enum([...signInLimits]),
        lift: nullable(LiftedLimit, { description: 'Null for a limit that the account shares with others.' }),
        until: nullable(IsoTime),
        network: Network,
      }),
      holds: arrayOf({
        hold: Type.Enum(['sensitive-changes', 'phone-in-doubt']),
        until: nullable(IsoTime),
      }),
      devices: Type.Object({
        known: Type.Integer({ examples: [2] }),
        blocked: Type.Integer({
          description: 'No longer known, because too many wrong passwords or codes were entered on them.',
          examples: [0],
        }),
      }),
      recovery: nullable(Recovery),
    }),
  },
  'POST /vid/api/admin/accounts/:accountId/lift-limit': {
    id: 'liftAccountLimit',
    limit: { perHour: 600, rows: 0 },
    summary: 'Reset the count of wrong passwords, one-time codes or wrong authenticator codes of an account',
    confirm: true,
    body: closedObject({ limit: LiftedLimit, reason: Reason }),
    errors: ['OWN_ACCOUNT'],
  },
  'POST /vid/api/admin/accounts/:accountId/cancel-recovery': {
    id: 'cancelAccountRecovery',
    limit: { perHour: 600, rows: 0 },
    summary: 'Cancel the open recovery of an account, even one that the association started',
    confirm: true,
    body: ReasonBody,
    errors: ['OWN_ACCOUNT', 'RECOVERY_NOT_OPEN'],
  },
});
