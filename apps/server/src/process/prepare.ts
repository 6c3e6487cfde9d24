import type { Logger } from 'pino';
import { bringUpDatabase } from '#database/bring-up.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { DatabaseProblem } from '#database/outage.ts';
import { countSamples } from '#operations/seeds/samples.ts';
import { createSeeds, type FirstAdministrator, type SeedDeps } from '#operations/seeds/seeds.service.ts';
import type { Keys } from '#lib/keys.ts';
import { createSigningKeys, wrongMasterKey } from '#oidc/keys/signing-keys.ts';
import { exitCodes } from './environment.ts';
import { StartProblem } from './start-problem.ts';

type PrepareInput = {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly deps: SeedDeps & { readonly keys: Keys };
};

/** Applies migrations and, in evaluation mode, the seeds. Requests are served only afterwards. */
export async function prepareDatabase(input: PrepareInput): Promise<FirstAdministrator | undefined> {
  const { target, log, signal, deps } = input;
  try {
    const applied = await bringUpDatabase({ target, log, signal, mayMigrate: true });
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
  } catch (error) {
    if (error instanceof DatabaseProblem)
      throw new StartProblem(error.message, exitCodes.configuration, error);
    throw error;
  }
  // With another key no password would match and no id token could be signed, so do not start.
  if (!(await createSigningKeys(deps.sql, deps.keys).canOpen()))
    throw new StartProblem(wrongMasterKey, exitCodes.configuration);
  return seed(deps);
}

/** The sample members' password is published in the documentation, so production refuses to start with them. */
async function seed(deps: SeedDeps): Promise<FirstAdministrator | undefined> {
  if (!deps.config.isProduction) return createSeeds(deps).plant();
  if ((await countSamples(deps.sql)) > 0) {
    throw new StartProblem(
      'This database contains the sample members of evaluation mode, whose password is public. Remove them: npm run vid -- remove-samples',
      exitCodes.configuration,
    );
  }
  return undefined;
}
