import { Type } from 'typebox';
import { arrayOf, named, namedObject } from '../../named.ts';
import { auditKindGroups, type AuditGroup } from '../../audit-kinds.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closedObject, idOf, IsoTime, nullable } from '../shapes.ts';
import { Refusal } from '../applications/client-doctor.ts';
import { IsUndo } from '../bulk-shapes.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const auditGroups = Object.keys(auditKindGroups) as AuditGroup[];

const EventId = Type.String({ minLength: 1, maxLength: 16, examples: ['48151623'] });
/** The longest actor id is `client:` followed by the id of a machine client. */
const maxActorId = 'client:'.length + 128;
const Person = nullable(
  Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: maxActorId,
      description: 'The id of an account. Of an actor also `client:` and the id of a machine client.',
      examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
    }),
    name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
      description:
        'The phone number of an administrator without a name. Null for others without a name, and for an erased account.',
    }),
  }),
);

const Named = Type.Object({
  id: Type.String({ examples: ['app_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
  name: nullable(Type.String({ examples: ['Sàn giao dịch'] })),
});

export const AuditEvent = namedObject('AuditEvent', {
  id: EventId,
  at: IsoTime,
  kind: Type.String({ examples: ['account.locked'] }),
  change: Type.Optional(
    Type.String({
      description: 'The change that a second administrator has to confirm.',
      examples: ['recover-account'],
    }),
  ),
  account: Person,
  actor: Person,
  address: Type.String({ description: 'Empty for an erased account.', examples: ['203.0.113.7'] }),
  browser: nullable(Type.String({ examples: ['Chrome'] })),
  system: nullable(Type.String({ examples: ['Android'] })),
});

const AccountText = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The id of an account or its phone number.',
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});

const ActorText = Type.String({
  minLength: 1,
  maxLength: maxActorId,
  description: 'The id of an account, its phone number, or `client:` and the id of a machine client.',
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});

const filters = {
  account: Type.Optional(AccountText),
  actor: Type.Optional(ActorText),
  group: Type.Optional(named('AuditGroup', Type.Enum(auditGroups))),
  kind: Type.Optional(Type.String({ maxLength: 64, examples: ['account.locked'] })),
  address: Type.Optional(Type.String({ maxLength: 64, examples: ['203.0.113.7'] })),
  from: Type.Optional(IsoTime),
  to: Type.Optional(IsoTime),
};

export const adminAuditEndpoints = defineEndpoints('admin', 'audit', {
  // Use POST, because a filter can be a phone number, and URLs are logged by proxies and kept by browsers.
  'POST /vid/api/admin/audit/search': {
    id: 'searchAuditEvents',
    listsMembers: true,
    summary: 'List events of the audit log, newest first; the call is recorded in the log',
    body: closedObject({ ...filters, ...pageQuery }),
    data: Type.Object({
      ...pageOf(AuditEvent).properties,
      next: nullable(Type.String(), {
        description: 'Not null while there are older events to read, even if this page has no matches.',
      }),
      account: Person,
      actor: Person,
    }),
  },
  'POST /vid/api/admin/audit/export': {
    id: 'exportAuditEvents',
    limit: { perHour: 120, rows: 0 },
    summary:
      'Get events of the audit log as lines of CSV or JSON, 5,000 at a time; the call is recorded in the log',
    confirm: true,
    body: closedObject({
      ...filters,
      format: Type.Enum(['csv', 'jsonl']),
      after: pageQuery.after,
    }),
    data: Type.Object({
      text: Type.String({ description: 'The first part of a CSV file begins with the column titles.' }),
      next: nullable(Type.String()),
    }),
  },
  'GET /vid/api/admin/audit/state': {
    id: 'getAuditState',
    summary: 'Get when the audit log was last sealed and checked',
    data: Type.Object({
      sealedAt: nullable(IsoTime),
      seals: Type.Integer({ examples: [5120] }),
      checkedAt: nullable(IsoTime, { description: 'When the last complete check ended.' }),
      problem: nullable(Type.String({ examples: ['rows-changed'] }), {
        description: 'Null if the last check found every seal and row intact.',
      }),
      problemSeal: nullable(Type.Integer({ examples: [4711] })),
    }),
  },
  'GET /vid/api/admin/audit/events/:eventId': {
    id: 'getAuditEvent',
    summary: 'Get an event of the audit log with its details; the call is recorded in the log',
    data: Type.Object({
      ...AuditEvent.properties,
      requestId: Type.String({ examples: ['req-1a'] }),
      details: arrayOf({
        name: Type.String({ examples: ['reason'] }),
        value: Type.String({ examples: ['The member lost the phone.'] }),
      }),
      accounts: Type.Array(Named, { description: 'The accounts whose ids are in `details`.' }),
      applications: Type.Array(Named, { description: 'The applications whose ids are in `details`.' }),
      roles: Type.Array(Named, {
        description: 'The roles whose codes are in `details`, with the code as the id.',
      }),
      isErased: Type.Boolean({ description: 'Its personal data was removed with the account.' }),
    }),
  },
  'GET /vid/api/admin/accounts/:accountId/events': {
    id: 'listAccountEvents',
    summary: 'List the newest events about an account, without views; the call is recorded in the log',
    data: arrayOf({
      ...AuditEvent.properties,
      reason: nullable(Type.String({ examples: ['The member lost the phone.'] })),
      isUndo: IsUndo,
    }),
  },
  'GET /vid/api/admin/references/:reference': {
    id: 'findReference',
    summary:
      'Find the rejected sign-in or the events that the reference on an error page names; the call is recorded in the log',
    data: Type.Object({
      reference: Type.String({ examples: ['MGVQ7K2XA9'] }),
      at: IsoTime,
      refusal: nullable(
        Type.Object({
          ...Refusal.properties,
          application: nullable(
            Type.Object({ id: idOf('app'), name: Type.String({ examples: ['Sàn giao dịch'] }) }),
            {
              description: 'Null for an unknown client.',
            },
          ),
        }),
        { description: 'Null for the reference of a request.' },
      ),
      events: Type.Array(AuditEvent, { description: 'The events of the request, at most 20.' }),
    }),
  },
});
