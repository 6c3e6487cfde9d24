import { chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { freePort } from '@vid/testkit/network';
import type { Identity } from './certificates.ts';

/**
 * A PostgreSQL server on a separate TCP port that accepts only TLS. `postgres` is its superuser; no user has
 * a password.
 */
export type TlsPostgres = {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  use(identity: Identity): Promise<void>;
  /** Copies the stopped server as a standby. With `follows`, the standby replays what the server writes. */
  copyAsStandby(options?: { readonly follows: boolean }): Promise<TlsPostgres>;
  remove(): Promise<void>;
};

const access = `local all all trust
hostssl all,replication all 127.0.0.1/32 trust
`;

export async function createTlsPostgres(identity: Identity): Promise<TlsPostgres> {
  const server = await openFolder();
  await server.start();
  await server.stop();
  await server.configure();
  await server.use(identity);
  return server;
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vid-tls-'));
  const folder = await lockDataFolder(dataDir, { command: 'npm test' });
  const cluster = join(dataDir, 'postgres');
  const port = await freePort();
  let running: EmbeddedPostgres | undefined;

  /** Writes a file that belongs to PostgreSQL's user, which is not root. */
  const write = async (name: string, text: string): Promise<void> => {
    const { uid, gid } = await stat(cluster);
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    await chown(join(cluster, name), uid, gid);
  };
  const server = {
    port,
    async start() {
      running = await startEmbeddedPostgres({ folder, log: () => undefined });
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    async configure(primaryPort?: number) {
      await write('test_hba.conf', access);
      await write(
        'postgresql.auto.conf',
        `listen_addresses = '127.0.0.1'\nport = ${port}\nssl = on\nhba_file = '${join(cluster, 'test_hba.conf')}'\n` +
          (primaryPort === undefined
            ? ''
            : `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres sslmode=require'\n`),
      );
    },
    async use({ certificate, key }: Identity) {
      await write('server.crt', certificate);
      await write('server.key', key);
    },
    async copyAsStandby({ follows } = { follows: false }) {
      const copy = await openFolder();
      await cp(cluster, copy.cluster, { recursive: true, preserveTimestamps: true });
      await copy.configure(follows ? port : undefined);
      await copy.write('standby.signal', '');
      return copy;
    },
    async remove() {
      await server.stop();
      await folder.release();
      await rm(dataDir, { recursive: true, force: true });
    },
    cluster,
    write,
  };
  return server;
}
