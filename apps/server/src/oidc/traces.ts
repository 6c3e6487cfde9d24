import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { ssoTraces } from '../database/sso-schema.ts';
import { newId } from '../lib/ids.ts';

/** How long a refused request can be asked about. */
const keepDays = 14;

/** Why sign-on requests were refused, kept under the short number that the person saw. */
export function createTraces(db: Database) {
  return {
    async write(
      clientId: string | undefined,
      reason: string,
      details: Record<string, unknown>,
    ): Promise<string> {
      const ref = newId('aud').slice(4, 14).toUpperCase();
      await db.insert(ssoTraces).values({
        ref,
        clientId: clientId?.slice(0, 128) ?? null,
        reason,
        details,
        expiresAt: sql`now() + make_interval(days => ${keepDays})`,
      });
      return ref;
    },
    async find(ref: string) {
      const [row] = await db.select().from(ssoTraces).where(eq(ssoTraces.ref, ref.trim().toUpperCase()));
      return row;
    },
    async deleteExpired(limit: number): Promise<number> {
      const old = db
        .select({ ref: ssoTraces.ref })
        .from(ssoTraces)
        .where(sql`${ssoTraces.expiresAt} < now()`)
        .limit(limit);
      const rows = await db
        .delete(ssoTraces)
        .where(inArray(ssoTraces.ref, old))
        .returning({ ref: ssoTraces.ref });
      return rows.length;
    },
  };
}

export type Traces = ReturnType<typeof createTraces>;
