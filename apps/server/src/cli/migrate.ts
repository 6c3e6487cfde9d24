import { pino } from 'pino';
import { bringUpDatabase } from '#database/bring-up.ts';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { listMigrations, pendingMigrations } from '#database/migrate.ts';
import { requireFlags, type Context, type Run } from './command.ts';

/** Unlike the server, a command gives up if the database does not respond. */
const waitMs = 30_000;

export const migrateCommand: Run = (args, context) => {
  const flags = requireFlags(args, ['--status']);
  return context.withDatabase((target) =>
    flags.has('--status') ? status(target, context) : apply(target, context),
  );
};

async function apply(target: ConnectionTarget, context: Context): Promise<number> {
  const applied = await bringUpDatabase({
    target,
    log: pino({ level: 'silent' }),
    signal: AbortSignal.timeout(waitMs),
    mayMigrate: true,
  });
  context.show(
    { applied },
    applied.length === 0 ? 'The schema is up to date.' : applied.map((name) => `applied  ${name}`).join('\n'),
  );
  return 0;
}

async function status(target: ConnectionTarget, context: Context): Promise<number> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    const pending = new Set(await pendingMigrations(sql));
    const rows = (await listMigrations()).map(({ name }) => ({
      name,
      state: pending.has(name) ? 'pending' : 'applied',
    }));
    context.show(rows, rows.map(({ name, state }) => `${state}  ${name}`).join('\n'));
    return 0;
  } finally {
    await close();
  }
}
