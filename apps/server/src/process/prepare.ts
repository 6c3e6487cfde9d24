import type { Logger } from 'pino';
import { bringUpDatabase } from '#database/bring-up.ts';
import type { ConnectionTarget, Sql } from '#database/connection.ts';
import { DatabaseProblem } from '#database/database-problem.ts';
import {
  createSeeds,
  hasSamples,
  type FirstAdministrator,
  type SeedParts,
} from '#operations/seeds/seeds.service.ts';
import type { Keys } from '#lib/keys.ts';
import { createSigningKeys, wrongMasterKey } from '#sso/oidc/keys/signing-keys.ts';
import { exitCodes } from './environment.ts';
import { StartProblem } from './start-problem.ts';

type PrepareInput = {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly parts: SeedParts & { readonly sql: Sql; readonly keys: Keys };
};

/** Migrations, then (evaluation) the seeds: what must be there before requests are served. */
export async function prepareDatabase(input: PrepareInput): Promise<FirstAdministrator | undefined> {
  const { target, log, signal, parts } = input;
  try {
    const applied = await bringUpDatabase({ target, log, signal, mayMigrate: true });
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
  } catch (error) {
    if (error instanceof DatabaseProblem)
      throw new StartProblem(error.message, exitCodes.configuration, error);
    throw error;
  }
  // Every password would be wrong and no id token could be signed: better no start than one that looks well.
  if (!(await createSigningKeys(parts.sql, parts.keys).canOpen()))
    throw new StartProblem(wrongMasterKey, exitCodes.configuration);
  return seed(parts);
}

/** Accounts whose password is in the documents must never be reachable by others. */
async function seed(parts: SeedParts): Promise<FirstAdministrator | undefined> {
  if (!parts.config.isProduction) return createSeeds(parts).plant();
  if (await hasSamples(parts.sql)) {
    throw new StartProblem(
      'This database holds the sample members of evaluation mode, whose password is public. Remove them: npm run vid -- remove-samples',
      exitCodes.configuration,
    );
  }
  return undefined;
}
