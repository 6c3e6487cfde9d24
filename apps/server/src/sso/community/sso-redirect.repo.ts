import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#database/connection.ts';
import { ssoTransactions } from '#database/sso-schema.ts';

/** A validated request lives this long: time to sign up or to reset a password on the way. */
export const transactionSeconds = 600;

export function createSsoRedirectRepo(db: Database) {
  const find = db
    .select({ redirectUri: ssoTransactions.redirectUri })
    .from(ssoTransactions)
    .where(
      and(
        eq(ssoTransactions.preSessionHash, sql.placeholder('preSessionHash')),
        eq(ssoTransactions.clientId, sql.placeholder('clientId')),
        gt(ssoTransactions.expiresAt, sql`now()`),
      ),
    )
    .prepare('sso_transaction_find');
  const expiresAt = sql`now() + make_interval(secs => ${transactionSeconds})`;

  return {
    /** One browser has one transaction for a client; the latest address counts. */
    async save(row: { preSessionHash: Buffer; clientId: string; redirectUri: string }): Promise<void> {
      await db
        .insert(ssoTransactions)
        .values({ ...row, expiresAt })
        .onConflictDoUpdate({
          target: [ssoTransactions.preSessionHash, ssoTransactions.clientId],
          set: { redirectUri: row.redirectUri, expiresAt },
        });
    },
    async find(preSessionHash: Buffer, clientId: string): Promise<string | undefined> {
      const [row] = await find.execute({ preSessionHash, clientId });
      return row?.redirectUri;
    },
  };
}

export type SsoRedirectRepo = ReturnType<typeof createSsoRedirectRepo>;
