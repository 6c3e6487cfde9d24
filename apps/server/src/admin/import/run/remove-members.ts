import { importedAccounts } from '#account/imports/imported-accounts.repo.ts';
import { insertAuditAbout } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { ImportDeps } from '../import-file.ts';
import { lockImport } from '#admin/import/imports.repo.ts';
import { createMayContinue } from './may-continue.ts';

const batchSize = 200;

const erased = {
  kind: 'account.erased',
  actorId: null,
  caller: { address: 'local', requestId: 'import' },
  details: {},
} as const;

export type BelongsToApplication = (sql: Queryable, accountId: Fragment) => Fragment;

type Deps = ImportDeps & { readonly belongsToApplication: BelongsToApplication };

/**
 * Removes the next accounts of an import that have not been used since. Returns false if no accounts are
 * left, if the undo was cancelled, or if another process is removing them.
 */
export function createMemberRemoval(deps: Deps) {
  const { sql, repo, rowsRepo, audit, belongsToApplication } = deps;
  const mayContinue = createMayContinue(deps);
  return (importId: string): Promise<boolean> =>
    sql.begin(async (tx) => {
      const locked = await lockImport(tx, importId, 'undoing');
      if (!locked || !(await mayContinue(tx, importId, locked))) return false;
      const rows = await rowsRepo.listNext(tx, importId, 'added', batchSize);
      if (rows.length > 0) {
        const ids = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
        const deleted = await importedAccounts.deleteUnused(tx, ids, belongsToApplication);
        // Only the association's webhooks get this event, because accounts that an application knows are kept.
        const events = [...deleted].map((accountId) => ({ event: 'account.deleted' as const, accountId }));
        await publishWebhooks(tx, ...events);
        await audit.keepStubs(tx, [...deleted]);
        await tx`${insertAuditAbout(tx, erased, tx`unnest(${[...deleted]}::text[]) as removed (id)`)}`;
        // A row without an account id belongs to an account that was erased at its owner's request.
        const changes = rows.map(({ row, accountId }) =>
          accountId === null || deleted.has(accountId)
            ? { row, outcome: 'removed' as const, accountId: null }
            : { row, outcome: 'kept' as const, accountId },
        );
        await rowsRepo.change(tx, importId, changes);
        return true;
      }
      await repo.finish(tx, importId, 'undone');
      return false;
    });
}
