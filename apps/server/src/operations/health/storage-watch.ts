import { statfs } from 'node:fs/promises';
import type { Platform } from '#platform/platform.ts';

const intervalMs = 10_000;
const bytesPerMib = 1_048_576;

/**
 * SQLSTATEs of failed writes: 53100 disk full, 58030 I/O error, 25006 read-only transaction (PostgreSQL
 * appendix A).
 */
const writeFaults = new Set(['53100', '58030', '25006']);

class RolledBack extends Error {}

/**
 * Watches whether the database can store more data, because a database with a full disk still serves reads
 * and `availability` does not notice. The probe inserts 64 KiB, for which the table must grow, and rolls
 * back, so it does not wait for a standby. For the embedded database, low free space is reported before the
 * disk is full, because PostgreSQL stops when it cannot write its WAL.
 */
export function createStorageWatch({ sql, config, metrics, log }: Platform) {
  let isWritable = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  if (config.databaseUrl === undefined)
    metrics.gauge(
      'vid_data_free_ratio',
      'Part of the disk of the data folder that is free, from 0 to 1. Only with the embedded database.',
      'min',
      async () => {
        const { bavail, blocks } = await statfs(config.dataDir);
        return bavail / blocks;
      },
    );

  const hasSpace = async (): Promise<boolean> => {
    if (config.databaseUrl !== undefined) return true;
    try {
      const { bavail, bsize } = await statfs(config.dataDir);
      return bavail * bsize >= config.dataFreeMib * bytesPerMib;
    } catch {
      // The embedded database does not exist without its folder.
      return true;
    }
  };

  const canWrite = async (): Promise<boolean> => {
    try {
      await sql.begin(async (tx) => {
        await tx`insert into storage_probes (filler) values (repeat('x', 65536))`;
        throw new RolledBack();
      });
    } catch (error) {
      if (error instanceof RolledBack) return true;
      if (error instanceof Error && 'code' in error && writeFaults.has(String(error.code))) return false;
    }
    // The database is down or migrating, which readiness reports separately.
    return isWritable;
  };

  const check = async (): Promise<void> => {
    const next = (await hasSpace()) && (await canWrite());
    if (next === isWritable) return;
    isWritable = next;
    if (next) log.info('the database can write again');
    else log.error('the database cannot write: its disk is full or it is read-only');
  };

  return {
    isWritable: () => isWritable,
    check,
    start(): void {
      timer = setInterval(() => {
        running = check();
      }, intervalMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;
