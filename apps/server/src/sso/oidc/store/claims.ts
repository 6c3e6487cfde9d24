import type { Account, Client } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import { accountKey, currentScope, takeOnce } from './request-scope.ts';

/** Scope to claims, as discovery publishes them (specification, clause 6). */
export const claimsByScope = {
  // How and when the person signed in goes with every id token.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  vid: ['vid:is_enterprise', 'vid:object', 'vid:roles'],
  iss: null,
  sid: null,
};

export type AccountSource = {
  /** The account as the library knows one; undefined when it is locked, or may not use the application of `client`. */
  find(accountId: string, client: Client | undefined): Promise<Account | undefined>;
  /** Whether the account may use the application of `client`. */
  mayUse(accountId: string, client: Client): Promise<boolean>;
};

export type AccountRow = {
  isEnterprise: boolean;
  name: string | null;
  picture: string | null;
  email: string | null;
  phone: string;
  memberObject: string | null;
  roles: string[];
};

/** Active accounts as an application sees them, by the SQL of the application's id; the caller adds which. */
export const selectAccount = (applicationId: string): string => `
  select a.kind = 'enterprise' as "isEnterprise", coalesce(e.name, a.name) as name, a.avatar as picture,
    a.email, a.phone, a.member_object as "memberObject",
    (select coalesce(json_agg(p.role order by p.role), '[]') from permissions p
      where p.account_id = a.id and p.application_id = ${applicationId} and p.status = 'active') as roles
  from accounts a left join enterprises e on e.account_id = a.id
  where a.status = 'active'`;

const findText = `${selectAccount('$2')} and a.id = $1`;

export function createAccountSource(lookups: Sql): AccountSource {
  const source: AccountSource = {
    async find(accountId, client) {
      const applicationId = applicationOf(client);
      const read = takeOnce(currentScope()?.accounts, accountKey(accountId, applicationId));
      const [row] =
        read === undefined
          ? await lookups.unsafe<AccountRow[]>(findText, [accountId, applicationId], { prepare: true })
          : [read];
      // A withdrawn permission fails every token from its next use on.
      if (!row || (client?.['vid_restricted'] === true && row.roles.length === 0)) return undefined;
      return {
        accountId,
        claims: () => ({
          sub: accountId,
          ...present('name', row.name),
          ...present('picture', row.picture),
          ...present('email', row.email),
          // Nobody has confirmed the address yet: an application must not join accounts by it.
          ...(row.email === null ? {} : { email_verified: false }),
          phone_number: row.phone,
          phone_number_verified: true,
          'vid:is_enterprise': row.isEnterprise,
          ...present('vid:object', row.memberObject),
          'vid:roles': row.roles,
        }),
      };
    },
    async mayUse(accountId, client) {
      return (await source.find(accountId, client)) !== undefined;
    },
  };
  return source;
}

function applicationOf(client: Client | undefined): string {
  const id = client?.['vid_application_id'];
  return typeof id === 'string' ? id : '';
}

function present(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}
