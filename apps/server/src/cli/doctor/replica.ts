import type { Config } from '#config/config.ts';
import { connect, type Sql } from '#database/connection.ts';
import { NotAStandby, readReplayed, readWritten } from '#database/replica/replica.ts';
import { ok, warn, type Finding } from './finding.ts';

/** Reports how far the standby for reads lags behind the primary. */
export async function checkReplica(primary: Sql, config: Config): Promise<readonly Finding[]> {
  const { databaseReplicaUrl: url, databaseReplicaDelaySeconds: seconds } = config;
  if (url === undefined) return [];
  const { sql, close } = connect(
    { url, setting: 'VID_DATABASE_REPLICA_URL' },
    { max: 1, applicationName: 'vid-doctor', acceptsReadOnly: true },
  );
  try {
    const written = await readWritten(primary);
    const missing = written.position - (await readReplayed(sql, written));
    if (missing <= 0n) return [ok('the standby for reads has every commit')];
    return [
      ok(`the standby for reads is ${missing} bytes behind; VID uses it while it lags up to ${seconds} s`),
    ];
  } catch (error) {
    const advice =
      error instanceof NotAStandby
        ? 'Point VID_DATABASE_REPLICA_URL at a streaming standby of the primary, or remove it.'
        : 'Check VID_DATABASE_REPLICA_URL and that the standby is running. Until then, the primary serves these reads.';
    const message = error instanceof Error ? error.message : String(error);
    return [warn(`the standby for reads cannot be used: ${message}`, advice)];
  } finally {
    await close();
  }
}
