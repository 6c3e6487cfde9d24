import type { Fragment, Queryable } from '#database/connection.ts';
import type { AccountsRow, EnterprisesRow, SessionsRow } from '#database/tables.ts';

/** A session `s` and its account `a`, as a look-up finds them. */
export type FoundRow = Pick<SessionsRow, 'id' | 'method' | 'isPersistent' | 'authenticatedAt'> &
  Pick<
    AccountsRow,
    | 'kind'
    | 'status'
    | 'role'
    | 'phone'
    | 'name'
    | 'email'
    | 'avatar'
    | 'memberObject'
    | 'province'
    | 'referralCode'
    | 'locale'
    | 'mustChangePassword'
  > & { accountId: string; mayTouch: boolean; ownsApplications: boolean };

/** The columns of the account `a`. */
export const accountColumns = (sql: Queryable): Fragment => sql`
  a.id as account_id, a.kind, a.status, a.role, a.phone, a.name, a.email, a.avatar, a.member_object, a.province,
  a.referral_code, a.locale, a.must_change_password,
  exists (select from applications m where m.owner_id = a.id) as owns_applications`;

/** Fields that only enterprises and owners of applications have. */
export type Extras = {
  enterpriseName: string | null;
  shortName: string | null;
  taxCode: string | null;
  representative: string | null;
  verifiedAt: Date | null;
  managed: { id: string; code: string; name: string }[] | null;
};

export const noExtras: Extras = {
  enterpriseName: null,
  shortName: null,
  taxCode: null,
  representative: null,
  verifiedAt: null,
  managed: null,
};

/** The columns of `Extras`, of the enterprise `e` and the account `accountId`. */
export const extraColumns = (sql: Queryable, accountId: Fragment | string): Fragment => sql`
  e.name as enterprise_name, e.short_name, e.tax_code, e.representative, e.verified_at,
  (select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name) order by m.code)
    from applications m where m.owner_id = ${accountId}) as managed`;

export function toSession(row: FoundRow) {
  return {
    id: row.id,
    method: row.method,
    isPersistent: row.isPersistent,
    authenticatedAt: row.authenticatedAt,
    mayTouch: row.mayTouch,
    mustChangePassword: row.mustChangePassword,
    hasExtras: row.kind === 'enterprise' || row.ownsApplications,
    account: {
      id: row.accountId,
      kind: row.kind,
      status: row.status,
      role: row.role,
      phone: row.phone,
      name: row.name,
      email: row.email,
      avatar: row.avatar,
      memberObject: row.memberObject,
      province: row.province,
      referralCode: row.referralCode,
      locale: row.locale,
    },
  };
}

/** A session with the fields of its account that everyone has. */
export type CurrentSession = ReturnType<typeof toSession>;

export function withExtras(session: CurrentSession, extras: Extras) {
  const enterprise: Omit<EnterprisesRow, 'accountId'> | null =
    session.account.kind === 'enterprise'
      ? {
          name: extras.enterpriseName,
          shortName: extras.shortName,
          taxCode: extras.taxCode,
          representative: extras.representative,
          verifiedAt: extras.verifiedAt,
        }
      : null;
  return { ...session, managableApplications: extras.managed ?? [], enterprise };
}

/** A session with everything about its account. */
export type FullSession = ReturnType<typeof withExtras>;
