import { Type } from 'typebox';
import { requiredChecks } from '../../checks.ts';
import { namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { countedPageOf, pageQuery } from '../../page.ts';
import { closedObject, idOf, IsoTime, ListedAccount, nullable } from '../shapes.ts';
import { PrivacyRequest } from '../member/privacy.ts';
import { Author } from './accounts/account-support-fields.ts';

const Text = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The member can read it.',
  examples: ['We have corrected your name.'],
});

const Item = namedObject('PrivacyRequestItem', {
  ...Type.Pick(PrivacyRequest, ['kind', 'status', 'createdAt', 'replyDueAt', 'dueAt']).properties,
  id: idOf('req'),
  account: ListedAccount,
  nextDueAt: nullable(IsoTime, {
    description: 'The next legal deadline; null for a closed request.',
  }),
  secondsLeft: nullable(Type.Integer({ examples: [111_600] }), {
    description: 'Until `nextDueAt`; negative once it has passed.',
  }),
  urgency: namedEnum('PrivacyRequestUrgency', ['overdue', 'dueSoon', 'inTime', 'closed'], {
    description: '`dueSoon`: within two days.',
  }),
});

export const adminPrivacyEndpoints = defineEndpoints('admin', 'privacy', {
  'POST /vid/api/admin/privacy/requests/search': {
    id: 'searchPrivacyRequests',
    listsMembers: true,
    summary: 'List members’ privacy requests: next legal deadline first, or last closed first',
    body: closedObject({
      state: Type.Optional(
        Type.Enum(['waiting', 'overdue', 'closed'], {
          default: 'waiting',
          description: '`waiting`: not closed, including overdue ones.',
        }),
      ),
      kind: Type.Optional(PrivacyRequest.properties.kind),
      ...pageQuery,
    }),
    data: countedPageOf(Item),
  },
  'GET /vid/api/admin/privacy/requests/:requestId': {
    id: 'getPrivacyRequest',
    summary: 'Get a privacy request with the association’s replies',
    data: Type.Object({
      ...Item.properties,
      ...Type.Pick(PrivacyRequest, ['details', 'answer', 'outcome', 'resolution', 'extensionReason'])
        .properties,
      answeredAt: nullable(IsoTime),
      extendedAt: nullable(IsoTime),
      closedAt: nullable(IsoTime),
      handledBy: Author,
      mayExtend: Type.Boolean({ description: 'The law allows one extension of some kinds of requests.' }),
      maxExtensionDays: Type.Integer({ examples: [15] }),
    }),
  },
  'POST /vid/api/admin/privacy/requests/:requestId/answer': {
    id: 'answerPrivacyRequest',
    limit: { perHour: 600, rows: 0 },
    summary: 'Send the first reply to a request that is still to be carried out',
    confirm: true,
    body: closedObject({ text: Text }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/privacy/requests/:requestId/extend': {
    id: 'extendPrivacyRequest',
    limit: { perHour: 600, rows: 0 },
    summary: 'Extend the time to carry a request out, once',
    confirm: true,
    body: closedObject({ days: Type.Integer({ minimum: 1, maximum: 15, examples: [10] }), reason: Text }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/privacy/requests/:requestId/close': {
    id: 'closePrivacyRequest',
    limit: { perHour: 600, rows: 0 },
    summary: 'Close a request as carried out, or as declined for a reason',
    confirm: true,
    body: closedObject({
      outcome: Type.Enum(['done', 'declined']),
      text: Text,
      checks: Type.Array(
        Type.Enum([...requiredChecks['privacy-request.done'], ...requiredChecks['privacy-request.declined']]),
        {
          uniqueItems: true,
          maxItems: 3,
          description:
            'The checks that the administrator has made: `carried-out` and `passed-on` for `done`, `legal-basis` for `declined`.',
          examples: [[...requiredChecks['privacy-request.done']]],
        },
      ),
    }),
    errors: ['RECORD_CHANGED'],
  },
});
