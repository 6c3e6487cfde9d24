import type { Queryable } from '#database/connection.ts';
import { recordLogouts } from '#platform/logouts/record-logouts.ts';

/** Deletes locked sessions, and records logout notices for the applications that used them. */
export async function deleteSessions(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await recordLogouts(tx, ids);
  await tx`delete from sessions where id = any(${[...ids]}::text[])`;
}
