import { join } from 'node:path';
import { listClusterFiles, openClusterFile } from '@vid/embedded-postgres/cluster-files';
import { connect, type ConnectionTarget } from '#database/connection.ts';

/** A folder, or a file with exactly `size` bytes. */
export type Entry = {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
};

type BaseBackupInput = {
  readonly target: Extract<ConnectionTarget, { host: string }>;
  readonly dataDir: string;
  readonly onStop: (takenAt: Date) => void;
};

/**
 * Statement timeout of the backup connection. The checkpoint of `pg_backup_start` can exceed the default
 * timeout.
 */
const statementTimeoutMs = 3_600_000;
const superuser = 'postgres';
const clusterFolder = 'postgres';

/**
 * Copies the files of a running embedded database and the WAL that makes them consistent, as described in the
 * PostgreSQL manual (“Making a Base Backup Using the Low Level API”). The session must stay open during the
 * copy; if it ends, PostgreSQL ends the backup and drops the slot that keeps the WAL. `onStop` receives the
 * time of the state that a restore produces.
 */
export async function* baseBackup({ target, dataDir, onStop }: BaseBackupInput): AsyncGenerator<Entry> {
  const clusterDir = join(dataDir, clusterFolder);
  const { sql, close } = connect(
    { ...target, user: superuser },
    { max: 1, applicationName: 'vid-backup', statementTimeoutMs },
  );
  try {
    const session = await sql.reserve();
    try {
      await session`
        select pg_create_physical_replication_slot(
          'vid_backup_' || pg_backend_pid(), immediately_reserve => true, temporary => true)`;
      await session`select pg_backup_start(label => 'vid backup', fast => true)`;
      for (const { path, isFolder } of await listClusterFiles(clusterDir))
        yield* entryOf(clusterDir, path, isFolder);
      const [stopped] = await session<{ lsn: string; label: string }[]>`
        select lsn::text as lsn, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
      if (!stopped) throw new Error('PostgreSQL did not end the backup');
      onStop(new Date());
      const label = Buffer.from(stopped.label);
      yield { name: `${clusterFolder}/backup_label`, size: label.length, content: [label] };
      const [last] = await session<{ name: string }[]>`
        select pg_walfile_name(${stopped.lsn}::pg_lsn) as name`;
      const first = firstSegment(stopped.label);
      const segments = await session<{ name: string }[]>`
        select name from pg_ls_waldir()
        where name ~ '^[0-9A-F]{24}$' and name between ${first} and ${last?.name ?? ''} order by name`;
      if (segments[0]?.name !== first || segments.at(-1)?.name !== last?.name)
        throw new Error('PostgreSQL removed WAL that the backup needs');
      for (const { name } of segments) yield* entryOf(clusterDir, `pg_wal/${name}`, false);
    } finally {
      session.release();
    }
  } finally {
    await close();
  }
}

async function* entryOf(clusterDir: string, path: string, isFolder: boolean): AsyncGenerator<Entry> {
  const name = `${clusterFolder}/${path}`;
  if (isFolder) {
    yield { name, size: 0, content: undefined };
    return;
  }
  const file = await openClusterFile(clusterDir, path);
  if (file) yield { name, ...file };
}

function firstSegment(label: string): string {
  const name = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/mu.exec(label)?.[1];
  if (name === undefined) throw new Error('PostgreSQL’s backup label names no WAL file');
  return name;
}
