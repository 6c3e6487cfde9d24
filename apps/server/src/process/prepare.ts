import type { Logger } from 'pino';
import { bringUpDatabase } from '#database/bring-up.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { countSamples } from '#operations/seeds/samples.ts';
import { createSeeds, type FirstAdministrator, type SeedDeps } from '#operations/seeds/seeds.service.ts';
import type { Keys } from '#lib/keys.ts';
import { masterKeyAdvice, type MasterKeys } from '#platform/installation/data-keys.ts';
import { createInstallation } from '#platform/installation/installation.ts';
import { createProblems } from '#platform/problems/problems.ts';
import { program } from '#lib/program.ts';
import { exitCodes } from './environment/environment.ts';
import { openDataKeys } from './environment/open-data-keys.ts';
import { StartProblem } from './start-problem.ts';

type PrepareInput = {
  readonly target: ConnectionTarget;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly masterKeys: MasterKeys;
  readonly deps: SeedDeps & { readonly keys: Keys };
};

/**
 * Applies migrations and, in evaluation mode, creates the seeds before requests are served. Returns the first
 * administrator, or undefined in production.
 */
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
  await createInstallation(deps.sql).record();
  const advice = masterKeyAdvice(input.masterKeys, await openDataKeys(deps, input.masterKeys));
  if (advice) log.warn(advice);
  // The settings may have changed since the last start, so clear the recorded problems.
  await createProblems(deps.sql).clear();
  return seed(deps);
}

/**
 * Creates the seeds in evaluation mode only: the documentation publishes the sample members' password, so
 * production refuses to start with them.
 */
async function seed(deps: SeedDeps): Promise<FirstAdministrator | undefined> {
  if (!deps.config.isProduction) return createSeeds(deps).plant();
  if ((await countSamples(deps.sql)) > 0) {
    throw new StartProblem(
      `This database contains the sample members of evaluation mode, whose password is public. Remove them: ${program.command} remove-samples`,
      exitCodes.configuration,
    );
  }
  return undefined;
}
