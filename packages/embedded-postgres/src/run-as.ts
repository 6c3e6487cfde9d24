import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** As whom PostgreSQL runs, which refuses uid 0. */
export interface RunAs {
  /** For people. */
  description: string;
  /** Words before the command. */
  prefix: string[];
  spawnAs: { uid?: number; gid?: number };
  /** Who must own the database's files, seen from outside; undefined where they are this user's anyway. */
  owner: { uid: number; gid: number } | undefined;
}

export interface RunAsOptions {
  /** Default `unshare` on PATH. */
  unshare?: string;
  /** Default /etc/passwd. */
  accounts?: Account[];
}

interface Surroundings {
  dataDir: string;
  clusterDir: string;
  postgres: string;
}

const PREFERRED_ACCOUNTS = ['postgres', 'nobody', 'daemon', 'bin'];
const PROBE_TIMEOUT_MS = 10_000;
const run = promisify(execFile);

/**
 * A normal user runs PostgreSQL as itself. Root has two ways, each tried before it is chosen:
 * a user namespace in which root's own files belong to an unprivileged account (nothing changes owner, and
 * folders that only root may enter stay reachable), or, where namespaces are forbidden, that account
 * itself with a database folder that belongs to it.
 */
export async function chooseRunAs(place: Surroundings, options: RunAsOptions = {}): Promise<RunAs> {
  const self: RunAs = { description: 'this user', prefix: [], spawnAs: {}, owner: undefined };
  if (process.getuid?.() !== 0) {
    const problem = await probe(self, place);
    if (problem === undefined) return self;
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot run here: ${problem}. Set VID_DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  const problems: string[] = [];
  for (const candidate of await listWaysOfRoot(place, options)) {
    const problem = await probe(candidate, place);
    if (problem === undefined) return candidate;
    problems.push(`as ${candidate.description}: ${problem}`);
  }
  throw new EmbeddedPostgresError(
    [
      'PostgreSQL refuses to run as root, and no other way was found:',
      ...(problems.length > 0 ? problems : ['/etc/passwd names no unprivileged account']).map(
        (problem) => `  - ${problem}`,
      ),
      'Start VID as a normal user (in a folder of that user), or set VID_DATABASE_URL to a PostgreSQL server of your own.',
    ].join('\n'),
  );
}

async function listWaysOfRoot(place: Surroundings, options: RunAsOptions): Promise<RunAs[]> {
  const accounts = options.accounts ?? (await listUnprivilegedAccounts());
  const ways: RunAs[] = [];
  const dataOwner = await stat(place.clusterDir).catch(() => undefined);
  if (dataOwner && dataOwner.uid !== 0) {
    // Data keep their owner: after one start by root, its normal user must still be able to start.
    const known = accounts.find((account) => account.uid === dataOwner.uid);
    ways.push(asAccount(known ?? { name: `uid ${dataOwner.uid}`, uid: dataOwner.uid, gid: dataOwner.gid }));
  }
  const [first] = accounts;
  if (first) ways.push(inNamespace(first, options.unshare ?? 'unshare'));
  return [...ways, ...accounts.map(asAccount)];
}

function inNamespace({ name, uid, gid }: Account, unshare: string): RunAs {
  return {
    description: `the account "${name}" in a user namespace`,
    prefix: [unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
    spawnAs: {},
    owner: { uid: 0, gid: 0 },
  };
}

function asAccount({ name, uid, gid }: Account): RunAs {
  return { description: `the account "${name}"`, prefix: [], spawnAs: { uid, gid }, owner: { uid, gid } };
}

/** Says what is wrong, in one line, or nothing. */
async function probe(runAs: RunAs, { dataDir, postgres }: Surroundings): Promise<string | undefined> {
  // The folder above counts: the data folder itself is opened to the account when the way is chosen.
  const script = 'cd "$1" || exit 1; shift; exec "$@"';
  const options = { cwd: '/', timeout: PROBE_TIMEOUT_MS, ...runAs.spawnAs };
  try {
    const args = ['-c', script, 'sh', dirname(dataDir), ...runAs.prefix, postgres, '--version'];
    await run('/bin/sh', args, options);
    return undefined;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const line = said
      .split('\n')
      .at(-1)
      ?.replace(/^sh: (?:line )?\d+: /, '');
    return line || String(error).split('\n').at(0);
  }
}

async function listUnprivilegedAccounts(): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const line of (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')) {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    if (!PREFERRED_ACCOUNTS.includes(name) || !(Number(uid) > 0) || !(Number(gid) > 0)) continue;
    accounts.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return accounts.toSorted((a, b) => PREFERRED_ACCOUNTS.indexOf(a.name) - PREFERRED_ACCOUNTS.indexOf(b.name));
}
