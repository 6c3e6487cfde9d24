import { pino } from 'pino';
import { bringUpDatabase } from '#database/bring-up.ts';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { listMigrations, pendingMigrations } from '#database/migrate.ts';
import { requireFlags, type Run } from './command.ts';

/** Unlike the server, a command gives up if the database does not respond. */
const waitMs = 30_000;

export const migrateCommand: Run = (args, context) => {
  const flags = requireFlags(args, ['--status']);
  return context.withDatabase((target) => (flags.has('--status') ? status(target) : apply(target)));
};

async function apply(target: ConnectionTarget): Promise<number> {
  const applied = await bringUpDatabase({
    target,
    log: pino({ level: 'silent' }),
    signal: AbortSignal.timeout(waitMs),
    mayMigrate: true,
  });
  for (const name of applied) console.log(`applied  ${name}`);
  if (applied.length === 0) console.log('The schema is up to date.');
  return 0;
}

async function status(target: ConnectionTarget): Promise<number> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
  try {
    const pending = new Set(await pendingMigrations(sql));
    for (const { name } of await listMigrations())
      console.log(`${pending.has(name) ? 'pending' : 'applied'}  ${name}`);
    return 0;
  } finally {
    await close();
  }
}
