import {
  accountFieldColumns,
  enterpriseFieldColumns,
  enterpriseFields,
  mapFields,
} from '@vid/contract/profile-fields';
import type { Enterprise } from '#account/account.repo.ts';
import type { AccountColumns, EnterpriseColumns } from '#account/account-sql.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { SessionsRow } from '#database/tables.ts';
import { pick } from '#lib/pick.ts';
import { isRecent } from './session.policy.ts';

/** SQL fragments that `applications` provides, because it owns the tables of applications and their managers. */
export type ManagedApplications = {
  readonly exist: (sql: Queryable, accountId: Fragment) => Fragment;
  /** Selects a JSON array; null if the account neither owns nor manages an application. */
  readonly list: (sql: Queryable, accountId: Fragment) => Fragment;
};

/**
 * SQL condition: the session `s` proves the factors that the role of its account `a` requires. A one-factor
 * session from before its account became an administrator does not.
 */
export const provesRole = (sql: Queryable): Fragment => sql`
  (a.role <> 'admin' or coalesce('mfa' = any (s.amr), false))`;

export type SessionRow = Pick<SessionsRow, 'id' | 'method' | 'amr' | 'isPersistent' | 'authenticatedAt'> &
  AccountColumns & {
    /** True if the session was authenticated in the last `freshSeconds`. */
    isNew: boolean;
    /** True if the session was verified again after its sign-in. */
    isRenewed: boolean;
    /** True if the session verified the password or a passkey, or began with a sign-up, in the last `freshSeconds`. */
    isConfirmed: boolean;
    mayTouch: boolean;
    ownsApplications: boolean;
    mustAgree: boolean;
    mustDecideDeletion: boolean;
  };

/** Fields that only enterprises and the owners and managers of applications have. */
export type Extras = EnterpriseColumns & { managed: { id: string; code: string; name: string }[] | null };

export const noExtras: Extras = {
  ...mapFields(enterpriseFields, () => null),
  enterpriseName: null,
  verifiedAt: null,
  managed: null,
};

export function toSession(row: SessionRow, { mustSetUpTwoStep }: { readonly mustSetUpTwoStep: boolean }) {
  return {
    id: row.id,
    amr: row.amr,
    isPersistent: row.isPersistent,
    authenticatedAt: row.authenticatedAt,
    isFromQr: row.method === 'qr',
    isRecent: isRecent(row),
    isRenewed: row.isRenewed,
    isConfirmed: row.isConfirmed,
    mayTouch: row.mayTouch,
    mustChangePassword: row.mustChangePassword,
    /** Seconds until sensitive changes are allowed; 0 or less if they are allowed now. */
    holdSeconds: row.holdSeconds,
    holdUntil: row.holdSeconds > 0 ? row.sensitiveHoldUntil : null,
    isAdmin: row.role === 'admin',
    mustSetUpTwoStep,
    /** True if the account must agree to documents that required agreement when the session began. */
    mustAgree: row.mustAgree,
    /** True if a deletion of the account is pending, so that the member must cancel it or sign out. */
    mustDecideDeletion: row.mustDecideDeletion,
    hasExtras: row.kind === 'enterprise' || row.ownsApplications,
    account: {
      id: row.accountId,
      kind: row.kind,
      status: row.status,
      role: row.role,
      phone: row.phone,
      ...pick(row, accountFieldColumns),
      emailConfirmedAt: row.emailConfirmedAt,
      avatar: row.avatar,
      referralCode: row.referralCode,
      locale: row.locale,
      hiddenNavIds: row.hiddenNavIds,
    },
  };
}

export type CurrentSession = ReturnType<typeof toSession>;

declare module '#http/call-session.ts' {
  // oxlint-disable-next-line no-empty-object-type -- merges the session's fields into the type that http declares
  interface CallSession extends CurrentSession {}
}

export function withExtras(session: CurrentSession, extras: Extras) {
  const enterprise: Omit<Enterprise, 'accountId'> | null =
    session.account.kind === 'enterprise'
      ? {
          ...pick({ ...extras, name: extras.enterpriseName }, enterpriseFieldColumns),
          verifiedAt: extras.verifiedAt,
        }
      : null;
  return { ...session, managableApplications: extras.managed ?? [], enterprise };
}

export type FullSession = ReturnType<typeof withExtras>;
