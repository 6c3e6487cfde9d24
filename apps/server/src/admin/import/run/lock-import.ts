import type { Queryable } from '#database/connection.ts';

/**
 * Locks an import for one batch. Undefined if it is in another state, or if another process works on it: the lock ends
 * with the transaction, so a killed process leaves none.
 */
export async function lockImport(tx: Queryable, id: string, status: 'running' | 'undoing') {
  const [row] = await tx<{ requestedBy: string | null }[]>`
    select requested_by from imports where id = ${id} and status = ${status} for update skip locked`;
  return row;
}
