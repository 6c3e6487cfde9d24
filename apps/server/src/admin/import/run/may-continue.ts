import { isActiveAdmin } from '#account/administrators.ts';
import type { Queryable } from '#database/connection.ts';
import type { ImportsRow } from '#database/tables.ts';
import type { ImportDeps } from '../import-file.ts';

type Locked = Pick<ImportsRow, 'requestedBy' | 'fileName'>;

/**
 * Returns whether the worker may continue an import. Cancels the import if the administrator who started the
 * run or the undo is locked or has lost the role; another administrator can then continue it (M7). Requires the
 * lock of the import's row.
 */
export function createMayContinue({ repo, audit }: Pick<ImportDeps, 'repo' | 'audit'>) {
  return async (tx: Queryable, id: string, { requestedBy, fileName }: Locked): Promise<boolean> => {
    if (requestedBy === null || (await isActiveAdmin(tx, requestedBy))) return true;
    await repo.finish(tx, id, 'cancelled');
    const caller = { address: 'local', requestId: id };
    const details = { import: id, file: fileName };
    await audit.write(tx, { kind: 'import.cancelled', actorId: null, caller, details });
    return false;
  };
}
