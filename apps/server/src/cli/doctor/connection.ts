import type { Config } from '#config/config.ts';
import { addressOf, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/**
 * Connections of a process outside the main pool: two for lookups, and one each for the availability probe,
 * statistics, events and erasures.
 */
const connectionsBesidePool = 6;
/** Connections that the first process needs for migrations and seeds while other processes already serve. */
const connectionsOfStart = 2;

export async function checkConnection(
  sql: Sql,
  config: Config,
  target: ConnectionTarget,
): Promise<readonly Finding[]> {
  return [await role(sql), await encryption(sql, target), await connections(sql, config)];
}

async function role(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean; standbys: number; waits: boolean }[]>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('synchronous_standby_names') <> '' as waits`;
  if (row?.isStandby)
    return fail(
      'the server is a standby',
      'Point VID_DATABASE_URL at the primary, or name all hosts: VID chooses the one that accepts writes.',
    );
  if (row?.isReadOnly)
    return fail(
      'the server is read-only (default_transaction_read_only is on)',
      'Turn it off for this database and user.',
    );
  const standbys = row?.standbys ?? 0;
  const commits = row?.waits ? 'commits wait for a standby' : 'commits do not wait for a standby';
  return ok(`primary server, ${counted(standbys, 'standby')} connected, ${commits}`);
}

async function encryption(sql: Sql, target: ConnectionTarget): Promise<Finding> {
  const [row] = await sql<{ version: string | null; isLocal: boolean }[]>`
    select s.version, (a.client_addr is null or a.client_addr <<= '127.0.0.0/8' or a.client_addr = '::1') as is_local
    from pg_stat_ssl s join pg_stat_activity a using (pid) where s.pid = pg_backend_pid()`;
  const { tls } = addressOf(target);
  // Decide by VID's own setting: behind a pooler, the server sees only the pooler's connection.
  if (!tls)
    return row?.isLocal === false
      ? warn(
          'the connection is not encrypted',
          'Add sslmode=verify-full and sslrootcert to VID_DATABASE_URL.',
        )
      : ok('the connection stays on this machine, without TLS');
  if (tls.mode !== 'verify-full')
    return warn(
      `TLS with sslmode=${tls.mode}, which does not check the server’s name`,
      'Use sslmode=verify-full and sslrootcert, so that no other machine can pose as the server.',
    );
  return ok(`TLS with sslmode=verify-full (${row?.version ?? 'ends at a pooler'})`);
}

async function connections(sql: Sql, config: Config): Promise<Finding> {
  const [row] = await sql<{ allowed: number }[]>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as allowed`;
  const allowed = row?.allowed ?? 0;
  const perProcess = config.databasePool + connectionsBesidePool;
  const needed = config.workers * perProcess + connectionsOfStart;
  const what = `${needed} connections needed (${config.workers} × ${perProcess} + ${connectionsOfStart}), ${allowed} allowed`;
  return needed <= allowed
    ? ok(what)
    : fail(
        what,
        'Lower VID_DATABASE_POOL or VID_WORKERS, or raise max_connections (or the limit of the role or the database).',
      );
}
