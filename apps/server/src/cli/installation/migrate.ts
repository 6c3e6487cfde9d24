import { pino } from 'pino';
import { ConfigError } from '#config/config.ts';
import { bringUpDatabase } from '#database/bring-up.ts';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { listMigrations, pendingMigrations } from '#database/migrate.ts';
import { createKeys } from '#lib/keys.ts';
import { program } from '#lib/program.ts';
import { createDataKeys, loadDataKeys } from '#platform/installation/data-keys.ts';
import { createInstallation, wrongMasterKey } from '#platform/installation/installation.ts';
import { loadMasterKeys } from '#process/environment/master-key.ts';
import { requireFlags, type Context, type Run } from '../command.ts';

/** Time for which the command waits for the database before it fails. */
const waitMs = 30_000;

export const migrateCommand: Run = (args, context) => {
  const flags = requireFlags(args, ['--status']);
  return context.withDatabase((target) =>
    flags.has('--status') ? status(target, context) : apply(target, context),
  );
};

async function apply(target: ConnectionTarget, context: Context): Promise<void> {
  const masterKeys = await loadMasterKeys(context.config());
  const signal = AbortSignal.timeout(waitMs);
  const applied = await bringUpDatabase({
    target,
    log: pino({ level: 'silent' }),
    signal,
    mayMigrate: true,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new DatabaseProblem(
      `The database did not answer within ${waitMs / 1_000} s. Run ${program.command} doctor`,
      { cause: error },
    );
  });
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    await createInstallation(sql).record();
    if (!(await loadDataKeys(createDataKeys(sql, masterKeys), createKeys())))
      throw new ConfigError([wrongMasterKey]);
  } finally {
    await close();
  }
  context.show(
    { applied },
    applied.length === 0 ? 'The schema is up to date.' : applied.map((name) => `applied  ${name}`).join('\n'),
  );
}

async function status(target: ConnectionTarget, context: Context): Promise<void> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    const pending = new Set(await pendingMigrations(sql));
    const rows = (await listMigrations()).map(({ name }) => ({
      name,
      state: pending.has(name) ? 'pending' : 'applied',
    }));
    context.show(rows, rows.map(({ name, state }) => `${state}  ${name}`).join('\n'));
  } finally {
    await close();
  }
}
