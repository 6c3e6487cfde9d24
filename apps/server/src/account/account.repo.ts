import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/connection.ts';
import {
  accounts,
  consents,
  enterprises,
  passwordCredentials,
  type AccountStatus,
} from '#database/schema.ts';

export type AccountRow = typeof accounts.$inferSelect;
export type EnterpriseRow = typeof enterprises.$inferSelect;

/** Queries of accounts and their password credential; a phone is always E.164 here. */
export function createAccountRepo(db: Database) {
  const byPhone = db
    .select({ id: accounts.id, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.phone, sql.placeholder('phone')))
    .prepare('account_find_by_phone');

  const byReferral = db
    .select({ id: accounts.id, name: accounts.name, phone: accounts.phone, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.referralCode, sql.placeholder('referralCode')))
    .prepare('account_find_by_referral');

  const credential = db
    .select({ hash: passwordCredentials.hash })
    .from(passwordCredentials)
    .where(eq(passwordCredentials.accountId, sql.placeholder('accountId')))
    .prepare('account_find_credential');

  return {
    async findByPhone(phone: string) {
      const [row] = await byPhone.execute({ phone });
      return row;
    },
    async findByReferralCode(referralCode: string) {
      const [row] = await byReferral.execute({ referralCode });
      return row;
    },
    /** Reads the row and holds it until the transaction ends, so that a lock in between cannot be missed. */
    async lockRow(tx: Queryable, id: string): Promise<AccountRow | undefined> {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
      return row;
    },
    /** `lockRow` by phone. */
    async lockByPhone(tx: Queryable, phone: string): Promise<AccountRow | undefined> {
      const [row] = await tx.select().from(accounts).where(eq(accounts.phone, phone)).for('no key update');
      return row;
    },
    /** Whether any account, locked or not, has the phone. */
    async existsByPhone(phone: string): Promise<boolean> {
      return (await byPhone.execute({ phone })).length > 0;
    },
    /** The password credential of an account, or undefined. */
    async findCredential(accountId: string) {
      const [row] = await credential.execute({ accountId });
      return row;
    },
    /** Changes the status unless it is that already. */
    async setStatus(tx: Queryable, id: string, status: AccountStatus): Promise<AccountRow | undefined> {
      const [row] = await tx
        .update(accounts)
        .set({ status, updatedAt: sql`now()` })
        .where(and(eq(accounts.id, id), ne(accounts.status, status)))
        .returning();
      return row;
    },
    async findEnterprise(tx: Queryable, accountId: string) {
      const [row] = await tx.select().from(enterprises).where(eq(enterprises.accountId, accountId));
      return row;
    },
    /** Throws the unique violation of `accounts_phone_key` when the phone has an account. */
    async insert(tx: Queryable, row: typeof accounts.$inferInsert): Promise<void> {
      await tx.insert(accounts).values(row);
      if (row.kind === 'enterprise') await tx.insert(enterprises).values({ accountId: row.id });
    },
    async insertPassword(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx.insert(passwordCredentials).values({ accountId, hash });
    },
    async setPassword(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx
        .insert(passwordCredentials)
        .values({ accountId, hash })
        .onConflictDoUpdate({
          target: passwordCredentials.accountId,
          set: { hash, changedAt: sql`now()` },
        });
      await forgetMustChange(tx, accountId);
    },
    /** Changes the password unless it is no longer the one that was compared; false then. */
    async changePassword(
      tx: Queryable,
      input: { accountId: string; oldHash: string; newHash: string },
    ): Promise<boolean> {
      const rows = await tx
        .update(passwordCredentials)
        .set({ hash: input.newHash, changedAt: sql`now()` })
        .where(
          and(
            eq(passwordCredentials.accountId, input.accountId),
            eq(passwordCredentials.hash, input.oldHash),
          ),
        )
        .returning({ accountId: passwordCredentials.accountId });
      if (rows.length === 0) return false;
      await forgetMustChange(tx, input.accountId);
      return true;
    },
    /** Stores a hash made with newer parameters, unless the password was changed meanwhile. */
    async replaceHash(accountId: string, oldHash: string, newHash: string): Promise<void> {
      await db
        .update(passwordCredentials)
        .set({ hash: newHash })
        .where(and(eq(passwordCredentials.accountId, accountId), eq(passwordCredentials.hash, oldHash)));
    },
    async insertConsents(tx: Queryable, rows: (typeof consents.$inferInsert)[]): Promise<void> {
      await tx.insert(consents).values(rows);
    },
    async update(tx: Queryable, id: string, set: Partial<typeof accounts.$inferInsert>): Promise<AccountRow> {
      const [row] = await tx
        .update(accounts)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(accounts.id, id))
        .returning();
      if (!row) throw new Error('the account to update does not exist');
      return row;
    },
    async updateEnterprise(
      tx: Queryable,
      accountId: string,
      set: Partial<typeof enterprises.$inferInsert>,
    ): Promise<EnterpriseRow> {
      const [row] = await tx
        .insert(enterprises)
        .values({ accountId, ...set })
        .onConflictDoUpdate({ target: enterprises.accountId, set: { ...set, accountId } })
        .returning();
      if (!row) throw new Error('the enterprise was not written');
      return row;
    },
  };
}

/** A password that its owner chose need not be changed any more. */
async function forgetMustChange(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(accounts)
    .set({ mustChangePassword: false })
    .where(and(eq(accounts.id, id), accounts.mustChangePassword));
}

export type AccountRepo = ReturnType<typeof createAccountRepo>;
