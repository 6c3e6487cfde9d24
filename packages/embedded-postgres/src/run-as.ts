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

/** The user that PostgreSQL runs as. PostgreSQL refuses to run as root. */
export interface RunAs {
  description: string;
  prefix: string[];
  spawnAs: { uid?: number; gid?: number };
  owner: { uid: number; gid: number } | undefined;
}

export interface RunAsOptions {
  /** Path of `unshare`, by default the one on PATH. */
  unshare?: string;
  /** User accounts of this machine, by default the unprivileged accounts in /etc/passwd. */
  accounts?: Account[];
}

interface Environment {
  dataDir: string;
  clusterDir: string;
  postgres: string;
}

const PREFERRED_ACCOUNTS = ['postgres', 'nobody', 'daemon', 'bin'];
const PROBE_TIMEOUT_MS = 10_000;
const run = promisify(execFile);

/**
 * Chooses the user that PostgreSQL runs as. A normal user runs PostgreSQL itself. Root first tries the owner of
 * existing data, and then a user namespace in which root's files belong to an unprivileged account, so that no file
 * changes owner and folders that only root may enter stay reachable. If namespaces are forbidden, an unprivileged
 * account becomes the owner of the database folder.
 * @throws EmbeddedPostgresError if PostgreSQL cannot run as any of these users
 */
export async function chooseRunAs(environment: Environment, options: RunAsOptions = {}): Promise<RunAs> {
  const self: RunAs = { description: 'this user', prefix: [], spawnAs: {}, owner: undefined };
  if (process.getuid?.() !== 0) {
    const problem = await probe(self, environment);
    if (problem === undefined) return self;
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot run here: ${problem}. Set VID_DATABASE_URL to an external PostgreSQL.`,
    );
  }
  const problems: string[] = [];
  for (const candidate of await listCandidates(environment, options)) {
    const problem = await probe(candidate, environment);
    if (problem === undefined) return candidate;
    problems.push(`as ${candidate.description}: ${problem}`);
  }
  throw new EmbeddedPostgresError(
    [
      'PostgreSQL refuses to run as root, and no alternative works:',
      ...(problems.length > 0 ? problems : ['/etc/passwd names no unprivileged account']).map(
        (problem) => `  - ${problem}`,
      ),
      'Start VID as a normal user (in a folder of that user), or set VID_DATABASE_URL to an external PostgreSQL.',
    ].join('\n'),
  );
}

async function listCandidates(environment: Environment, options: RunAsOptions): Promise<RunAs[]> {
  const accounts = options.accounts ?? (await listUnprivilegedAccounts());
  const candidates: RunAs[] = [];
  const dataOwner = await stat(environment.clusterDir).catch(() => undefined);
  if (dataOwner && dataOwner.uid !== 0) {
    // The data keeps its owner, so that the owner can still start VID after a start as root.
    const known = accounts.find((account) => account.uid === dataOwner.uid);
    candidates.push(
      asAccount(known ?? { name: `uid ${dataOwner.uid}`, uid: dataOwner.uid, gid: dataOwner.gid }),
    );
  }
  const [first] = accounts;
  if (first) candidates.push(inNamespace(first, options.unshare ?? 'unshare'));
  return [...candidates, ...accounts.map(asAccount)];
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

/** Returns the problem in one line, or undefined if PostgreSQL can run as this user. */
async function probe(runAs: RunAs, { dataDir, postgres }: Environment): Promise<string | undefined> {
  // The account must be able to enter the parent folder. VID opens the data folder to the account later.
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
