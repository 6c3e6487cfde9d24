import { Type } from 'typebox';
import { arrayOf, namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { maxPeople, textLimits } from '../../limits.ts';
import { countedPageOf, pageQuery } from '../../page.ts';
import { AccountName, AppId, closedObject, IsoTime, nullable, Phone } from '../shapes.ts';
import { ApplicationAccess } from '../applications/applications.ts';
import { publisher } from '../sso/shapes.ts';
import { Reason, ReasonBody } from './accounts/accounts.ts';

const ApplicationCode = Type.String({ minLength: 1, maxLength: 64, examples: ['sandat'] });
const ApplicationName = Type.String({
  minLength: 1,
  maxLength: textLimits.maxBytes,
  examples: ['Sàn giao dịch'],
});
const ApplicationStatus = namedEnum('ApplicationStatus', ['active', 'disabled']);

const ApplicationItem = namedObject('ApplicationItem', {
  id: AppId,
  code: ApplicationCode,
  name: ApplicationName,
  access: ApplicationAccess,
  status: ApplicationStatus,
  isFirstParty: Type.Boolean({ description: 'The association’s own application, which needs no consent.' }),
  owner: nullable(
    Type.Object({
      id: Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
      name: AccountName,
      phone: nullable(Type.String({ examples: ['+84912345678'] })),
    }),
  ),
  clients: Type.Integer({ examples: [2] }),
  people: Type.Integer({ examples: [120], description: `Accounts with a role, at most ${maxPeople}.` }),
  createdAt: IsoTime,
});

const ApplicationDetail = namedObject('ApplicationDetail', {
  ...ApplicationItem.properties,
  logo: nullable(Type.String({ description: 'A data URL.' })),
  ...publisher,
  clientList: arrayOf({
    id: Type.String({ examples: ['sandat-web'] }),
    name: Type.String({ examples: ['Trang web'] }),
    kind: Type.Enum(['web', 'spa', 'native', 'machine']),
    status: ApplicationStatus,
  }),
});

export const adminApplicationEndpoints = defineEndpoints('admin', 'applications', {
  // Use POST, because a search can be an owner's phone number, which must not appear in a URL.
  'POST /vid/api/admin/applications/search': {
    id: 'searchApplications',
    summary: 'List the registered applications, or those whose code, name or owner matches',
    body: closedObject({
      search: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'A part of the code or name, with or without diacritics, or the owner’s phone number.',
          examples: ['san'],
        }),
      ),
      access: Type.Optional(ApplicationAccess),
      status: Type.Optional(ApplicationStatus),
      ...pageQuery,
    }),
    data: countedPageOf(ApplicationItem),
  },
  'POST /vid/api/admin/applications': {
    id: 'registerApplication',
    limit: { perHour: 120, rows: 'kept' },
    summary: 'Register an application',
    confirm: true,
    body: closedObject({
      code: ApplicationCode,
      name: ApplicationName,
      access: ApplicationAccess,
      isFirstParty: Type.Boolean(),
      ownerPhone: Type.Optional(Phone),
    }),
    data: Type.Object({ id: AppId }),
    errors: ['REAUTHENTICATION_REQUIRED', 'PHONE_INVALID', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_LOCKED'],
  },
  'GET /vid/api/admin/applications/:appId': {
    id: 'getApplication',
    summary: 'Get an application with its owner and clients',
    data: ApplicationDetail,
  },
  'PATCH /vid/api/admin/applications/:appId': {
    id: 'changeApplication',
    limit: { perHour: 600, rows: 0 },
    summary: 'Change the name of an application, its operator and who may use it',
    confirm: true,
    body: closedObject({
      name: Type.Optional(ApplicationName),
      access: Type.Optional(ApplicationAccess),
      isFirstParty: Type.Optional(Type.Boolean()),
      operatorName: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: textLimits.maxBytes }), {
          description: 'Who runs it; the consent screen shows the name.',
        }),
      ),
      policyUrl: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 2_048 }), {
          description: 'The https address of its privacy policy; the consent screen links to it.',
        }),
      ),
    }),
  },
  'PUT /vid/api/admin/applications/:appId/logo': {
    id: 'setApplicationLogo',
    limit: { perHour: 120, rows: 1 },
    summary: 'Set the logo that the sign-in pages show',
    confirm: true,
    file: { types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'], maxBytes: 32 * 1024 },
  },
  'DELETE /vid/api/admin/applications/:appId/logo': {
    id: 'removeApplicationLogo',
    limit: { perHour: 120, rows: 0 },
    summary: 'Remove the logo',
    confirm: true,
  },
  'POST /vid/api/admin/applications/:appId/lock': {
    id: 'lockApplication',
    limit: { perHour: 600, rows: 0 },
    summary: 'Lock an application; from the next request, no one can sign in to it',
    confirm: true,
    body: ReasonBody,
  },
  'POST /vid/api/admin/applications/:appId/unlock': {
    id: 'unlockApplication',
    limit: { perHour: 600, rows: 0 },
    summary: 'Unlock an application',
    confirm: true,
    body: ReasonBody,
  },
  'POST /vid/api/admin/applications/:appId/hand-over': {
    id: 'handOverApplication',
    limit: { perHour: 600, rows: 0 },
    summary: 'Transfer an application to another owner',
    confirm: true,
    body: closedObject({ phone: Phone, reason: Reason }),
    errors: [
      'REAUTHENTICATION_REQUIRED',
      'NOT_FOUND',
      'PHONE_INVALID',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_LOCKED',
    ],
  },
});
