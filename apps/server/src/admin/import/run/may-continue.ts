import { isActiveAdmin } from '#account/administrators.ts';
import type { Queryable } from '#database/connection.ts';
import type { ImportsRow } from '#database/tables.ts';
import type { ImportParts } from '../import-file.ts';

type Locked = Pick<ImportsRow, 'requestedBy' | 'fileName'>;

/**
 * Returns whether the worker may go on with an import, whose row the transaction has locked. If the administrator who
 * started the run or the undo has lost the role or is locked, cancels it; another administrator can continue (M7).
 */
export function createMayContinue({ repo, audit }: Pick<ImportParts, 'repo' | 'audit'>) {
  return async (tx: Queryable, id: string, { requestedBy, fileName }: Locked): Promise<boolean> => {
    if (requestedBy === null || (await isActiveAdmin(tx, requestedBy))) return true;
    await repo.finish(tx, id, 'cancelled');
    const caller = { address: 'local', requestId: id };
    const details = { import: id, file: fileName };
    await audit.write(tx, { kind: 'import.cancelled', actorId: null, caller, details });
    return false;
  };
}
