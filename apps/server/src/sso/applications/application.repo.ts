import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/connection.ts';
import { applications, clients, clientSecrets, permissions } from '#database/sso-schema.ts';

export type ApplicationRow = typeof applications.$inferSelect;
export type ClientRow = typeof clients.$inferSelect;

/** Queries of applications, their clients and the rights in them. */
export function createApplicationRepo(db: Database) {
  const clientWithApplication = db
    .select({ client: clients, application: applications })
    .from(clients)
    .innerJoin(applications, eq(applications.id, clients.applicationId))
    .where(eq(clients.id, sql.placeholder('clientId')))
    .prepare('client_with_application');

  /** One look-up tells whether an account may use an application, and as what. */
  const rights = db
    .select({ role: permissions.role })
    .from(permissions)
    .where(
      and(
        eq(permissions.accountId, sql.placeholder('accountId')),
        eq(permissions.applicationId, sql.placeholder('applicationId')),
        eq(permissions.status, 'active'),
      ),
    )
    .orderBy(asc(permissions.role))
    .prepare('permission_roles');

  return {
    async findClient(
      clientId: string,
    ): Promise<{ client: ClientRow; application: ApplicationRow } | undefined> {
      const [row] = await clientWithApplication.execute({ clientId });
      return row;
    },
    async listRoles(accountId: string, applicationId: string): Promise<string[]> {
      const rows = await rights.execute({ accountId, applicationId });
      return rows.map((row) => row.role);
    },
    async findApplication(code: string): Promise<ApplicationRow | undefined> {
      const [row] = await db.select().from(applications).where(eq(applications.code, code));
      return row;
    },
    list() {
      return db.select().from(applications).orderBy(asc(applications.code));
    },
    listClients(applicationId: string) {
      return db
        .select()
        .from(clients)
        .where(eq(clients.applicationId, applicationId))
        .orderBy(asc(clients.id));
    },
    async insertApplication(tx: Queryable, row: typeof applications.$inferInsert): Promise<void> {
      await tx.insert(applications).values(row);
    },
    async updateApplication(id: string, set: Partial<typeof applications.$inferInsert>): Promise<void> {
      await db
        .update(applications)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(applications.id, id));
    },
    async insertClient(tx: Queryable, row: typeof clients.$inferInsert): Promise<void> {
      await tx.insert(clients).values(row);
    },
    async updateClient(id: string, set: Partial<typeof clients.$inferInsert>): Promise<boolean> {
      const rows = await db
        .update(clients)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(clients.id, id))
        .returning({ id: clients.id });
      return rows.length > 0;
    },
    /** The client's addresses afterwards; nothing when it is not there. One that is registered already counts once. */
    async addRedirect(id: string, address: string): Promise<string[] | undefined> {
      const [row] = await db
        .update(clients)
        .set({
          redirectUris: sql`array_append(array_remove(${clients.redirectUris}, ${address}), ${address})`,
          updatedAt: sql`now()`,
        })
        .where(eq(clients.id, id))
        .returning({ redirectUris: clients.redirectUris });
      return row?.redirectUris;
    },
    /** Nothing when it is not registered, or is the last one of a client that people come back to. */
    async removeRedirect(id: string, address: string): Promise<string[] | undefined> {
      const left = sql`array_remove(${clients.redirectUris}, ${address})`;
      const [row] = await db
        .update(clients)
        .set({ redirectUris: left, updatedAt: sql`now()` })
        .where(
          and(
            eq(clients.id, id),
            sql`${address} = any(${clients.redirectUris})`,
            sql`(${clients.kind} = 'machine' or cardinality(${left}) > 0)`,
          ),
        )
        .returning({ redirectUris: clients.redirectUris });
      return row?.redirectUris;
    },
    async insertSecret(tx: Queryable, row: typeof clientSecrets.$inferInsert): Promise<void> {
      await tx.insert(clientSecrets).values(row);
    },
    /**
     * Of the secrets that are valid now the newest goes on for `graceSeconds`, beside the one that is to follow; all
     * others end at once, and so does that one when there is no grace.
     */
    async endSecrets(tx: Queryable, clientId: string, graceSeconds: number): Promise<void> {
      // One rotation after another: a second one must see the secret that the first one made.
      await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
      const isValid = sql`${clientSecrets.clientId} = ${clientId}
        and (${clientSecrets.expiresAt} is null or ${clientSecrets.expiresAt} > now())`;
      await tx
        .update(clientSecrets)
        .set({
          expiresAt: sql`least(${clientSecrets.expiresAt}, now() + make_interval(secs =>
            case when ${clientSecrets.id} = (select id from client_secrets where client_id = ${clientId}
              order by expires_at desc nulls first, created_at desc, id desc limit 1) then ${graceSeconds}::int else 0 end))`,
        })
        .where(isValid);
    },
    async grant(row: typeof permissions.$inferInsert): Promise<void> {
      await db
        .insert(permissions)
        .values(row)
        .onConflictDoUpdate({
          target: [permissions.accountId, permissions.applicationId, permissions.role],
          set: { status: 'active' },
        });
    },
    async withdraw(accountId: string, applicationId: string, role?: string): Promise<number> {
      const rows = await db
        .update(permissions)
        .set({ status: 'withdrawn' })
        .where(
          and(
            eq(permissions.accountId, accountId),
            eq(permissions.applicationId, applicationId),
            role === undefined ? undefined : eq(permissions.role, role),
          ),
        )
        .returning({ id: permissions.id });
      return rows.length;
    },
  };
}

export type ApplicationRepo = ReturnType<typeof createApplicationRepo>;
