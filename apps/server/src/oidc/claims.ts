import { and, eq } from 'drizzle-orm';
import type { Account } from 'oidc-provider';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { Database } from '../database/connection.ts';
import { accounts, enterprises } from '../database/schema.ts';
import { sql } from 'drizzle-orm';

/** Scope to claims, as discovery publishes them (product.md section 6). */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'picture'],
  email: ['email'],
  phone: ['phone_number', 'phone_number_verified'],
  vid: ['vid:is_enterprise', 'vid:object', 'vid:roles'],
};

export type AccountSource = {
  /** The account for the library, as one application sees it; undefined when it is locked or may not use it. */
  find(accountId: string, clientId: string | undefined): Promise<Account | undefined>;
};

export function createAccountSource(db: Database, applications: ApplicationService): AccountSource {
  const byId = db
    .select({ account: accounts, enterpriseName: enterprises.name })
    .from(accounts)
    .leftJoin(enterprises, eq(enterprises.accountId, accounts.id))
    .where(and(eq(accounts.id, sql.placeholder('id')), eq(accounts.status, 'active')))
    .prepare('oidc_account');

  return {
    async find(accountId, clientId) {
      const [row] = await byId.execute({ id: accountId });
      if (!row) return undefined;
      const found = clientId === undefined ? undefined : await applications.findActive(clientId);
      const roles = found && (await applications.rolesOf(accountId, found.application));
      // A withdrawn permission or a disabled application fails every token from the next use on.
      if (clientId !== undefined && roles === undefined) return undefined;
      const { account } = row;
      const isEnterprise = account.kind === 'enterprise';
      return {
        accountId,
        claims: () => ({
          sub: accountId,
          ...present('name', isEnterprise ? (row.enterpriseName ?? account.name) : account.name),
          ...present('picture', account.avatar),
          ...present('email', account.email),
          phone_number: account.phone,
          phone_number_verified: true,
          'vid:is_enterprise': isEnterprise,
          ...present('vid:object', account.memberObject),
          'vid:roles': roles ?? [],
        }),
      };
    },
  };
}

function present(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}
