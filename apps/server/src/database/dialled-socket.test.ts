import { createServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnLoopback } from '@vid/testkit/network';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { endVidProcesses, runVid, startVid } from '#process/testing/vid-process.ts';
import { bringUpDatabase } from './bring-up.ts';
import { connect } from './connection.ts';
import { DatabaseProblem } from './availability/outage.ts';
import { makeIdentity } from './testing/certificates.ts';
import { createTlsPostgres, type TlsPostgres } from './testing/tls-postgres.ts';

const log = pino({ level: 'silent' });
const authority = makeIdentity({ name: 'VID test authority' });
const stranger = makeIdentity({ name: 'another authority' });
const identity = makeIdentity({ name: 'db', names: ['127.0.0.1', 'db.example'], issuer: authority });
let files: string;
let primary: TlsPostgres;
let standby: TlsPostgres;

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'vid-ca-'));
  await writeFile(join(files, 'ca.pem'), authority.certificate);
  await writeFile(join(files, 'stranger.pem'), stranger.certificate);
  await writeFile(join(files, 'no.pem'), 'not a certificate');
  primary = await createTlsPostgres(identity);
  standby = await primary.copyAsStandby();
  await primary.start();
  await standby.start();
});
afterAll(async () => {
  await endVidProcesses();
  await primary.remove();
  await standby.remove();
  await rm(files, { recursive: true });
});

type Answer = { port: number; tls: boolean };
const question = `select inet_server_port() as port, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls`;

async function ask(url: string): Promise<Answer> {
  const { sql, close } = connect({ url }, { max: 1, applicationName: 'vid-test' });
  try {
    const [row] = await sql.unsafe<Answer[]>(question);
    return { port: row?.port ?? 0, tls: row?.tls ?? false };
  } finally {
    await close();
  }
}

const urlOf = (hosts: string, query: string): string =>
  `postgres://postgres@${hosts}/vid?${query.replace(/=(\w+\.pem)/u, `=${files}/$1`)}`;

const bringUp = (url: string): Promise<unknown> =>
  bringUpDatabase({ target: { url }, log, signal: AbortSignal.timeout(5_000), mayMigrate: false });

describe('TLS connections', () => {
  it.each([
    ['127.0.0.1', 'sslmode=require'],
    ['127.0.0.1', 'sslmode=prefer'],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=ca.pem'],
    ['localhost', 'sslmode=verify-ca&sslrootcert=ca.pem'],
    ['localhost', 'sslmode=require&sslrootcert=ca.pem'],
  ])('are opened to %s with %s', async (host, query) => {
    expect(await ask(urlOf(`${host}:${primary.port}`, query))).toEqual({
      port: primary.port,
      tls: true,
    });
  });

  it.each([
    [
      'localhost',
      'sslmode=verify-full&sslrootcert=ca.pem',
      'has a certificate for other names (IP Address:127.0.0.1',
    ],
    ['127.0.0.1', 'sslmode=verify-full', 'from an authority that this machine does not trust'],
    [
      '127.0.0.1',
      'sslmode=verify-full&sslrootcert=system',
      'from an authority that this machine does not trust',
    ],
    [
      '127.0.0.1',
      'sslmode=require&sslrootcert=stranger.pem',
      'from an authority that this machine does not trust',
    ],
    [
      '127.0.0.1',
      'sslmode=verify-ca&sslrootcert=absent.pem',
      'absent.pem, named by sslrootcert in VID_DATABASE_URL (ENOENT)',
    ],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=no.pem', 'is not in PEM format'],
  ])('are refused for %s with %s, with an explanation', async (host, query, words) => {
    await expect(ask(urlOf(`${host}:${primary.port}`, query))).rejects.toThrow(words);
  });
});

describe('a TLS problem at startup', () => {
  it.each([
    ['sslmode=verify-full', 'does not trust'],
    ['sslmode=disable', 'or a connection without TLS (see its pg_hba.conf)'],
  ])('is explained for %s', async (query, words) => {
    const problem = bringUp(urlOf(`127.0.0.1:${primary.port}`, query));
    await expect(problem).rejects.toThrow(DatabaseProblem);
    await expect(problem).rejects.toThrow(words);
  });

  it('is reported without server TLS unless the mode permits that', async () => {
    const door = new Door();
    await door.open(inject('cluster').host);
    const url = (mode: string) =>
      `postgres://${inject('cluster').user}@127.0.0.1:${door.port}/postgres?sslmode=${mode}`;
    await expect(bringUp(url('require'))).rejects.toThrow('does not offer TLS. Switch it on there');
    expect((await ask(url('prefer'))).tls).toBe(false);
    await door.close();
  });

  it('ends the process with code 78', async () => {
    const vid = startVid({
      VID_DATABASE_URL: urlOf(`127.0.0.1:${primary.port}`, 'sslmode=verify-full&sslrootcert=stranger.pem'),
      VID_DATA_DIR: files,
    });
    expect(await vid.exitCode()).toBe(78);
    expect(vid.lines.join('\n')).toContain('sslrootcert=/path/ca.pem');
  });

  it('is reported for an expired certificate', async () => {
    await primary.stop();
    await primary.use(
      makeIdentity({ name: 'db', names: ['127.0.0.1'], issuer: authority, expiresAt: new Date(0) }),
    );
    await primary.start();
    const url = urlOf(`127.0.0.1:${primary.port}`, 'sslmode=verify-full&sslrootcert=ca.pem');
    await expect(bringUp(url)).rejects.toThrow('has a certificate that has expired');
    await primary.stop();
    await primary.use(identity);
    await primary.start();
    expect((await ask(url)).tls).toBe(true);
  });
});

const hosts = (...ports: number[]): string => ports.map((port) => `127.0.0.1:${port}`).join();

describe('a pooler that refuses session settings', () => {
  it('is explained at startup', async () => {
    const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
    const message = Buffer.concat([Buffer.from('E\0\0\0\0'), Buffer.from(refusal)]);
    message.writeInt32BE(message.length - 1, 1);
    const pooler = createServer((socket) => socket.once('data', () => socket.end(message)));
    onTestFinished(() => void pooler.close());
    const port = await listenOnLoopback(pooler);
    const problem = bringUp(`postgres://vid@127.0.0.1:${port}/vid`);
    await expect(problem).rejects.toThrow('points to a pooler that refuses the settings');
  });
});

describe('the hosts of a database URL', () => {
  const secure = 'sslmode=verify-full&sslrootcert=ca.pem&target_session_attrs=primary';

  it('are reported as read-only if the URL names only a standby', async () => {
    const lines: string[] = [];
    const heard = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const stop = new AbortController();
    const waiting = bringUpDatabase({
      target: { url: urlOf(hosts(standby.port), secure) },
      log: heard,
      signal: stop.signal,
      mayMigrate: true,
    });
    await vi.waitFor(() => expect(lines.join('')).toContain('is read-only: it is a standby.'), 5_000);
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await expect(ask(urlOf(hosts(standby.port), secure))).rejects.toThrow('it is a standby');
  });

  it('are described by the doctor with role, TLS mode and connections', async () => {
    const doctor = async (ports: readonly number[], query: string) =>
      (await runVid(['doctor'], { VID_DATABASE_URL: urlOf(hosts(...ports), query), VID_DATA_DIR: files }))
        .text;
    expect(await doctor([standby.port], secure)).toMatch(/^fail +the server is a standby$/mu);
    const admin = connect(
      { url: urlOf(hosts(primary.port), secure) },
      { max: 1, applicationName: 'vid-test' },
    );
    await admin.sql`alter role postgres set synchronous_commit = remote_apply`;
    // The doctor finds the primary even though the standby is listed first.
    const text = await doctor([standby.port, primary.port], secure);
    await admin.sql`alter role postgres reset synchronous_commit`;
    await admin.sql`alter role postgres connection limit 15`;
    const few = await doctor([primary.port], 'sslmode=require');
    await admin.sql`alter role postgres connection limit -1`;
    await admin.close();
    expect(text).toMatch(/^ok +primary server, 0 standbys connected, commits do not wait for a standby$/mu);
    expect(text).toMatch(/^ok +TLS with sslmode=verify-full \(TLSv1\.3\)$/mu);
    expect(text).toMatch(/^ok +18 connections needed \(1 × 16 \+ 2\), 297 allowed$/mu);
    expect(text).toMatch(/^ok +writes are durable/mu);
    expect(few).toMatch(/^warn +TLS with sslmode=require, which does not check the server’s name$/mu);
    expect(few).toMatch(/^fail +18 connections needed \(1 × 16 \+ 2\), 15 allowed$/mu);
    expect(await doctor([primary.port], 'sslmode=verify-full')).toMatch(
      /^fail +the database cannot be used \(TLS_FAULT\)\n.*does not trust/mu,
    );
  });

  it('lead a pool to the primary, also after a failover', async () => {
    const url = urlOf(hosts(1, standby.port, primary.port), secure);
    // A connection that reaches the standby fails, and the next connection begins with the next host.
    await vi.waitFor(async () => expect((await ask(url)).port).toBe(primary.port), 10_000);
    await primary.stop();
    const admin = connect(
      { url: urlOf(hosts(standby.port), secure) },
      { max: 1, applicationName: 'vid-test', acceptsReadOnly: true },
    );
    await admin.sql`select pg_promote()`;
    await admin.close();
    await vi.waitFor(async () => expect((await ask(url)).port).toBe(standby.port), 10_000);
  });
});
