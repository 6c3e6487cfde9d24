import type { Data } from '@vid/contract/endpoints/index';
import { factLines, printable, type Fact } from '../command.ts';

type Item = Data<'POST /vid/api/admin/accounts/search'>['items'][number];
type Detail = Data<'GET /vid/api/admin/accounts/:accountId'>;

/** Describes an account by its phone, or by its id if the number was reassigned. */
export const accountLine = ({ id, phone, name, email, status, role }: Item): string =>
  [phone ?? id, status, ...(role === 'admin' ? ['administrator'] : []), name, email]
    .filter((part) => part !== null)
    .map(printable)
    .join('  ');

export function describeAccount(found: Detail): string {
  return [accountLine(found), ...factLines(factsOf(found), 14)].join('\n');
}

function factsOf(found: Detail): readonly Fact[] {
  const { enterprise, lock } = found;
  return [
    ['id', found.id],
    ['kind', join([found.kind, found.object, found.province])],
    [
      'enterprise',
      enterprise && join([enterprise.name, enterprise.taxCode, enterprise.verified && 'verified']),
    ],
    ['e-mail', found.email && (found.emailConfirmed ? 'confirmed' : 'not confirmed')],
    ['referral code', found.referralCode],
    ['created', found.createdAt],
    ['last sign-in', found.lastSignInAt],
    ['locked', lock && join([lock.at, found.lockedByOwner && 'by its owner', by(lock.by), lock.reason])],
    ['to be erased', found.eraseAt],
    ['password', passwordOf(found)],
    ['two-step', found.twoStepSince && `since ${found.twoStepSince}`],
    ['passkeys', String(found.passkeys)],
    ...found.identities.map(({ provider, linkedAt }): Fact => ['linked', join([provider, linkedAt])]),
    ...found.sessions.map(({ device, address, place, lastSeenAt }): Fact => [
      'session',
      join([lastSeenAt, address, place, device.browser, device.system]),
    ]),
    ...found.permissions.map(({ application, role, status }): Fact => [
      'permission',
      join([application.code, role, status === 'locked' && 'locked']),
    ]),
    ...found.applicationConsents.map(({ application, scopes }): Fact => [
      'data goes to',
      join([application.code, scopes.join(' ')]),
    ]),
    ...found.consents.map(({ purpose, action, noticeVersion, at }): Fact => [
      'consent',
      join([at, purpose, action, noticeVersion]),
    ]),
    ['hidden menu', found.hiddenNavIds.join(' ')],
    ...found.notes.map(({ createdAt, author, text }): Fact => ['note', join([createdAt, by(author), text])]),
  ];
}

const passwordOf = ({ hasPassword, mustChangePassword }: Detail): string =>
  hasPassword ? (mustChangePassword ? 'must be changed' : 'yes') : 'none';

const by = (author: Detail['notes'][number]['author']): string | null =>
  author && `by ${author.name ?? author.id}`;

const join = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join('  ');
