import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { PrivacyRequest } from '../member/privacy.ts';
import { closed, Done, IsoTime, nullable } from '../shapes.ts';
import { Author } from './account-support-fields.ts';
import { AccountId } from './accounts.ts';

const tag = 'privacy';

const RequestId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['req_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});
const params = Type.Object({ requestId: RequestId }, closed);
const Text = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The member reads it.',
  examples: ['We have corrected your name.'],
});

const Item = named(
  'PrivacyRequestItem',
  Type.Object({
    ...Type.Pick(PrivacyRequest, ['kind', 'status', 'createdAt', 'replyDueAt', 'dueAt']).properties,
    id: RequestId,
    account: Type.Object({
      id: AccountId,
      name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
      phone: nullable(Type.String({ examples: ['+84912345678'] })),
    }),
    nextDueAt: nullable(IsoTime, {
      description: 'The legal limit that comes next; null for a closed request.',
    }),
    urgency: named(
      'PrivacyRequestUrgency',
      Type.Enum(['overdue', 'dueSoon', 'inTime', 'closed'], {
        description: '`dueSoon`: within two days.',
        examples: ['dueSoon'],
      }),
    ),
  }),
);

const changeErrors = [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND', 'RECORD_CHANGED'] as const;

export const adminPrivacyEndpoints = defineEndpoints({
  'POST /vid/api/admin/privacy/requests/search': {
    id: 'searchPrivacyRequests',
    summary:
      'List the privacy requests of members: those whose legal limit comes next first, or those closed last',
    tag,
    access: 'admin',
    body: Type.Object(
      {
        state: Type.Optional(
          Type.Enum(['waiting', 'overdue', 'closed'], {
            default: 'waiting',
            description: '`waiting`: not closed, the overdue ones included.',
            examples: ['waiting'],
          }),
        ),
        kind: Type.Optional(PrivacyRequest.properties.kind),
        ...pageQuery,
      },
      closed,
    ),
    data: pageOf(Item),
    errors: adminErrors,
  },
  'GET /vid/api/admin/privacy/requests/:requestId': {
    id: 'getPrivacyRequest',
    summary: 'Get a privacy request with what the association replied',
    tag,
    access: 'admin',
    params,
    data: Type.Object({
      ...Item.properties,
      ...Type.Pick(PrivacyRequest, ['details', 'answer', 'outcome', 'resolution', 'extensionReason'])
        .properties,
      answeredAt: nullable(IsoTime),
      extendedAt: nullable(IsoTime),
      closedAt: nullable(IsoTime),
      handledBy: Author,
      mayExtend: Type.Boolean({ description: 'The law allows one extension, of some kinds of requests.' }),
      maxExtensionDays: Type.Integer({ examples: [15] }),
    }),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/privacy/requests/:requestId/answer': {
    id: 'answerPrivacyRequest',
    summary: 'Give the first reply to a request that is still to be carried out',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object({ text: Text }, closed),
    data: Done,
    errors: changeErrors,
  },
  'POST /vid/api/admin/privacy/requests/:requestId/extend': {
    id: 'extendPrivacyRequest',
    summary: 'Extend the time to carry a request out, once',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object(
      { days: Type.Integer({ minimum: 1, maximum: 15, examples: [10] }), reason: Text },
      closed,
    ),
    data: Done,
    errors: changeErrors,
  },
  'POST /vid/api/admin/privacy/requests/:requestId/close': {
    id: 'closePrivacyRequest',
    summary: 'Close a request as carried out, or as declined for a reason',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object(
      { outcome: Type.Enum(['done', 'declined'], { examples: ['done'] }), text: Text },
      closed,
    ),
    data: Done,
    errors: changeErrors,
  },
});
