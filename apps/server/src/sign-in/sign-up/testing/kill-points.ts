import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from '#database/connection.ts';
import type { OneRequest } from './one-request.ts';

/** Points at which a transaction can be held: before a change of a table, or within COMMIT. */
export const killPoints = {
  'otp_tokens consumed': 'before update of used_at on otp_tokens',
  'otp_tokens remembered': 'before update of account_id on otp_tokens',
  'otp_tokens revoked': 'before delete on otp_tokens',
  'otp_codes revoked': 'before delete on otp_codes',
  'accounts inserted': 'before insert on accounts',
  'enterprises inserted': 'before insert on enterprises',
  'password_credentials inserted': 'before insert on password_credentials',
  'password_credentials updated': 'before update on password_credentials',
  'consents inserted': 'before insert on consents',
  'password_throttles cleared': 'before delete on password_throttles',
  'password_failures cleared': 'before delete on password_failures',
  'sessions begun': 'before insert on sessions',
  'sessions ended': 'before delete on sessions',
  'sms_messages queued': 'before insert on sms_messages',
  'audit_events written': 'before insert on audit_events',
  committing: '',
} as const;
export type KillPoint = keyof typeof killPoints;

/** Polling without a pause would take the CPU from the process it waits for. */
const pollMs = 20;
const lockClass = 7_346_003;
const child = fileURLToPath(new URL('./one-request.ts', import.meta.url));

/** Installs a gate at every point, open unless its lock is held. */
export async function installKillPoints(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function hold_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${lockClass}, hashtext(tg_argv[0]));
      return null;
    end $$`);
  for (const [name, where] of Object.entries(killPoints)) {
    if (where === '') continue;
    await sql.unsafe(
      `create trigger "gate ${name}" ${where} for each statement execute function hold_at_gate('${name}')`,
    );
  }
  // A deferred trigger runs within COMMIT. The audit row is written last.
  await sql.unsafe(`
    create constraint trigger "gate committing" after insert on audit_events
    deferrable initially deferred for each row execute function hold_at_gate('committing')`);
}

/** Runs a request in another process and kills it (SIGKILL) while its transaction is held at the point. */
export async function killAt(sql: Sql, point: KillPoint, request: OneRequest): Promise<void> {
  const gate = await sql.reserve();
  try {
    await gate`select pg_advisory_lock(${lockClass}, hashtext(${point}))`;
    const server = spawn(process.execPath, [child, JSON.stringify(request)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let answer = '';
    server.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')));
    const ended = once(server, 'exit');
    for (;;) {
      const [row] = await gate<{ isHeld: boolean }[]>`
        select exists (select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and not granted) as "isHeld"`;
      if (row?.isHeld) break;
      if (server.exitCode !== null)
        throw new Error(`the request passed “${point}” and was answered ${answer}`);
      await delay(pollMs);
    }
    server.kill('SIGKILL');
    await ended;
    await gate`select pg_advisory_unlock(${lockClass}, hashtext(${point}))`;
    // PostgreSQL rolls back the killed process's transaction, or commits it if it was within COMMIT.
    for (;;) {
      const [row] = await gate<{ others: number }[]>`
        select count(*)::int as others from pg_stat_activity
        where datname = current_database() and application_name = 'vid' and xact_start is not null
          and pid <> pg_backend_pid()`;
      if (row?.others === 0) break;
      await delay(pollMs);
    }
  } finally {
    gate.release();
  }
}
