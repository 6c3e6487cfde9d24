import { Type } from 'typebox';
import { arrayOf, named, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { maxConsentEvents, maxRequestsPerYear } from '../../limits.ts';
import { closed, closedObject, IsoTime, NoBody, nullable } from '../shapes.ts';

const Purpose = named(
  'ConsentPurpose',
  Type.Union([Type.Literal('terms'), Type.Literal('privacy'), Type.Literal('marketing')]),
);
const Language = named('Language', Type.Union([Type.Literal('vi'), Type.Literal('en')]));
const Version = Type.String({ minLength: 1, maxLength: 32, examples: ['2026-11-24'] });
const Id = (example: string) => Type.String({ minLength: 1, maxLength: 64, examples: [example] });

const ConsentEvent = namedObject('ConsentEvent', {
  action: Type.Union([Type.Literal('given'), Type.Literal('withdrawn')]),
  version: Version,
  language: nullable(Language),
  textHash: nullable(
    Type.String({ description: 'SHA-256 of the text, hexadecimal; null before 2026-11-24' }),
  ),
  method: Type.String({ examples: ['sign-up-form'] }),
  at: IsoTime,
});

const Export = namedObject('DataExport', {
  id: Id('exp_3k9x7c2m5v8b1n4q6w0z2s4d7f'),
  status: Type.Union([Type.Literal('pending'), Type.Literal('ready'), Type.Literal('failed')]),
  createdAt: IsoTime,
  expiresAt: IsoTime,
});

const RequestKind = named(
  'PrivacyRequestKind',
  Type.Union([
    Type.Literal('access'),
    Type.Literal('correction'),
    Type.Literal('restriction'),
    Type.Literal('objection'),
    Type.Literal('other'),
  ]),
);

export const PrivacyRequest = namedObject('PrivacyRequest', {
  id: Id('req_3k9x7c2m5v8b1n4q6w0z2s4d7f'),
  kind: RequestKind,
  details: Type.String(),
  status: Type.Union([Type.Literal('open'), Type.Literal('answered'), Type.Literal('closed')]),
  answer: nullable(Type.String(), { description: 'The first reply of the association.' }),
  outcome: nullable(Type.Union([Type.Literal('done'), Type.Literal('declined')]), {
    description: 'How the association closed it; null if it is open, or if the member withdrew it.',
  }),
  resolution: nullable(Type.String(), { description: 'What the association wrote when it closed it.' }),
  extensionReason: nullable(Type.String()),
  createdAt: IsoTime,
  replyDueAt: IsoTime,
  dueAt: IsoTime,
});

const DeletionObstacle = named(
  'DeletionObstacle',
  Type.Union([Type.Literal('lastAdmin'), Type.Literal('ownsApplications')]),
);

export const privacyEndpoints = defineEndpoints('member', 'privacy', {
  'GET /vid/api/privacy/consents': {
    id: 'listConsents',
    summary: 'List what the account has agreed to and withdrawn, newest first, for each purpose',
    data: arrayOf({
      purpose: Purpose,
      isRequired: Type.Boolean({ description: 'Can be withdrawn only by deleting the account' }),
      isGiven: Type.Boolean(),
      events: Type.Array(ConsentEvent),
    }),
  },
  'POST /vid/api/privacy/consents': {
    id: 'changeConsent',
    limit: { perHour: 20, rows: maxConsentEvents },
    summary: 'Give or withdraw an optional consent; a repeat changes nothing',
    body: Type.Object(
      {
        purpose: Type.Literal('marketing'),
        isGiven: Type.Boolean(),
        version: Version,
        language: Language,
      },
      { ...closed, description: '`version` and `language` name the text that was shown' },
    ),
    errors: ['PAGE_OUTDATED'],
  },
  'GET /vid/api/privacy/exports': {
    id: 'listDataExports',
    summary: 'List the copies of the account’s data that have not expired',
    data: Type.Array(Export),
  },
  'POST /vid/api/privacy/exports': {
    id: 'requestDataExport',
    limit: { perHour: 20, rows: 'expire' },
    summary: 'Request a copy of everything held about the account, once a day',
    body: NoBody,
    data: Export,
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
  'GET /vid/api/privacy/exports/:exportId': {
    id: 'downloadDataExport',
    limit: { perHour: 20, rows: 0, note: 'Each call opens the whole copy.' },
    summary: 'Download a copy, as data and as a page to read',
    data: Type.Object({
      json: Type.String({ description: 'A JSON document' }),
      html: Type.String({ description: 'A page without scripts, in the language of the request' }),
    }),
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'NOT_FOUND'],
  },
  'GET /vid/api/privacy/deletion': {
    id: 'getDeletion',
    isOpenDuringForcedChange: true,
    summary: 'Get what deleting the account would end, what prevents it, and when it is due',
    data: Type.Object({
      eraseAt: nullable(IsoTime, { description: 'When a requested deletion is due.' }),
      sessions: Type.Integer({ minimum: 0 }),
      applications: Type.Integer({ minimum: 0 }),
      graceDays: Type.Integer({ minimum: 0, examples: [30] }),
      obstacle: nullable(DeletionObstacle),
    }),
  },
  'POST /vid/api/privacy/deletion': {
    id: 'requestDeletion',
    limit: { perHour: 10, rows: 1 },
    summary:
      'Delete the account after 30 days and end every session; a sign-in before then asks whether to keep it',
    body: NoBody,
    data: Type.Object({ eraseAt: IsoTime }),
    errors: ['REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'DELETION_BLOCKED'],
  },
  'DELETE /vid/api/privacy/deletion': {
    id: 'keepAccount',
    isOpenDuringForcedChange: true,
    limit: { perHour: 60, of: 'session', rows: 0 },
    summary: 'Keep the account: cancel its requested deletion; a repeat changes nothing',
    errors: [],
  },
  'GET /vid/api/privacy/incidents': {
    id: 'listOwnIncidents',
    summary: 'List the data incidents that the association notified the account of, newest first',
    data: arrayOf({
      toldAt: IsoTime,
      text: Type.String({
        description: 'In the language of the request',
        examples: ['On 24 November a list of names and phone numbers was sent to a wrong address.'],
      }),
    }),
  },
  'GET /vid/api/privacy/requests': {
    id: 'listPrivacyRequests',
    summary: 'List the account’s requests to the association, with their legal due dates',
    data: Type.Array(PrivacyRequest),
  },
  'POST /vid/api/privacy/requests': {
    id: 'createPrivacyRequest',
    limit: { perHour: 20, rows: maxRequestsPerYear },
    summary: 'Ask the association to show, correct, restrict or stop the use of personal data',
    body: closedObject({ kind: RequestKind, details: Type.String({ minLength: 1, maxLength: 4_000 }) }),
    data: PrivacyRequest,
    errors: ['REQUEST_LIMIT'],
  },
  'POST /vid/api/privacy/requests/close': {
    id: 'withdrawPrivacyRequest',
    limit: { perHour: 60, rows: 0 },
    summary: 'Withdraw a request that is no longer needed; a repeat changes nothing',
    body: closedObject({ requestId: Id('req_3k9x7c2m5v8b1n4q6w0z2s4d7f') }),
    errors: ['NOT_FOUND'],
  },
});
