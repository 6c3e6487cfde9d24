import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from '#database/connection.ts';
import type { KilledRequest, KilledServer } from './killed-server.ts';

/** Points at which a test can hold a transaction: before a change to a table, or within COMMIT. */
export const killPoints = {
  'otp_codes redeemed': 'before update of token_used_at on otp_codes',
  'otp_codes remembered': 'before update of account_id on otp_codes',
  'otp_codes revoked': 'before update of expires_at on otp_codes',
  'accounts inserted': 'before insert on accounts',
  'enterprises inserted': 'before insert on enterprises',
  'password_credentials inserted': 'before insert on password_credentials',
  'password_credentials updated': 'before update on password_credentials',
  'consents inserted': 'before insert on consents',
  'password_throttles cleared': 'before delete on password_throttles',
  'password_failures cleared': 'before delete on password_failures',
  'sessions begun': 'before insert on sessions',
  'sessions ended': 'before delete on sessions',
  'deliveries queued': 'before insert on deliveries',
  'audit_events written': 'before insert on audit_events',
  committing: '',
} as const;
export type KillPoint = keyof typeof killPoints;

/** Pause between polls, which leaves the CPU to the process under test. */
const pollMs = 20;
const lockClass = 7_346_003;
const child = fileURLToPath(new URL('./killed-server.ts', import.meta.url));

/** Installs triggers at which a transaction waits while a test holds the lock of their point. */
export async function installKillPoints(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function hold_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_lock_shared(${lockClass}, hashtext(tg_argv[0]));
      -- Release the lock now, because the test takes it while this transaction waits at a later point.
      perform pg_advisory_unlock_shared(${lockClass}, hashtext(tg_argv[0]));
      return null;
    end $$`);
  for (const [name, where] of Object.entries(killPoints)) {
    if (where === '') continue;
    await sql.unsafe(
      `create trigger "gate ${name}" ${where} for each statement execute function hold_at_gate('${name}')`,
    );
  }
  // Deferred triggers run within COMMIT, and every killed transaction writes an audit row.
  await sql.unsafe(`
    create constraint trigger "gate committing" after insert on audit_events
    deferrable initially deferred for each row execute function hold_at_gate('committing')`);
}

/**
 * Sends one request per point to a server in another process, and kills that process (SIGKILL) while every
 * request's transaction is held at its point. The points must be in the order in which a transaction reaches
 * them.
 */
export async function killAt(
  sql: Sql,
  settings: KilledServer,
  requests: readonly (readonly [KillPoint, KilledRequest])[],
): Promise<void> {
  const gate = await sql.reserve();
  const server = spawn(process.execPath, [child, JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  try {
    await Promise.race([once(server, 'message'), ended]);
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const answers: unknown[] = [];
    server.on('message', (answer) => answers.push(answer));
    // Requests are sent from the last point to the first, so that none waits at the point of another.
    for (const [index, [point, request]] of requests.toReversed().entries()) {
      await gate`select pg_advisory_lock(${lockClass}, hashtext(${point}))`;
      server.send(request);
      for (;;) {
        const [row] = await gate<{ isHeld: boolean; count: number }[]>`
          select coalesce(bool_or(objid = hashtext(${point})::oid), false) as "isHeld", count(*)::int as count
          from pg_locks where locktype = 'advisory' and classid = ${lockClass} and not granted`;
        if (row?.isHeld) break;
        if (row?.count === index + 1) throw new Error(`another point is reached before “${point}”`);
        if (server.exitCode !== null || answers.length > 0)
          throw new Error(`a request passed “${point}” and was answered ${JSON.stringify(answers)}`);
        await delay(pollMs);
      }
    }
  } finally {
    server.kill('SIGKILL');
    await ended;
    await gate`select pg_advisory_unlock_all()`;
    // PostgreSQL rolls back the killed process's transactions, except the one already within COMMIT.
    for (;;) {
      const [row] = await gate<{ others: number }[]>`
        select count(*)::int as others from pg_stat_activity
        where datname = current_database() and application_name = 'vid' and xact_start is not null
          and pid <> pg_backend_pid()`;
      if (row?.others === 0) break;
      await delay(pollMs);
    }
    gate.release();
  }
}
