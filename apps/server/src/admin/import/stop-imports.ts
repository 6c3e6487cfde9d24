import type { ReturnDeps } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Platform } from '#platform/platform.ts';
import { createImportRepo, lockImportsOf } from './imports.repo.ts';

/**
 * Stops the imports and undos that an account has started, when the account returns to its owner. Another
 * administrator can continue or undo them.
 */
export function createStopImports({
  sql,
  audit,
}: Pick<Platform, 'sql' | 'audit'>): ReturnDeps['stopImports'] {
  const repo = createImportRepo(sql);
  return async (tx, { accountId, by }) => {
    for (const { id, fileName } of await lockImportsOf(tx, accountId)) {
      await repo.finish(tx, id, 'cancelled');
      await audit.write(tx, { kind: 'import.cancelled', ...by, details: { import: id, file: fileName } });
    }
  };
}
