import { maxClients } from '@vid/contract/limits';
import { signInsOf, type DeletedCode } from '#applications/manage/sign-ins.policy.ts';
import { addSignIns } from '#applications/manage/sign-ins.repo.ts';
import type { ManagementScope } from '@vid/contract/management-scopes';
import type { Queryable, Sql } from '#database/connection.ts';
import type { ApplicationsRow, ClientSecretsRow, ClientsRow, PermissionsRow } from '#database/tables.ts';
import type { ClientKeys } from '#applications/clients/client-keys.ts';
import { rolesIn, type Roles } from '#applications/clients/lookups.ts';
import { isStillGiven } from '#platform/application-rights.ts';
import { managedApplications } from './managed-applications.ts';

export type ApplicationRow = ApplicationsRow;
export type ClientRow = Omit<ClientsRow, 'jwks' | 'managementScopes'> & {
  jwks: ClientKeys | null;
  managementScopes: ManagementScope[];
};

export type NewApplication = Pick<ApplicationsRow, 'id' | 'code' | 'name'> &
  Partial<Pick<ApplicationsRow, 'logo' | 'ownerId' | 'access' | 'isFirstParty'>>;
export type ApplicationChange = Partial<
  Pick<
    ApplicationsRow,
    'name' | 'logo' | 'access' | 'isFirstParty' | 'operatorName' | 'policyUrl' | 'ownerId' | 'status'
  >
>;
export const clientSettings = [
  'name',
  'kind',
  'authMethod',
  'redirectUris',
  'postLogoutUris',
  'backchannelLogoutUri',
  'idTokenAlg',
  'jwks',
  'asksToContinue',
  'requiresPar',
  'requiresDpop',
  'requiresName',
  'requiresEmail',
  'mayOmitPkce',
  'scopes',
] as const;
export type ClientSettings = Pick<ClientRow, (typeof clientSettings)[number]>;
type NewClient = Pick<ClientRow, 'id' | 'applicationId' | 'createdBy'> & ClientSettings;
type NewSecret = Pick<ClientSecretsRow, 'id' | 'clientId' | 'secretHash' | 'createdBy'>;
type NewPermission = Pick<PermissionsRow, 'id' | 'accountId' | 'applicationId' | 'role'>;

export function createApplicationRepo(sql: Sql) {
  return {
    async findClient(
      clientId: string,
    ): Promise<{ client: ClientRow; application: ApplicationRow } | undefined> {
      const [client] = await sql<ClientRow[]>`select * from clients where id = ${clientId}`;
      if (!client) return undefined;
      const [application] = await sql<ApplicationRow[]>`
        select * from applications where id = ${client.applicationId}`;
      return application && { client, application };
    },

    async findRoles(accountId: string, applicationId: string): Promise<Roles> {
      const [row] = await sql<{ roles: Roles }[]>`select ${rolesIn(sql, accountId, applicationId)} as roles`;
      return row?.roles ?? null;
    },

    async listPermissions(accountId: string) {
      return sql<
        (Pick<PermissionsRow, 'role' | 'status' | 'createdAt'> & {
          code: string;
          name: string;
          roleName: string;
        })[]
      >`
        select m.code, m.name, p.role, coalesce(r.name, p.role) as role_name, p.status, p.created_at
        from permissions p join applications m on m.id = p.application_id
          left join application_roles r on r.application_id = p.application_id and r.code = p.role
        where p.account_id = ${accountId} order by m.name collate "vi-x-icu", p.role limit 200`;
    },

    async listManaged(accountId: string) {
      const [row] = await sql<{ managed: Pick<ApplicationsRow, 'id' | 'code' | 'name'>[] | null }[]>`
        select ${managedApplications.list(sql, sql`${accountId}`)} as managed`;
      return row?.managed ?? [];
    },

    findApplication: (code: string) =>
      sql<ApplicationRow[]>`select * from applications where code = ${code}`.first(),

    async list(): Promise<readonly ApplicationRow[]> {
      return sql<ApplicationRow[]>`select * from applications order by code`;
    },

    async listByIds(ids: readonly string[]): Promise<readonly ApplicationRow[]> {
      return sql<ApplicationRow[]>`select * from applications where id = any(${[...ids]})`;
    },

    async listClients(applicationId: string): Promise<readonly ClientRow[]> {
      return sql<
        ClientRow[]
      >`select * from clients where application_id = ${applicationId} order by name collate "vi-x-icu", id`;
    },

    insertApplication: (tx: Queryable, application: NewApplication) =>
      tx`
        insert into applications ${tx(application)} on conflict (code) do nothing`.hasRows(),

    lockApplication: (tx: Queryable, id: string) =>
      tx<ApplicationRow[]>`select * from applications where id = ${id} for no key update`.first(),

    async updateApplication(tx: Queryable, id: string, change: ApplicationChange): Promise<void> {
      await tx`update applications set ${tx(change)}, updated_at = now() where id = ${id}`;
    },

    async deleteManager(tx: Queryable, id: string, accountId: string): Promise<void> {
      await tx`delete from application_managers where application_id = ${id} and account_id = ${accountId}`;
    },

    async countClients(tx: Queryable, applicationId: string): Promise<number> {
      return (await tx`select from clients where application_id = ${applicationId} limit ${maxClients}`)
        .count;
    },

    insertClient: (tx: Queryable, { jwks, ...client }: NewClient) =>
      tx`
        insert into clients ${tx({ ...client, hasCreator: client.createdBy !== null, jwks: jwks && tx.json(jwks) })}
        on conflict (id) do nothing`.hasRows(),

    /** Gives a machine client to another account. Returns false if its creator still has the right to it. */
    giveClient: (tx: Queryable, id: string, accountId: string | null) =>
      tx`
        update clients c set created_by = ${accountId}, has_creator = ${accountId !== null}, updated_at = now()
        from applications m where c.id = ${id} and m.id = c.application_id and not ${isStillGiven(tx)}`.hasRows(),

    async deleteTokens(tx: Queryable, clientId: string): Promise<void> {
      await tx`delete from oidc_client_credentials where client_id = ${clientId}`;
    },

    async lockClient(tx: Queryable, id: string): Promise<ClientRow | undefined> {
      const [client] = await tx<ClientRow[]>`select * from clients where id = ${id} for update`;
      return client;
    },

    async updateClient(tx: Queryable, id: string, { jwks, ...client }: ClientSettings): Promise<void> {
      const change = { ...client, jwks: jwks && tx.json(jwks) };
      await tx`update clients set ${tx(change)}, updated_at = now() where id = ${id}`;
    },

    /**
     * Deletes a client with its grants, without which no code or token of an account is valid. A later client
     * with the same id, perhaps of another application, must neither use these grants nor get logout notices
     * about the deleted client's users.
     */
    async deleteClient(tx: Queryable, id: string): Promise<void> {
      await tx`delete from oidc_grants where client_id = ${id}`;
      await tx`delete from oidc_client_credentials where client_id = ${id}`;
      const codes = await tx<DeletedCode[]>`
        delete from oidc_device_codes where client_id = ${id} returning client_id, consumed_at`;
      await addSignIns(tx, signInsOf(codes));
      // Lock the sessions in a fixed order, so that two deletions cannot deadlock.
      await tx`
        update oidc_sessions o set authorizations = o.authorizations - ${id}::text
        from (
          select session_id from oidc_sessions where authorizations ? ${id} order by session_id for update
        ) entered
        where o.session_id = entered.session_id`;
      // Delete the recorded changes; otherwise the return of an account to its owner would restore this
      // client's settings in a later client with the same id.
      await tx`delete from right_changes where kind = 'client' and target = ${id}`;
      await tx`delete from clients where id = ${id}`;
    },

    async listSecrets(clientId: string): Promise<{ createdAt: Date; expiresAt: Date | null }[]> {
      return sql<{ createdAt: Date; expiresAt: Date | null }[]>`
        select created_at, expires_at from client_secrets
        where client_id = ${clientId} and (expires_at is null or expires_at > now()) order by created_at`;
    },

    async setManagementScopes(tx: Queryable, id: string, scopes: readonly string[]): Promise<void> {
      await tx`update clients set management_scopes = ${[...scopes]}, updated_at = now() where id = ${id}`;
    },

    async setClientStatus(tx: Queryable, id: string, status: ClientRow['status']): Promise<void> {
      await tx`update clients set status = ${status}, updated_at = now() where id = ${id}`;
    },

    async setRedirects(tx: Queryable, id: string, redirectUris: readonly string[]): Promise<void> {
      await tx`update clients set redirect_uris = ${[...redirectUris]}, updated_at = now() where id = ${id}`;
    },

    async insertSecret(tx: Queryable, secret: NewSecret): Promise<void> {
      await tx`insert into client_secrets ${tx(secret)}`;
    },

    /**
     * Ends the valid secrets of a client: the newest, which has no expiry yet, stays valid for
     * `graceSeconds`, and all others are revoked at once. Requires the lock of the client.
     */
    async endSecrets(tx: Queryable, clientId: string, graceSeconds: number): Promise<void> {
      await tx`
        update client_secrets set expires_at = now() + make_interval(secs =>
          case when expires_at is null then ${graceSeconds}::int else 0 end)
        where client_id = ${clientId} and (expires_at is null or expires_at > now())`;
    },

    /**
     * Returns whether an account that created a valid secret of the client has since returned to its owner, so
     * that an intruder may have created the secret.
     */
    isSecretInDoubt: (tx: Queryable, clientId: string) =>
      tx`
        select from client_secrets s join account_returns r on r.account_id = s.created_by
        where s.client_id = ${clientId} and s.created_at <= r.returned_at
          and (s.expires_at is null or s.expires_at > now())`.hasRows(),

    endFormerSecrets: (tx: Queryable, clientId: string) =>
      tx`
        update client_secrets set expires_at = now()
        where client_id = ${clientId} and expires_at > now()`.hasRows(),

    async defineRole(tx: Queryable, applicationId: string, role: string): Promise<void> {
      await tx`
        insert into application_roles (application_id, code, name)
        values (${applicationId}, ${role}, ${role}) on conflict do nothing`;
    },

    isLocked: (tx: Queryable, { accountId, applicationId, role }: Omit<NewPermission, 'id'>) =>
      tx`
        select from permissions
        where account_id = ${accountId} and application_id = ${applicationId} and role = ${role}
          and status = 'locked'`.hasRows(),

    grant: (tx: Queryable, permission: NewPermission) =>
      tx`insert into permissions ${tx(permission)} on conflict do nothing`.hasRows(),

    /**
     * Withdraws one role of an account; all its roles if `role` is missing. Returns the deleted permissions.
     */
    async withdraw(tx: Queryable, accountId: string, applicationId: string, role?: string) {
      return tx<{ id: string; role: string }[]>`
        delete from permissions
        where account_id = ${accountId} and application_id = ${applicationId}
          and (${role ?? null}::text is null or role = ${role ?? null}::text)
        returning id, role`;
    },
  };
}

export type ApplicationRepo = ReturnType<typeof createApplicationRepo>;
