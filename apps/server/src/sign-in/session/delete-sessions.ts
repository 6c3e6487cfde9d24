import type { Fragment, Queryable } from '#database/connection.ts';
import { recordLogouts } from '#platform/logouts/record-logouts.ts';

/** Deletes locked sessions, and records logout notices for the applications that used them. */
export async function deleteSessions(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await recordLogouts(tx, ids);
  await tx`delete from sessions where id = any(${[...ids]}::text[])`;
}

/** SQL equivalent of `hashId` (`oidc/store`) for a grant. */
export const grantIdHash = (sql: Queryable, grantId: Fragment | string): Fragment => sql`
  sha256(convert_to('Grant:' || (${grantId}), 'UTF8'))`;

/** Ends the grants of a locked session, whose offline tokens would otherwise outlive the session. */
export async function endGrantsOf(tx: Queryable, sessionId: string): Promise<void> {
  await tx`
    delete from oidc_grants where id_hash in (
      select ${grantIdHash(tx, tx`entry.value ->> 'grantId'`)}
      from oidc_sessions o, jsonb_each(o.authorizations) entry where o.session_id = ${sessionId})`;
}
