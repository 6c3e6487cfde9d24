import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#database/connection.ts';
import { oidcTables } from '#database/sso-schema.ts';
import type { Keys } from '#lib/keys.ts';
import { hashUserCode } from '#sso/oidc/store/adapter.ts';

/** What the person decided, as the library's device code carries it. */
export type DeviceDecision =
  | { readonly error: 'access_denied'; readonly errorDescription: string }
  | {
      readonly accountId: string;
      readonly acr: string;
      readonly amr: readonly string[];
      readonly authTime: number;
      readonly grantId: string;
      readonly sid: string;
      readonly expiresWithSession?: true;
      readonly scope: string;
      readonly sessionUid: string;
    };

/** Device codes by what the device shows. The code that the device keeps is a secret, and known as a hash only. */
export function createDeviceRepo(db: Database, keys: Keys) {
  const table = oidcTables.DeviceCode;
  const isUndecided = (userCode: string) =>
    and(
      eq(table.userCode, hashUserCode(keys, userCode)),
      gt(table.expiresAt, sql`now()`),
      sql`not ${table.payload} ?| array['accountId', 'error']`,
    );
  return {
    async findUndecided(userCode: string): Promise<{ clientId: string; scope: string } | undefined> {
      const [row] = await db
        .select({ clientId: table.clientId, payload: table.payload })
        .from(table)
        .where(isUndecided(userCode));
      if (!row?.clientId) return undefined;
      const { params } = row.payload;
      const scope =
        typeof params === 'object' && params !== null && 'scope' in params && typeof params.scope === 'string'
          ? params.scope
          : 'openid';
      return { clientId: row.clientId, scope };
    },
    /** False when someone was faster, or the code has run out. */
    async decide(userCode: string, decision: DeviceDecision): Promise<boolean> {
      const isApproved = 'accountId' in decision;
      const rows = await db
        .update(table)
        .set({
          payload: sql`${table.payload} || ${JSON.stringify(decision)}::text::jsonb`,
          ...(isApproved
            ? {
                accountId: decision.accountId,
                grantId: decision.grantId,
                sessionId: decision.sessionUid,
              }
            : {}),
        })
        .where(isUndecided(userCode))
        .returning({ idHash: table.idHash });
      return rows.length > 0;
    },
  };
}

export type DeviceRepo = ReturnType<typeof createDeviceRepo>;
