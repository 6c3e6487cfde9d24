import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import {
  createDataKeys,
  loadDataKeys,
  type MasterKeys,
  type OpenedDataKeys,
} from '#platform/installation/data-keys.ts';
import { wrongMasterKey } from '#platform/installation/installation.ts';
import { exitCodes } from './environment.ts';
import { StartProblem } from '../start-problem.ts';

/**
 * Loads the data keys. With another master key, no password would match and no ID token could be signed, so
 * the process does not start.
 * @throws StartProblem if the master key is wrong
 */
export async function openDataKeys(
  { sql, keys }: { readonly sql: Sql; readonly keys: Keys },
  masterKeys: MasterKeys,
): Promise<OpenedDataKeys> {
  const opened = await loadDataKeys(createDataKeys(sql, masterKeys), keys);
  if (!opened) throw new StartProblem(wrongMasterKey, exitCodes.configuration);
  return opened;
}
