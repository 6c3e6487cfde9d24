import { Type } from 'typebox';
import { arrayOf, named, namedEnum, namedObject } from '../../../named.ts';
import { defineEndpoints } from '../../../endpoint.ts';
import { countedPageOf, pageQuery } from '../../../page.ts';
import {
  AccountId,
  closedObject,
  Enterprise,
  IsoTime,
  MemberObject,
  NoBody,
  nullable,
} from '../../shapes.ts';
import { SessionInfo } from '../../sign-in/session.ts';
import { BulkCount } from '../../bulk-shapes.ts';
import { supportFields } from './account-support-fields.ts';

export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  examples: ['The member lost the phone and called us.'],
});
export const ReasonBody = named('ReasonBody', closedObject({ reason: Reason }));

const AccountKind = namedEnum('AccountKind', ['personal', 'enterprise']);
const AccountStatus = namedEnum('AccountStatus', ['active', 'locked']);
const AccountRole = namedEnum('AccountRole', ['user', 'admin']);

const AccountItem = namedObject('AccountItem', {
  id: AccountId,
  phone: nullable(Type.String({ examples: ['+84912345678'] }), {
    description: 'E.164. Null if the number went to a new owner.',
  }),
  name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] }), {
    description: 'The name of the person or the enterprise.',
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
});

export const accountFilters = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The beginning of a name or of a word in it, with or without diacritics, of a phone number or its last six ' +
        'digits, an email address, a referral code or a tax code.',
      examples: ['minh anh'],
    }),
  ),
  kind: Type.Optional(AccountKind),
  status: Type.Optional(AccountStatus),
  role: Type.Optional(AccountRole),
  object: Type.Optional(MemberObject),
  province: Type.Optional(Type.String({ maxLength: 8, examples: ['01'] })),
};

export const accountListQuery = {
  ...accountFilters,
  sort: Type.Optional(
    namedEnum('AccountOrder', ['newest', 'oldest', 'last-sign-in'], {
      description: 'Ignored with a search, whose matches are sorted by the text that matched.',
    }),
  ),
};

export const adminAccountEndpoints = defineEndpoints('admin', 'accounts', {
  // Use POST, because a search can be a phone number, and URLs are logged by proxies and kept by browsers.
  'POST /vid/api/admin/accounts/search': {
    id: 'searchAccounts',
    listsMembers: true,
    summary: 'List accounts, or those with a text that begins with the search',
    body: closedObject({ ...accountListQuery, ...pageQuery }),
    data: countedPageOf(AccountItem),
  },
  'POST /vid/api/admin/accounts/count': {
    id: 'countAccounts',
    limit: { perHour: 1_200, rows: 0, note: 'One call for each search with more than a page of matches.' },
    summary: 'Count the accounts that match',
    body: closedObject(accountFilters),
    data: BulkCount,
  },
  'GET /vid/api/admin/accounts/:accountId': {
    id: 'getAccount',
    summary: 'Get an account with its sessions and ways to sign in',
    data: Type.Object({
      ...AccountItem.properties,
      emailConfirmed: Type.Boolean(),
      referralCode: Type.String({ examples: ['K7M2Q9HTVN'] }),
      enterprise: nullable(Enterprise),
      isOwn: Type.Boolean({ description: 'Whether it is the calling administrator’s own account.' }),
      lockedByOwner: Type.Boolean(),
      eraseAt: nullable(IsoTime, { description: 'When the account will be erased at its owner’s request.' }),
      hasPassword: Type.Boolean(),
      mustChangePassword: Type.Boolean(),
      twoStepSince: nullable(IsoTime),
      passkeys: Type.Integer({ examples: [1] }),
      identities: arrayOf({ provider: Type.String({ examples: ['zalo'] }), linkedAt: IsoTime }),
      sessions: Type.Array(Type.Omit(SessionInfo, ['isCurrent'])),
      ...supportFields,
    }),
  },
  'POST /vid/api/admin/accounts/:accountId/lock': {
    id: 'lockAccount',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Lock an account and end all access to it',
    confirm: true,
    body: ReasonBody,
    errors: ['OWN_ACCOUNT', 'LAST_ADMIN'],
  },
  'POST /vid/api/admin/accounts/:accountId/unlock': {
    id: 'unlockAccount',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Unlock an account',
    confirm: true,
    body: ReasonBody,
    errors: ['OWN_ACCOUNT'],
  },
  'POST /vid/api/admin/accounts/:accountId/end-sessions': {
    id: 'endAccountSessions',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'End every session of an account and the tokens of its applications',
    confirm: true,
    body: NoBody,
    data: Type.Object({ ended: Type.Integer({ examples: [3] }) }),
  },
});
