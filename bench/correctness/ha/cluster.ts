import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Sql } from '@vid/sql/sql';
import { openPool } from '@vid/sql/sql';

const run = promisify(execFile);
const script = new URL('../../../ops/ha/cluster', import.meta.url).pathname;
/** Folder of `ops/ha/cluster`. */
const folder = '/run/vid-ha';
const servers = new Map([
  ['pg1', '10.0.0.11'],
  ['pg2', '10.0.0.12'],
  ['pg3', '10.0.0.13'],
]);
const pollMs = 50;
const answerMs = 500;

export const databaseUrl = `postgres://vid:test@127.0.0.1:5000/vid?sslmode=verify-full&sslrootcert=${folder}/ca.pem`;

/** A fault of the server that is the primary: `strike` causes it and `heal` ends it. */
export type Fault = {
  readonly name: string;
  readonly strike: (server: string) => Promise<unknown>;
  readonly heal: (server: string) => Promise<unknown>;
};

export const faults: readonly Fault[] = [
  {
    name: 'PostgreSQL killed',
    strike: async (server) => process.kill(await postmaster(server), 'SIGKILL'),
    heal: () => Promise.resolve(),
  },
  {
    name: 'machine killed',
    strike: (server) => signal(server, 'KILL'),
    heal: (server) => run(script, ['boot', server]),
  },
  {
    name: 'network cut',
    strike: (server) => run('ip', ['link', 'set', server, 'down']),
    heal: (server) => run('ip', ['link', 'set', server, 'up']),
  },
  {
    name: 'disk full',
    strike: async (server) => {
      await run('dd', ['if=/dev/zero', `of=${filler(server)}`, 'bs=64k']).catch(() => undefined);
      await useUpLog(server);
    },
    heal: (server) => rm(filler(server)),
  },
  {
    name: 'machine frozen',
    strike: (server) => signal(server, 'STOP'),
    heal: (server) => signal(server, 'CONT'),
  },
];

/** Uses up PostgreSQL's write-ahead log files, until PostgreSQL needs another file and stops. */
async function useUpLog(server: string): Promise<void> {
  const { sql, close } = openPool({
    server: { hosts: [{ host: servers.get(server) ?? '', port: 5_432 }] },
    user: 'postgres',
    password: 'test',
    database: 'postgres',
    max: 1,
  });
  let isRunning = true;
  while (isRunning)
    isRunning = await sql`select pg_switch_wal()`.then(
      () => true,
      () => false,
    );
  await close();
}

const filler = (server: string): string => `${folder}/${server}/disk/filler`;

async function postmaster(server: string): Promise<number> {
  return Number((await readFile(`${folder}/${server}/disk/vid/postmaster.pid`, 'utf8')).split('\n')[0]);
}

/** Signals every process of a server. Repeats the signal, because a process may start another one between the list and the signal. */
async function signal(server: string, name: 'KILL' | 'STOP' | 'CONT'): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { stdout } = await run('ip', ['netns', 'pids', `vid-${server}`]);
    const pids = stdout.split('\n').filter((pid) => pid !== '');
    if (pids.length > 0) await run('kill', ['-s', name, ...pids]).catch(() => undefined);
  }
}

export type Watch = {
  /** Times at which a server became the primary, according to Patroni's health check. */
  readonly switches: readonly { readonly server: string; readonly at: number }[];
  primary(): string | undefined;
  stop(): Promise<void>;
};

/** Asks Patroni on every server whether the server is the primary, as HAProxy does. */
export function watchCluster(): Watch {
  const switches: { server: string; at: number }[] = [];
  const primaries = new Set<string>();
  const stopping = new AbortController();
  const loops = [...servers].map(async ([server, address]) => {
    while (!stopping.signal.aborted) {
      const is = await isPrimary(address);
      if (is && !primaries.has(server)) switches.push({ server, at: performance.now() });
      if (is) primaries.add(server);
      else primaries.delete(server);
      await delay(pollMs);
    }
  });
  return {
    switches,
    primary: () => [...primaries][0],
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function isPrimary(address: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(answerMs) });
    const { state }: { state?: string } = await response.json();
    return response.status === 200 && state === 'running';
  } catch {
    return false;
  }
}

type Member = { readonly role: string; readonly state: string; readonly timeline?: number };

/** Returns whether all servers run, one of them as primary and one as synchronous standby, on the same timeline. */
export async function isWhole(): Promise<boolean> {
  for (const address of servers.values()) {
    try {
      const response = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(answerMs),
      });
      const { members }: { members: readonly Member[] } = await response.json();
      const count = (wanted: string): number => members.filter(({ role }) => role === wanted).length;
      const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming');
      const timelines = new Set(members.map(({ timeline }) => timeline));
      return (
        areRunning &&
        members.length === servers.size &&
        count('leader') === 1 &&
        count('sync_standby') === 1 &&
        timelines.size === 1
      );
    } catch {
      // This server is down, so ask the next one.
    }
  }
  return false;
}

/** Runs statements as VID's role on the primary. */
export async function query<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql, close } = openPool({
    server: {
      hosts: [{ host: '127.0.0.1', port: 5_000 }],
      tls: { mode: 'verify-full', rootCert: `${folder}/ca.pem` },
    },
    user: 'vid',
    password: 'test',
    database: 'vid',
    max: 1,
  });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}
