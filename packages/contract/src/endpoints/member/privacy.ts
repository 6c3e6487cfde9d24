import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, Done, IsoTime, NoBody, nullable } from '../shapes.ts';

const Purpose = named(
  'ConsentPurpose',
  Type.Union([Type.Literal('terms'), Type.Literal('privacy'), Type.Literal('marketing')]),
);
const Language = named('Language', Type.Union([Type.Literal('vi'), Type.Literal('en')]));
const Version = Type.String({ minLength: 1, maxLength: 32, examples: ['2026-11-24'] });
const Id = (example: string) => Type.String({ minLength: 1, maxLength: 64, examples: [example] });

const ConsentEvent = named(
  'ConsentEvent',
  Type.Object({
    action: Type.Union([Type.Literal('given'), Type.Literal('withdrawn')]),
    version: Version,
    language: nullable(Language),
    textHash: nullable(
      Type.String({ description: 'SHA-256 of the text, hexadecimal; null before 2026-11-24' }),
    ),
    method: Type.String({ examples: ['sign-up-form'] }),
    at: IsoTime,
  }),
);

const Export = named(
  'DataExport',
  Type.Object({
    id: Id('exp_3k9x7c2m5v8b1n4q6w0z2s4d7f'),
    status: Type.Union([Type.Literal('pending'), Type.Literal('ready'), Type.Literal('failed')]),
    createdAt: IsoTime,
    expiresAt: IsoTime,
  }),
);

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

export const PrivacyRequest = named(
  'PrivacyRequest',
  Type.Object({
    id: Id('req_3k9x7c2m5v8b1n4q6w0z2s4d7f'),
    kind: RequestKind,
    details: Type.String(),
    status: Type.Union([Type.Literal('open'), Type.Literal('answered'), Type.Literal('closed')]),
    answer: nullable(Type.String(), { description: 'The first reply of the association.' }),
    outcome: nullable(Type.Union([Type.Literal('done'), Type.Literal('declined')]), {
      description: 'How the association closed it; null if it is not closed, or if its member closed it.',
    }),
    resolution: nullable(Type.String(), { description: 'What the association wrote when it closed it.' }),
    extensionReason: nullable(Type.String()),
    createdAt: IsoTime,
    replyDueAt: IsoTime,
    dueAt: IsoTime,
  }),
);

/** The reason why an account cannot be deleted now. */
const DeletionObstacle = named(
  'DeletionObstacle',
  Type.Union([Type.Literal('lastAdmin'), Type.Literal('ownsApplications')]),
);

export const privacyEndpoints = defineEndpoints({
  'GET /vid/api/privacy/consents': {
    id: 'listConsents',
    summary: 'List what the account has agreed to and withdrawn, newest first, for each purpose',
    tag: 'privacy',
    access: 'member',
    data: Type.Array(
      Type.Object({
        purpose: Purpose,
        isRequired: Type.Boolean({ description: 'Ends only with the account' }),
        isGiven: Type.Boolean(),
        events: Type.Array(ConsentEvent),
      }),
    ),
    errors: sessionErrors,
  },
  'POST /vid/api/privacy/consents': {
    id: 'changeConsent',
    summary: 'Give or withdraw an optional consent; a repeat changes nothing',
    tag: 'privacy',
    access: 'member',
    body: Type.Object(
      {
        purpose: Type.Literal('marketing'),
        isGiven: Type.Boolean(),
        version: Version,
        language: Language,
      },
      { ...closed, description: '`version` and `language` name the text that was shown' },
    ),
    data: Done,
    errors: [...sessionErrors, 'PAGE_OUTDATED'],
  },
  'GET /vid/api/privacy/exports': {
    id: 'listDataExports',
    summary: 'List the copies of the account’s data that have not expired',
    tag: 'privacy',
    access: 'member',
    data: Type.Array(Export),
    errors: sessionErrors,
  },
  'POST /vid/api/privacy/exports': {
    id: 'requestDataExport',
    summary: 'Request a copy of everything held about the account, once a day',
    tag: 'privacy',
    access: 'member',
    body: NoBody,
    data: Export,
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
  'GET /vid/api/privacy/exports/:exportId': {
    id: 'downloadDataExport',
    summary: 'Download a copy, as data and as a page to read',
    tag: 'privacy',
    access: 'member',
    params: Type.Object({ exportId: Id('exp_3k9x7c2m5v8b1n4q6w0z2s4d7f') }),
    data: Type.Object({
      json: Type.String({ description: 'A JSON document' }),
      html: Type.String({ description: 'A page without scripts, in the language of the request' }),
    }),
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'NOT_FOUND'],
  },
  'GET /vid/api/privacy/deletion': {
    id: 'getDeletion',
    summary: 'Show what a deletion of the account would end, and what prevents it',
    tag: 'privacy',
    access: 'member',
    data: Type.Object({
      sessions: Type.Integer({ minimum: 0 }),
      applications: Type.Integer({ minimum: 0 }),
      graceDays: Type.Integer({ minimum: 0, examples: [30] }),
      obstacle: nullable(DeletionObstacle),
    }),
    errors: sessionErrors,
  },
  'POST /vid/api/privacy/deletion': {
    id: 'requestDeletion',
    summary: 'Delete the account after 30 days and end every session; a sign-in before then cancels it',
    tag: 'privacy',
    access: 'member',
    body: NoBody,
    data: Type.Object({ eraseAt: IsoTime }),
    errors: [...sessionErrors, 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD', 'DELETION_BLOCKED'],
  },
  'GET /vid/api/privacy/incidents': {
    id: 'listOwnIncidents',
    summary: 'List the data incidents of which the association told the account, newest first',
    tag: 'privacy',
    access: 'member',
    data: Type.Array(
      Type.Object({
        toldAt: IsoTime,
        text: Type.String({
          description: 'In the language of the request',
          examples: ['On 24 November a list of names and phone numbers was sent to a wrong address.'],
        }),
      }),
    ),
    errors: sessionErrors,
  },
  'GET /vid/api/privacy/requests': {
    id: 'listPrivacyRequests',
    summary: 'List the account’s requests to the association, with their legal due dates',
    tag: 'privacy',
    access: 'member',
    data: Type.Array(PrivacyRequest),
    errors: sessionErrors,
  },
  'POST /vid/api/privacy/requests': {
    id: 'createPrivacyRequest',
    summary: 'Ask the association to show, correct, restrict or stop the use of personal data',
    tag: 'privacy',
    access: 'member',
    body: Type.Object(
      { kind: RequestKind, details: Type.String({ minLength: 1, maxLength: 4_000 }) },
      closed,
    ),
    data: PrivacyRequest,
    errors: [...sessionErrors, 'REQUEST_LIMIT'],
  },
  'POST /vid/api/privacy/requests/close': {
    id: 'withdrawPrivacyRequest',
    summary: 'Close a request that is no longer needed; a repeat changes nothing',
    tag: 'privacy',
    access: 'member',
    body: Type.Object({ requestId: Id('req_3k9x7c2m5v8b1n4q6w0z2s4d7f') }, closed),
    data: Done,
    errors: [...sessionErrors, 'NOT_FOUND'],
  },
});
