import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { maxAddedLines } from '../applications/permissions.ts';
import { closed, Done, IsoTime, nullable } from '../shapes.ts';
import { Author } from './account-support-fields.ts';
import { AccountId } from './accounts.ts';
import { incidentCriteria, incidentDataKinds, incidentSeverities } from './incident-shapes.ts';

const tag = 'incidents';

const IncidentId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['inc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});
const params = Type.Object({ incidentId: IncidentId }, closed);
const Revision = Type.Integer({
  minimum: 1,
  description: 'Counts the changes of the incident and of its list. A change names the one that was read.',
  examples: [3],
});
const longText = { minLength: 1, maxLength: 4_000 };
const Status = named(
  'IncidentStatus',
  Type.Enum(['open', 'notified', 'closed'], {
    description: '`notified`: the authority was told.',
    examples: ['open'],
  }),
);
/** PostgreSQL has no year 0. */
const Time = Type.String({ format: 'date-time', pattern: '^20', examples: ['2026-11-21T02:00:00.000Z'] });

const record = {
  title: Type.String({
    minLength: 1,
    maxLength: 200,
    examples: ['A list of members went to a wrong address'],
  }),
  description: Type.String({ ...longText, examples: ['A file with 120 names was attached to a mail.'] }),
  dataKinds: Type.Array(
    named('PersonalDataKind', Type.Enum([...incidentDataKinds], { examples: ['names'] })),
    {
      minItems: 1,
      maxItems: incidentDataKinds.length,
      uniqueItems: true,
    },
  ),
  severity: named('IncidentSeverity', Type.Enum([...incidentSeverities], { examples: ['medium'] })),
  measures: Type.String({
    maxLength: 4_000,
    description: 'What was done about it. Empty until something was.',
    examples: ['The recipient deleted the file.'],
  }),
  discoveredAt: Type.String({
    format: 'date-time',
    pattern: '^20',
    description: 'The 72 hours start here. Not in the future.',
    examples: ['2026-11-21T02:00:00.000Z'],
  }),
};

const Item = named(
  'IncidentItem',
  Type.Object({
    id: IncidentId,
    title: record.title,
    severity: record.severity,
    status: Status,
    urgency: named(
      'IncidentUrgency',
      Type.Enum(['overdue', 'dueSoon', 'inTime', 'told', 'toldLate', 'closed'], {
        description:
          'Of the notice to the authority. `dueSoon`: within 24 hours. `told`, `toldLate`: recorded in time or later. ' +
          '`closed`: without one.',
        examples: ['inTime'],
      }),
    ),
    discoveredAt: IsoTime,
    dueAt: IsoTime,
    secondsLeft: Type.Integer({
      description: 'Until the notice is due, by the server’s clock; negative once it is overdue.',
      examples: [151_200],
    }),
    closedAt: nullable(IsoTime),
  }),
);

const Counts = named(
  'IncidentCounts',
  Type.Object({
    total: Type.Integer({ description: 'Erased accounts included.', examples: [120] }),
    told: Type.Integer({ description: 'Told by mail or SMS.', examples: [80] }),
    unreachable: Type.Integer({
      description: 'With neither a confirmed address nor a phone.',
      examples: [1],
    }),
    waiting: Type.Integer({ description: 'Not told yet, without erased accounts.', examples: [39] }),
  }),
);

const Affected = named(
  'AffectedAccount',
  Type.Object({
    id: Type.String({ examples: ['48'] }),
    account: nullable(
      Type.Object({
        id: AccountId,
        name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
        phone: nullable(Type.String({ examples: ['+84912345678'] })),
      }),
      { description: 'Null once the account is erased.' },
    ),
    how: Type.Enum(['phone', ...incidentCriteria], { examples: ['phone'] }),
    addedAt: IsoTime,
    toldAt: nullable(IsoTime),
    toldBy: nullable(Type.Enum(['mail', 'sms', 'none'], { examples: ['mail'] })),
  }),
);

const Texts = named(
  'IncidentTexts',
  Type.Object({ vi: Type.String(longText), en: Type.String(longText) }, closed),
);

const changeErrors = [...adminErrors, 'NOT_FOUND', 'RECORD_CHANGED'] as const;
const sensitiveErrors = [...changeErrors, 'REAUTHENTICATION_REQUIRED'] as const;

export const adminIncidentEndpoints = defineEndpoints({
  'POST /vid/api/admin/incidents/search': {
    id: 'searchIncidents',
    summary: 'List the data incidents that are not closed, those due first, or those closed last',
    tag,
    access: 'admin',
    body: Type.Object(
      {
        state: Type.Optional(Type.Enum(['current', 'closed'], { default: 'current', examples: ['current'] })),
        ...pageQuery,
      },
      closed,
    ),
    data: pageOf(Item),
    errors: adminErrors,
  },
  'POST /vid/api/admin/incidents': {
    id: 'openIncident',
    summary: 'Open a data incident',
    tag,
    access: 'admin',
    body: Type.Object(record, closed),
    data: Type.Object({ id: IncidentId }),
    errors: adminErrors,
  },
  'GET /vid/api/admin/incidents/:incidentId': {
    id: 'getIncident',
    summary: 'Get a data incident with the state of its notices',
    tag,
    access: 'admin',
    params,
    data: Type.Object({
      ...Item.properties,
      ...record,
      revision: Revision,
      notedBy: Author,
      createdAt: IsoTime,
      authorityNotifiedAt: nullable(IsoTime),
      authorityReference: nullable(Type.String({ examples: ['A05-2026/118'] })),
      noticeRequestedAt: nullable(IsoTime),
      membersNotifiedAt: nullable(IsoTime, {
        description:
          'When everyone who was on the list at the last request had been told. Null while it runs.',
      }),
      closingNote: nullable(Type.String()),
      affected: Counts,
    }),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'PUT /vid/api/admin/incidents/:incidentId': {
    id: 'changeIncident',
    summary: 'Change what is written down about a data incident',
    tag,
    access: 'admin',
    params,
    body: Type.Object({ revision: Revision, ...record }, closed),
    data: Done,
    errors: changeErrors,
  },
  'GET /vid/api/admin/incidents/:incidentId/drafts': {
    id: 'getIncidentDrafts',
    summary: 'Get drafts of the notices to the authority and to those affected, from what is written down',
    tag,
    access: 'admin',
    params,
    data: Type.Object({
      authority: Type.Object({ vi: Type.String(), en: Type.String() }),
      members: Type.Object({ vi: Type.String(), en: Type.String() }),
    }),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/incidents/:incidentId/authority-notice': {
    id: 'recordAuthorityNotice',
    summary: 'Record that the authority was told',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object(
      {
        revision: Revision,
        sentAt: Type.String({
          ...Time,
          description: 'Not before the discovery and not in the future.',
        }),
        reference: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The number of the notice, or how it was sent.',
          examples: ['A05-2026/118'],
        }),
      },
      closed,
    ),
    data: Done,
    errors: sensitiveErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/members-notice': {
    id: 'sendMembersNotice',
    summary: 'Tell everyone on the list who was not told yet, by mail or SMS',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object({ revision: Revision, texts: Texts }, closed),
    data: Done,
    errors: sensitiveErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/close': {
    id: 'closeIncident',
    summary: 'Close a data incident',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object(
      {
        revision: Revision,
        note: Type.String({ ...longText, examples: ['The cause is removed and all members were told.'] }),
      },
      closed,
    ),
    data: Done,
    errors: sensitiveErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/search': {
    id: 'searchIncidentAccounts',
    summary: 'List the accounts that an incident affects, in the order they were added',
    tag,
    access: 'admin',
    params,
    body: Type.Object(
      { isWaiting: Type.Optional(Type.Boolean({ description: 'Only those not told yet.' })), ...pageQuery },
      closed,
    ),
    data: pageOf(Affected),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts': {
    id: 'addIncidentAccounts',
    summary: 'Add the accounts of phone numbers to an incident; each line is reported',
    tag,
    access: 'admin',
    params,
    body: Type.Object(
      {
        phones: Type.Array(Type.String({ minLength: 1, maxLength: 24, examples: ['0912345678'] }), {
          minItems: 1,
          maxItems: maxAddedLines,
        }),
      },
      closed,
    ),
    data: Type.Object({
      report: Type.Array(
        Type.Object({
          phone: Type.String({ description: 'As it was sent.', examples: ['0912345678'] }),
          outcome: Type.Enum(['added', 'already', 'no-account', 'invalid'], { examples: ['added'] }),
        }),
      ),
    }),
    errors: changeErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/find': {
    id: 'addFoundIncidentAccounts',
    summary: 'Add the accounts that a criterion finds in a time range, a part at a time; repeat with `next`',
    tag,
    access: 'admin',
    params,
    body: Type.Object(
      {
        by: Type.Enum([...incidentCriteria], {
          description:
            '`address`: an event of the account came from the IP address `value`. `actor`: the account with the id or ' +
            'phone `value` did something with it. `sign-in`: it signed in. `application`: the application with the id ' +
            '`value` received its data; counts if the time from its first to its last use overlaps the range.',
          examples: ['address'],
        }),
        value: Type.Optional(Type.String({ minLength: 1, maxLength: 64, examples: ['203.0.113.7'] })),
        from: Time,
        to: Time,
        after: pageQuery.after,
      },
      closed,
    ),
    data: Type.Object({
      added: Type.Integer({ description: 'Accounts that were not on the list.', examples: [12] }),
      seen: Type.Integer({
        description: 'Events, or uses of the application, of this part.',
        examples: [640],
      }),
      next: nullable(Type.String()),
    }),
    errors: changeErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/remove': {
    id: 'removeIncidentAccounts',
    summary: 'Remove accounts from an incident that were not told yet',
    tag,
    access: 'admin',
    params,
    body: Type.Object(
      { ids: Type.Array(AccountId, { minItems: 1, maxItems: 100, uniqueItems: true }) },
      closed,
    ),
    data: Type.Object({ removed: Type.Integer({ examples: [2] }) }),
    errors: changeErrors,
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/export': {
    id: 'exportIncidentAccounts',
    summary: 'Get the accounts that an incident affects as lines of a CSV file, 5,000 at a time',
    tag,
    access: 'admin',
    confirm: true,
    params,
    body: Type.Object({ after: pageQuery.after }, closed),
    data: Type.Object({
      csv: Type.String({ description: 'The first part begins with the titles.' }),
      next: nullable(Type.String()),
    }),
    errors: [...adminErrors, 'NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  },
});
