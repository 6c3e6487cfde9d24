import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { maxPeople, textLimits } from '../../limits.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, Done, IsoTime, nullable, Phone } from '../shapes.ts';
import { AppId, ApplicationAccess, appParams } from '../applications/applications.ts';
import { Reason, ReasonBody } from './accounts.ts';

const tag = 'applications';

const ApplicationCode = Type.String({ minLength: 1, maxLength: 64, examples: ['sandat'] });
const ApplicationName = Type.String({
  minLength: 1,
  maxLength: textLimits.maxBytes,
  examples: ['Sàn giao dịch'],
});
const ApplicationStatus = named(
  'ApplicationStatus',
  Type.Enum(['active', 'disabled'], { examples: ['active'] }),
);

const ApplicationItem = named(
  'ApplicationItem',
  Type.Object({
    id: AppId,
    code: ApplicationCode,
    name: ApplicationName,
    access: ApplicationAccess,
    status: ApplicationStatus,
    isFirstParty: Type.Boolean({ description: 'The association’s own application: no consent is asked.' }),
    owner: nullable(
      Type.Object({
        id: Type.String({ examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'] }),
        name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
        phone: nullable(Type.String({ examples: ['+84912345678'] })),
      }),
    ),
    clients: Type.Integer({ examples: [2] }),
    people: Type.Integer({ examples: [120], description: `Accounts with a role, at most ${maxPeople}.` }),
    createdAt: IsoTime,
  }),
);

const ApplicationDetail = named(
  'ApplicationDetail',
  Type.Object({
    ...ApplicationItem.properties,
    logo: nullable(Type.String({ description: 'A data URL.' })),
    clientList: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['sandat-web'] }),
        kind: Type.Enum(['web', 'spa', 'native', 'machine'], { examples: ['web'] }),
        status: ApplicationStatus,
      }),
    ),
  }),
);

const sensitive = [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND'] as const;
const ownerErrors = ['PHONE_INVALID', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_LOCKED'] as const;

export const adminApplicationEndpoints = defineEndpoints({
  // POST, because a search can be the phone number of an owner.
  'POST /vid/api/admin/applications/search': {
    id: 'searchApplications',
    summary: 'List the registered applications, or those whose code, name or owner matches',
    tag,
    access: 'admin',
    body: Type.Object(
      {
        search: Type.Optional(
          Type.String({
            maxLength: 100,
            description:
              'A part of the code or name, with or without diacritics, or the owner’s phone number.',
            examples: ['san'],
          }),
        ),
        access: Type.Optional(ApplicationAccess),
        status: Type.Optional(ApplicationStatus),
        ...pageQuery,
      },
      closed,
    ),
    data: pageOf(ApplicationItem),
    errors: adminErrors,
  },
  'POST /vid/api/admin/applications': {
    id: 'registerApplication',
    summary: 'Register an application',
    tag,
    access: 'admin',
    confirm: true,
    body: Type.Object(
      {
        code: ApplicationCode,
        name: ApplicationName,
        access: ApplicationAccess,
        isFirstParty: Type.Boolean(),
        ownerPhone: Type.Optional(Phone),
      },
      closed,
    ),
    data: Type.Object({ id: AppId }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', ...ownerErrors],
  },
  'GET /vid/api/admin/applications/:appId': {
    id: 'getApplication',
    summary: 'Get an application with its owner and clients',
    tag,
    access: 'admin',
    params: appParams,
    data: ApplicationDetail,
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'PATCH /vid/api/admin/applications/:appId': {
    id: 'changeApplication',
    summary: 'Change the name of an application and who may use it',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    body: Type.Object(
      {
        name: Type.Optional(ApplicationName),
        access: Type.Optional(ApplicationAccess),
        isFirstParty: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    data: Done,
    errors: sensitive,
  },
  'PUT /vid/api/admin/applications/:appId/logo': {
    id: 'setApplicationLogo',
    summary: 'Set the logo that sign-on shows',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    file: { types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'], maxBytes: 32 * 1024 },
    data: Done,
    errors: sensitive,
  },
  'DELETE /vid/api/admin/applications/:appId/logo': {
    id: 'removeApplicationLogo',
    summary: 'Remove the logo',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    data: Done,
    errors: sensitive,
  },
  'POST /vid/api/admin/applications/:appId/lock': {
    id: 'lockApplication',
    summary: 'Lock an application: from the next request, no one signs in to it',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    body: ReasonBody,
    data: Done,
    errors: sensitive,
  },
  'POST /vid/api/admin/applications/:appId/unlock': {
    id: 'unlockApplication',
    summary: 'Unlock an application',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    body: ReasonBody,
    data: Done,
    errors: sensitive,
  },
  'POST /vid/api/admin/applications/:appId/hand-over': {
    id: 'handOverApplication',
    summary: 'Give an application to another owner',
    tag,
    access: 'admin',
    confirm: true,
    params: appParams,
    body: Type.Object({ phone: Phone, reason: Reason }, closed),
    data: Done,
    errors: [...sensitive, ...ownerErrors],
  },
});
