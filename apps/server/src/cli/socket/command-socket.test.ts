import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmptyDatabases } from '@vid/testkit/database';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { connect } from '#database/connection.ts';
import { Door } from '#process/testing/door.ts';
import { endVidProcesses, makeDataFolder, startVid, type VidProcess } from '#process/testing/vid-process.ts';
import { openCommandSocket } from './command-socket.ts';
import { findProblem } from '../../../../../tools/lib/command-socket.mjs';

const tool = fileURLToPath(new URL('../../../../../tools/vid.mjs', import.meta.url));
const door = new Door();
const database = `vid_socket_${process.pid}`;
const phone = '0900000101';
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let environment: Record<string, string>;

beforeAll(async () => {
  const cluster = inject('cluster');
  databases = await createEmptyDatabases(cluster, database);
  await door.open(cluster.host);
  folder = await makeDataFolder();
  environment = {
    VID_DATABASE_URL: `postgres://${cluster.user}@127.0.0.1:${door.port}/${database}`,
    VID_MASTER_KEY: 'ab'.repeat(32),
    VID_DATA_DIR: folder.dataDir,
    VID_EXAMPLES: 'off',
    VID_SAMPLE_PROVIDERS: 'off',
    VID_PORT: '0',
    VID_PASSWORD_MEMORY_KIB: '7168',
  };
});
afterAll(async () => {
  await endVidProcesses();
  await folder.remove();
  await door.close();
  await databases.drop();
});

type Result = { readonly code: number | null; readonly out: string; readonly err: string };

/** Starts `npm run vid -- …` without npm. */
function start(line: readonly string[], extra: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment, ...extra };
  const child = spawn(process.execPath, [tool, ...line], { env });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then((): Result => ({ code: child.exitCode, out, err }));
  return { child, ended };
}
const vid = (...line: readonly string[]): Promise<Result> => start(line).ended;

const socketPath = () => join(folder.dataDir, 'vid.sock');
const isOpen = async () => (await lstat(socketPath()).catch(() => undefined))?.isSocket() ?? false;

async function startServer(extra: Record<string, string> = {}): Promise<VidProcess> {
  const server = startVid({ ...environment, ...extra });
  await server.port();
  await vi.waitUntil(isOpen, { timeout: 20_000 });
  return server;
}

const finished = ({ lines }: VidProcess) => lines.filter((line) => line.includes('"command finished"'));
const countFinished = (server: VidProcess, ...names: readonly string[]) =>
  finished(server).filter((line) => names.includes(JSON.parse(line).command)).length;

describe('a command while the server runs', () => {
  let server: VidProcess;
  beforeAll(async () => {
    server = await startServer({ VID_WORKERS: '2' });
  }, 60_000);

  it('runs in the server’s first process, through a socket that only its user can open', async () => {
    const { mode } = await lstat(socketPath());
    expect((mode & 0o777).toString(8)).toBe('600');
    expect(await vid('lock', phone)).toEqual({ code: 0, out: 'Locked +8490****01.\n', err: '' });
    const [locked, wrong, list, unknown] = await Promise.all([
      vid('lock', phone, '--json'),
      vid('lock', '123', '--json'),
      vid('application', 'list', '--json'),
      vid('nonsense'),
    ]);
    expect(locked).toEqual({ code: 0, out: expect.any(String), err: '' });
    expect(JSON.parse(locked.out)).toEqual({ phone: '+84900000101', status: 'locked', changed: false });
    expect(wrong).toEqual({ code: 1, out: '', err: expect.any(String) });
    expect(JSON.parse(wrong.err)).toMatchObject({ message: 'PHONE_INVALID' });
    expect(JSON.parse(list.out)).toEqual([]);
    // An unknown command may belong to a newer release, so it starts a process, which refuses this one.
    expect(unknown).toMatchObject({ code: 64, err: expect.stringContaining('Unknown command') });
    expect(finished(server).map((line) => JSON.parse(line).command)).toEqual(
      expect.arrayContaining(['lock', 'lock', 'lock', 'application']),
    );
  }, 60_000);

  it('runs the database work of an import or export in the server, and the file work in its own process', async () => {
    const lines = [
      ['import', 'list', '--json'],
      ['import', '--json', 'status', 'imp_1'],
      ['import', 'report', 'imp_1'],
      ['export', 'secret', 'mex_1'],
    ];
    const [list, ...others] = await Promise.all(lines.map((line) => vid(...line)));
    expect(list).toEqual({ code: 0, out: '[]\n', err: '' });
    expect(others.map(({ code }) => code)).toEqual([1, 1, 1]);
    await expect.poll(() => countFinished(server, 'import', 'export')).toBe(lines.length);
    const ownLines = [
      ['import', '/dev/null'],
      ['import', 'resume', 'imp_1'],
      ['import', 'undo', 'imp_1'],
      ['export', '/dev/null'],
      ['export', 'secret', '--format', 'none'],
    ];
    const results = await Promise.all(ownLines.map((line) => vid(...line)));
    expect(results.map(({ code }) => code)).toEqual([64, 1, 1, 1, 64]);
    expect(countFinished(server, 'import', 'export')).toBe(lines.length);
  }, 60_000);

  it('prints a secret once, and keeps it and the phone number out of the log', async () => {
    const { out } = await vid('create-admin', '0900000777');
    const password = /^Password {6}(\S+)$/mu.exec(out)?.[1] ?? '';
    expect(password).toMatch(/^\S{19}$/u);
    await expect.poll(() => finished(server).some((line) => line.includes('create-admin'))).toBe(true);
    const log = server.lines.join('\n');
    expect(log).not.toContain(password);
    expect(log).not.toContain('900000777');
  }, 60_000);

  it('is interrupted by Ctrl-C without leaving partial work', async () => {
    await vid('unlock', phone);
    const count = finished(server).length;
    const { sql, close } = connect(
      { ...inject('cluster'), database },
      { max: 2, applicationName: 'vid-test' },
    );
    const state = async () =>
      (
        await sql`
          select a.status, (select count(*)::int from audit_events e
            where e.account_id = a.id and e.kind = 'account.locked') as audited
          from accounts a where phone = '+84900000101'`
      )[0];
    const before = await state();
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = sql.begin(async (tx) => {
      await tx`select from accounts where phone = '+84900000101' for update`;
      started.resolve();
      await release.promise;
    });
    await started.promise;
    const { child, ended } = start(['lock', phone]);
    const waits = async () =>
      (await sql`select from pg_stat_activity where datname = ${database} and wait_event_type = 'Lock'`)
        .length;
    await expect.poll(waits, { timeout: 10_000 }).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, out: '', err: expect.stringContaining('Interrupted') });
    expect(await state()).toEqual(before);
    release.resolve();
    await holding;
    // The change had begun, so it is made as a whole: the status together with its audit row.
    await expect.poll(() => finished(server).length, { timeout: 10_000 }).toBe(count + 1);
    expect(await state()).toEqual({ status: 'locked', audited: Number(before?.['audited']) + 1 });
    await close();
  }, 60_000);

  it('runs in its own process if its settings name another database', async () => {
    const count = finished(server).length;
    const other = { VID_DATABASE_URL: `${environment['VID_DATABASE_URL']}?application_name=x` };
    const { code, err } = await start(['unlock', phone], other).ended;
    expect([code, err]).toEqual([0, expect.stringContaining('another VID_DATABASE_URL')]);
    expect(finished(server)).toHaveLength(count);
  }, 60_000);

  it('runs in its own process after the server was killed, and the next server replaces the socket', async () => {
    await server.stop('SIGKILL');
    expect(await isOpen()).toBe(true);
    const { code, err } = await vid('lock', '123');
    expect([code, err]).toEqual([1, expect.stringContaining('is gone. Running the command without')]);
    server = startVid(environment);
    await server.port();
    // Until the new server has its socket, a command runs on its own without a warning.
    const served = async () => {
      const help = await vid('help');
      return finished(server).length > 0 ? help.err : 'not served';
    };
    await expect.poll(served, { timeout: 30_000 }).toBe('');
    expect(await server.stop()).toBe(0);
    expect(await isOpen()).toBe(false);
  }, 90_000);

  it('uses no socket behind a symbolic link, which another user may have planted', async () => {
    await symlink('/tmp/vid-elsewhere.sock', socketPath());
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const opened = await openCommandSocket({
      dataDir: folder.dataDir,
      log,
      run: () => Promise.resolve(0),
    });
    expect(lines.join('')).toContain('the file is not a socket');
    expect((await lstat(socketPath())).isSymbolicLink()).toBe(true);
    await opened.close();
    await rm(socketPath());
  });
});

/** Starts a command that follows, and waits for its first line. */
const follow = async () => {
  const started = start(['sso', 'attempts', 'shop-job', '--follow', '--json']);
  await once(started.child.stdout, 'data');
  return started;
};
it('ends a following command when its caller leaves or the server stops', async () => {
  const server = await startServer();
  await vid('application', 'add', 'shop');
  await vid('application', 'client-add', 'shop', '--kind', 'machine', '--id', 'shop-job');
  const { sql, close } = connect({ ...inject('cluster'), database }, { max: 1, applicationName: 'vid-test' });
  await sql`
    insert into client_attempts (client_id, protocol, links, steps, expires_at)
    values ('shop-job', 'machine', '{}', '[]', now() + interval '1 day')`;
  await close();
  const isFinished = () => finished(server).some((line) => JSON.parse(line).command === 'sso');
  const first = await follow();
  expect(isFinished()).toBe(false);
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(130);
  await expect.poll(isFinished).toBe(true);

  const second = await follow();
  const stopped = server.stop();
  const { code, err } = await second.ended;
  expect([code, JSON.parse(err)]).toEqual([69, { error: 'The server stops.', message: 'UNAVAILABLE' }]);
  expect(await stopped).toBe(0);
}, 90_000);

describe('a socket of another process', () => {
  let impostor: Server | undefined;
  const heard: string[] = [];
  const listen = async (path: string) => {
    impostor = createServer((socket) => {
      socket.on('error', () => undefined).on('data', (chunk) => void heard.push(String(chunk)));
    });
    await once(impostor.listen(path), 'listening');
    await chmod(path, 0o600);
  };
  afterEach(async () => {
    impostor?.close();
    impostor = undefined;
    heard.length = 0;
    await rm('/tmp/vid-elsewhere.sock', { force: true });
    await rm(socketPath(), { force: true });
  });

  it('is given up after two seconds of silence, without receiving the command', async () => {
    await listen(socketPath());
    const { code, err } = await vid('lock', '123');
    expect([code, err]).toEqual([1, expect.stringContaining('does not answer. Running the command without')]);
    expect(heard).toEqual([]);
  }, 30_000);

  it('is not used through a symbolic link', async () => {
    await listen('/tmp/vid-elsewhere.sock');
    await symlink('/tmp/vid-elsewhere.sock', socketPath());
    const { code, err } = await vid('lock', '123');
    expect([code, err]).toEqual([1, expect.stringContaining('is not used: it is not a socket')]);
  }, 30_000);

  it('is not used if another user owns it or can open or replace it', async () => {
    await listen(socketPath());
    const own = process.geteuid?.() ?? -1;
    expect(findProblem(socketPath(), own)).toBeUndefined();
    expect(findProblem(socketPath(), own + 1)).toBe('it belongs to another user');
    await chmod(socketPath(), 0o660);
    expect(findProblem(socketPath(), own)).toBe('other users may connect to it');
    await chmod(socketPath(), 0o600);
    await chmod(folder.dataDir, 0o777);
    expect(findProblem(socketPath(), own)).toBe('other users may change its folder');
  });
});
