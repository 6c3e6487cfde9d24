import type { AccountKind, AccountStatus, MemberObject, Role } from '#database/schema.ts';

/** A session `s` and its account `a`, as a look-up finds them. */
export type FoundRow = {
  id: string;
  method: string;
  isPersistent: boolean;
  authenticatedAt: string;
  mayTouch: boolean;
  accountId: string;
  kind: AccountKind;
  status: AccountStatus;
  role: Role;
  phone: string;
  name: string | null;
  email: string | null;
  avatar: string | null;
  memberObject: MemberObject | null;
  province: string | null;
  referralCode: string;
  locale: string;
  mustChangePassword: boolean;
  ownsApplications: boolean;
};

/** The columns of the account `a`. */
export const accountColumns = `a.id as "accountId", a.kind, a.status, a.role, a.phone, a.name, a.email, a.avatar,
  a.member_object as "memberObject", a.province, a.referral_code as "referralCode", a.locale,
  a.must_change_password as "mustChangePassword",
  exists (select from applications m where m.owner_id = a.id) as "ownsApplications"`;

/** What only some people have. */
export type Extras = {
  enterpriseName: string | null;
  shortName: string | null;
  taxCode: string | null;
  representative: string | null;
  verifiedAt: string | null;
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

/** The columns of `Extras`, of the enterprise `e` and the account with the id `accountId`. */
export const extraColumns = (accountId: string): string => `e.name as "enterpriseName",
  e.short_name as "shortName", e.tax_code as "taxCode", e.representative, e.verified_at as "verifiedAt",
  (select json_agg(json_build_object('id', m.id, 'code', m.code, 'name', m.name) order by m.code)
    from applications m where m.owner_id = ${accountId}) as managed`;

export function toSession(row: FoundRow) {
  return {
    id: row.id,
    method: row.method,
    isPersistent: row.isPersistent,
    authenticatedAt: new Date(row.authenticatedAt),
    mayTouch: row.mayTouch,
    mustChangePassword: row.mustChangePassword,
    isAdmin: row.role === 'admin',
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

/** A session, and of the person behind it what everybody has. */
export type CurrentSession = ReturnType<typeof toSession>;

declare module '#http/routes.ts' {
  // oxlint-disable-next-line no-empty-object-type -- merges the session's fields into the type that http declares
  interface CallSession extends CurrentSession {}
}

export function withExtras(session: CurrentSession, extras: Extras) {
  return {
    ...session,
    managableApplications: extras.managed ?? [],
    enterprise:
      session.account.kind === 'enterprise'
        ? {
            name: extras.enterpriseName,
            shortName: extras.shortName,
            taxCode: extras.taxCode,
            representative: extras.representative,
            verifiedAt: extras.verifiedAt === null ? null : new Date(extras.verifiedAt),
          }
        : null,
  };
}

/** A session and all about the person behind it. */
export type FullSession = ReturnType<typeof withExtras>;
