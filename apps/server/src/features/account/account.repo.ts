import { eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connection.ts';
import { accounts, consents, enterprises, passwordCredentials } from '../../database/schema.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** Queries of accounts and their password credential; a phone is always E.164 here. */
export function createAccountRepo(db: Database) {
  const byPhone = db
    .select({ id: accounts.id, status: accounts.status, hash: passwordCredentials.hash })
    .from(accounts)
    .leftJoin(passwordCredentials, eq(passwordCredentials.accountId, accounts.id))
    .where(eq(accounts.phone, sql.placeholder('phone')))
    .prepare('account_find_by_phone');

  const byReferral = db
    .select({ id: accounts.id, name: accounts.name, phone: accounts.phone, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.referralCode, sql.placeholder('referralCode')))
    .prepare('account_find_by_referral');

  return {
    /** What password sign-in needs; `hash` is null for an account without a password. */
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
          set: { hash, mustChange: false, changedAt: sql`now()` },
        });
    },
    /** Stores a hash made with newer parameters, unless the password was changed meanwhile. */
    async replaceHash(accountId: string, oldHash: string, newHash: string): Promise<void> {
      await db
        .update(passwordCredentials)
        .set({ hash: newHash })
        .where(
          sql`${passwordCredentials.accountId} = ${accountId} and ${passwordCredentials.hash} = ${oldHash}`,
        );
    },
    async insertConsent(tx: Queryable, row: typeof consents.$inferInsert): Promise<void> {
      await tx.insert(consents).values(row);
    },
    async update(tx: Queryable, id: string, set: Partial<typeof accounts.$inferInsert>): Promise<void> {
      await tx
        .update(accounts)
        .set({ ...set, updatedAt: sql`now()` })
        .where(eq(accounts.id, id));
    },
    async updateEnterprise(
      tx: Queryable,
      accountId: string,
      set: Partial<typeof enterprises.$inferInsert>,
    ): Promise<void> {
      await tx
        .insert(enterprises)
        .values({ accountId, ...set })
        .onConflictDoUpdate({ target: enterprises.accountId, set: { ...set, accountId } });
    },
  };
}

export type AccountRepo = ReturnType<typeof createAccountRepo>;
