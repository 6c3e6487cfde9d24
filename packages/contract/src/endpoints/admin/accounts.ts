import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, Done, Enterprise, IsoTime, MemberObject, NoBody, nullable } from '../shapes.ts';
import { SessionInfo } from '../sign-in/session.ts';
import { supportFields } from './account-support-fields.ts';

const tag = 'accounts';

export const AccountId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['acc_3k9x7c2m5v8b1n4q6w0z2s4d7f'],
});
export const accountParams = Type.Object({ accountId: AccountId }, closed);

export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  examples: ['The member lost the phone and called us.'],
});
export const ReasonBody = named('ReasonBody', Type.Object({ reason: Reason }, closed));

const AccountKind = named('AccountKind', Type.Enum(['personal', 'enterprise'], { examples: ['personal'] }));
const AccountStatus = named('AccountStatus', Type.Enum(['active', 'locked'], { examples: ['active'] }));
const AccountRole = named('AccountRole', Type.Enum(['user', 'admin'], { examples: ['user'] }));

const AccountItem = named(
  'AccountItem',
  Type.Object({
    id: AccountId,
    phone: nullable(Type.String({ examples: ['+84912345678'] }), {
      description: 'E.164. Null if the number went to a new owner.',
    }),
    name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
      description: 'Of the person, or of the enterprise.',
    }),
    avatar: nullable(Type.String()),
    email: nullable(Type.String({ examples: ['minhanh@example.vn'] })),
    kind: AccountKind,
    status: AccountStatus,
    role: AccountRole,
    object: nullable(MemberObject),
    province: nullable(Type.String({ examples: ['01'] })),
    createdAt: IsoTime,
    lastSignInAt: IsoTime,
  }),
);

export const accountFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The beginning of a name or of a word in it, with or without diacritics, of a phone number, an e-mail ' +
        'address, a referral code or a tax code.',
      examples: ['minh anh'],
    }),
  ),
  kind: Type.Optional(AccountKind),
  status: Type.Optional(AccountStatus),
  role: Type.Optional(AccountRole),
  object: Type.Optional(MemberObject),
  province: Type.Optional(Type.String({ maxLength: 8, examples: ['01'] })),
  sort: Type.Optional(
    named(
      'AccountOrder',
      Type.Enum(['newest', 'oldest', 'last-sign-in'], {
        examples: ['newest'],
        description: 'Without a search. Matches of a search are sorted by the text that matched.',
      }),
    ),
  ),
};

export const lockErrors = [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND', 'OWN_ACCOUNT'] as const;

export const adminAccountEndpoints = defineEndpoints({
  // POST, because an address is logged by proxies and kept by browsers, and a search can be a phone number.
  'POST /vid/api/admin/accounts/search': {
    id: 'searchAccounts',
    summary: 'List accounts, or those with a text that begins with the search',
    tag,
    access: 'admin',
    body: Type.Object(
      {
        ...accountFilters,
        ...pageQuery,
      },
      closed,
    ),
    data: Type.Object({
      ...pageOf(AccountItem).properties,
      count: nullable(Type.Integer({ examples: [1240] }), {
        description: 'All matches. Null if there are more than 10,000, or more than a page of a search.',
      }),
    }),
    errors: adminErrors,
  },
  'GET /vid/api/admin/accounts/:accountId': {
    id: 'getAccount',
    summary: 'Get an account with its sessions and ways to sign in',
    tag,
    access: 'admin',
    params: accountParams,
    data: Type.Object({
      ...AccountItem.properties,
      emailConfirmed: Type.Boolean(),
      referralCode: Type.String({ examples: ['K7M2Q9XA'] }),
      enterprise: nullable(Enterprise),
      isOwn: Type.Boolean({ description: 'The account of the administrator who asks.' }),
      lockedByOwner: Type.Boolean(),
      eraseAt: nullable(IsoTime, { description: 'When the account will be erased at its owner’s request.' }),
      hasPassword: Type.Boolean(),
      mustChangePassword: Type.Boolean(),
      twoStepSince: nullable(IsoTime),
      passkeys: Type.Integer({ examples: [1] }),
      identities: Type.Array(
        Type.Object({ provider: Type.String({ examples: ['zalo'] }), linkedAt: IsoTime }),
      ),
      sessions: Type.Array(Type.Omit(SessionInfo, ['isCurrent'])),
      ...supportFields,
    }),
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/accounts/:accountId/lock': {
    id: 'lockAccount',
    summary: 'Lock an account and end all access to it',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: ReasonBody,
    data: Done,
    errors: [...lockErrors, 'LAST_ADMIN'],
  },
  'POST /vid/api/admin/accounts/:accountId/unlock': {
    id: 'unlockAccount',
    summary: 'Let a locked account sign in again',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: ReasonBody,
    data: Done,
    errors: lockErrors,
  },
  'POST /vid/api/admin/accounts/:accountId/end-sessions': {
    id: 'endAccountSessions',
    summary: 'End every session of an account and the tokens of its applications',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: NoBody,
    data: Type.Object({ ended: Type.Integer({ examples: [3] }) }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  },
});
