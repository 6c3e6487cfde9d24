import { Type } from 'typebox';
import { arrayOf, named, namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { countedPageOf, pageOf, pageQuery } from '../../page.ts';
import { AccountId, closedObject, idOf, IsoTime, ListedAccount, maxVersion, nullable } from '../shapes.ts';
import { maxAddedLines } from '../applications/permissions.ts';
import { Author } from './accounts/account-support-fields.ts';
import { incidentCriteria, incidentDataKinds, incidentSeverities } from './incident-shapes.ts';

const IncidentId = idOf('inc');
const Revision = Type.Integer({
  minimum: 1,
  maximum: maxVersion,
  description:
    'The number of changes to the incident and its list. A change names the version that was shown.',
  examples: [3],
});
const longText = { minLength: 1, maxLength: 4_000 };
const Status = namedEnum('IncidentStatus', ['open', 'notified', 'closed'], {
  description: '`notified`: the authority was notified.',
});
/** Limits the year to 20xx, because PostgreSQL has no year 0. */
const Time = Type.String({ format: 'date-time', pattern: '^20', examples: ['2026-11-21T02:00:00.000Z'] });

const record = {
  title: Type.String({
    minLength: 1,
    maxLength: 200,
    examples: ['A list of members went to a wrong address'],
  }),
  description: Type.String({ ...longText, examples: ['A file with 120 names was attached to a mail.'] }),
  dataKinds: Type.Array(namedEnum('PersonalDataKind', [...incidentDataKinds]), {
    minItems: 1,
    maxItems: incidentDataKinds.length,
    uniqueItems: true,
  }),
  severity: namedEnum('IncidentSeverity', [...incidentSeverities]),
  measures: Type.String({
    maxLength: 4_000,
    description: 'What was done about it; empty if nothing yet.',
    examples: ['The recipient deleted the file.'],
  }),
  discoveredAt: Type.String({
    format: 'date-time',
    pattern: '^20',
    description: 'The 72 hours start here. Not in the future.',
    examples: ['2026-11-21T02:00:00.000Z'],
  }),
};

const Item = namedObject('IncidentItem', {
  id: IncidentId,
  title: record.title,
  severity: record.severity,
  status: Status,
  urgency: namedEnum('IncidentUrgency', ['overdue', 'dueSoon', 'inTime', 'told', 'toldLate', 'closed'], {
    description:
      'The state of the notice to the authority. `dueSoon`: within 24 hours. `told`, `toldLate`: recorded in time or late. ' +
      '`closed`: without one.',
  }),
  discoveredAt: IsoTime,
  dueAt: IsoTime,
  secondsLeft: Type.Integer({
    description: 'Until the notice is due, by the server’s clock; negative once it is overdue.',
    examples: [151_200],
  }),
  closedAt: nullable(IsoTime),
});

const Counts = namedObject('IncidentCounts', {
  total: Type.Integer({ description: 'Erased accounts included.', examples: [120] }),
  told: Type.Integer({ description: 'Notified by email or SMS.', examples: [80] }),
  unreachable: Type.Integer({
    description: 'Accounts with neither a confirmed email address nor a phone.',
    examples: [1],
  }),
  waiting: Type.Integer({ description: 'Not notified yet, without erased accounts.', examples: [39] }),
});

const Affected = namedObject('AffectedAccount', {
  id: Type.String({ examples: ['48'] }),
  account: nullable(ListedAccount, { description: 'Null for an erased account.' }),
  how: Type.Enum(['phone', ...incidentCriteria]),
  addedAt: IsoTime,
  toldAt: nullable(IsoTime),
  toldBy: nullable(Type.Enum(['mail', 'sms', 'none'])),
});

const Texts = named('IncidentTexts', closedObject({ vi: Type.String(longText), en: Type.String(longText) }));

export const adminIncidentEndpoints = defineEndpoints('admin', 'incidents', {
  'POST /vid/api/admin/incidents/search': {
    id: 'searchIncidents',
    summary: 'List the open data incidents, next due first, or the closed ones, last closed first',
    body: closedObject({
      state: Type.Optional(Type.Enum(['current', 'closed'], { default: 'current' })),
      ...pageQuery,
    }),
    data: countedPageOf(Item),
  },
  'POST /vid/api/admin/incidents': {
    id: 'openIncident',
    limit: { perHour: 120, rows: 'kept' },
    summary: 'Open a data incident',
    body: closedObject(record),
    data: Type.Object({ id: IncidentId }),
  },
  'GET /vid/api/admin/incidents/:incidentId': {
    id: 'getIncident',
    summary: 'Get a data incident with the state of its notices',
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
          'When everyone who was on the list at the last request had been notified. Null while the job is running.',
      }),
      closingNote: nullable(Type.String()),
      affected: Counts,
    }),
  },
  'PUT /vid/api/admin/incidents/:incidentId': {
    id: 'changeIncident',
    limit: { perHour: 600, rows: 0 },
    summary: 'Change the record of a data incident',
    body: closedObject({ revision: Revision, ...record }),
    errors: ['RECORD_CHANGED'],
  },
  'GET /vid/api/admin/incidents/:incidentId/drafts': {
    id: 'getIncidentDrafts',
    summary: 'Get drafts of the notices to the authority and to affected members, made from the record',
    data: Type.Object({
      authority: Type.Object({ vi: Type.String(), en: Type.String() }),
      members: Type.Object({ vi: Type.String(), en: Type.String() }),
    }),
  },
  'POST /vid/api/admin/incidents/:incidentId/authority-notice': {
    id: 'recordAuthorityNotice',
    limit: { perHour: 120, rows: 0 },
    summary: 'Record that the authority was notified',
    confirm: true,
    body: closedObject({
      revision: Revision,
      sentAt: Type.String({ ...Time, description: 'Not before the discovery and not in the future.' }),
      reference: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The number of the notice, or how it was sent.',
        examples: ['A05-2026/118'],
      }),
    }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/members-notice': {
    id: 'sendMembersNotice',
    limit: { perHour: 120, rows: 'kept' },
    summary: 'Notify everyone on the list who has not been notified yet, by email or SMS',
    confirm: true,
    body: closedObject({ revision: Revision, texts: Texts }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/close': {
    id: 'closeIncident',
    limit: { perHour: 120, rows: 0 },
    summary: 'Close a data incident',
    confirm: true,
    body: closedObject({
      revision: Revision,
      note: Type.String({ ...longText, examples: ['The cause is removed and all members were told.'] }),
    }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/search': {
    id: 'searchIncidentAccounts',
    listsMembers: true,
    summary: 'List the accounts that an incident affects, in the order they were added',
    body: closedObject({
      isWaiting: Type.Optional(
        Type.Boolean({ description: 'Only accounts that have not been notified yet.' }),
      ),
      ...pageQuery,
    }),
    data: pageOf(Affected),
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts': {
    id: 'addIncidentAccounts',
    limit: { perHour: 1_200, rows: 'kept' },
    summary: 'Add the accounts of phone numbers to an incident; the response has a result for each line',
    body: closedObject({
      phones: Type.Array(Type.String({ minLength: 1, maxLength: 24, examples: ['0912345678'] }), {
        minItems: 1,
        maxItems: maxAddedLines,
      }),
    }),
    data: Type.Object({
      report: arrayOf({
        phone: Type.String({ description: 'As it was sent.', examples: ['0912345678'] }),
        outcome: Type.Enum(['added', 'already', 'no-account', 'invalid']),
      }),
    }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/find': {
    id: 'addFoundIncidentAccounts',
    limit: { perHour: 1_200, rows: 'kept' },
    summary: 'Add the accounts that a criterion finds in a time range, a part at a time; repeat with `next`',
    body: closedObject({
      by: Type.Enum([...incidentCriteria], {
        description:
          '`address`: an event of the account came from the IP address `value`. `actor`: the account with the id or ' +
          'phone `value` did something with it. `sign-in`: it signed in. `application`: the application with the id ' +
          '`value` received its data; counts if the time from its first to its last use overlaps the range.',
      }),
      value: Type.Optional(Type.String({ minLength: 1, maxLength: 64, examples: ['203.0.113.7'] })),
      from: Time,
      to: Time,
      after: pageQuery.after,
    }),
    data: Type.Object({
      added: Type.Integer({ description: 'Accounts that were not on the list.', examples: [12] }),
      seen: Type.Integer({
        description: 'Events, or uses of the application, of this part.',
        examples: [640],
      }),
      next: nullable(Type.String()),
    }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/remove': {
    id: 'removeIncidentAccounts',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Remove accounts that have not been notified yet from an incident',
    body: closedObject({ ids: Type.Array(AccountId, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    data: Type.Object({ removed: Type.Integer({ examples: [2] }) }),
    errors: ['RECORD_CHANGED'],
  },
  'POST /vid/api/admin/incidents/:incidentId/accounts/export': {
    id: 'exportIncidentAccounts',
    limit: { perHour: 120, rows: 0 },
    summary: 'Get the accounts that an incident affects as lines of a CSV file, 5,000 at a time',
    confirm: true,
    body: closedObject({ after: pageQuery.after }),
    data: Type.Object({
      csv: Type.String({ description: 'The first part begins with the column titles.' }),
      next: nullable(Type.String()),
    }),
  },
});
