import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmptyDatabases } from '@vid/testkit/database/database';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connect } from '#database/connection.ts';
import { listMigrations } from '#database/migrate.ts';
import { Door } from '#process/testing/door.ts';
import { endVidProcesses, runVid } from '#process/testing/vid-process.ts';
import { runInProcess } from './testing/operator.ts';

const door = new Door();
const database = `vid_cli_${process.pid}`;
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;
let environment: Record<string, string>;

beforeAll(async () => {
  const cluster = inject('cluster');
  databases = await createEmptyDatabases(cluster, database);
  await door.open(cluster.host);
  environment = {
    VID_DATABASE_URL: `postgres://${cluster.user}@127.0.0.1:${door.port}/${database}`,
    VID_MASTER_KEY: 'ab'.repeat(32),
    VID_DATA_DIR: '/nonexistent/vid',
    VID_PORT: '0',
    VID_PASSWORD_MEMORY_KIB: '7168',
  };
});
afterAll(async () => {
  await endVidProcesses();
  await door.close();
  await databases.drop();
});

const vid = (...args: string[]) => runInProcess(args, environment);

describe('the vid program', () => {
  it('exits with the code of its command and prints its message', async () => {
    expect(await runVid(['migrate', '--fast'], environment)).toEqual({
      code: 64,
      text: 'Unknown option --fast.',
    });
  });
});

describe('vid commands', () => {
  it('are listed by “help”', async () => {
    const { code, text } = await vid('help');
    expect(code).toBe(0);
    for (const name of [
      'doctor',
      'settings',
      'migrate',
      'maintenance',
      'create-admin',
      'lock',
      'unlock',
      'account',
      'application',
      'sso',
      'keys',
      'errors',
      'generate',
    ])
      expect(text).toContain(`  ${name} `);
  });

  it.each([
    [['nonsense'], 'Unknown command “nonsense”'],
    [['migrate', '--fast'], 'Unknown option --fast'],
    [['doctor', '--fast'], 'Unknown option --fast'],
    [['errors', '--fast'], 'Unknown option --fast'],
    [['privacy-requests', '--fast'], 'Unknown option --fast'],
    [['remove-samples', '--fast'], 'Unknown option --fast'],
    [['create-admin', '0900000001', '--fast'], 'Unknown option --fast'],
    [['reset-admin', '0900000001', '--fast'], 'Unknown option --fast'],
    [['lock'], 'exactly one phone'],
    [['lock', '0900000001', '0900000002'], 'exactly one phone'],
    [['lock', '0900000001', '--fast'], 'lock|unlock <phone> [--reason TEXT]'],
  ])('refuse %s with exit code 64', async (args, message) => {
    expect(await vid(...args)).toMatchObject({ code: 64, text: expect.stringContaining(message) });
  });

  it('apply pending migrations with “migrate”, and list which were applied', async () => {
    const names = (await listMigrations()).map(({ name }) => name);
    const before = await vid('migrate', '--status');
    expect(before.text.split('\n')).toEqual(names.map((name) => `pending  ${name}`));
    expect((await vid('doctor')).text).toMatch(/^ok +the database has no tables of VID yet/mu);
    expect(await vid('create-admin', '0900000001')).toMatchObject({
      code: 69,
      text: expect.stringContaining('migrate'),
    });
    expect((await vid('migrate')).text.split('\n')).toEqual(names.map((name) => `applied  ${name}`));
    expect((await vid('migrate', '--status')).text.split('\n')).toEqual(
      names.map((name) => `applied  ${name}`),
    );
    expect((await vid('migrate')).text).toBe('The schema is up to date.');
    expect((await vid('doctor')).text).toMatch(/^warn +there is no administrator\n.*create-admin <phone>$/mu);
  });

  it('say that the database did not answer if “migrate” waited in vain', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await vid('migrate')).toEqual({
      code: 69,
      text: 'The database did not answer within 30 s. Run npm run vid -- doctor',
    });
  });

  it('are refused if a migration was changed after it was applied', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    await sql`update schema_migrations set hash = reverse(hash)`;
    expect(await vid('create-admin', '0900000001')).toMatchObject({
      code: 69,
      text: expect.stringContaining('was changed after it was applied'),
    });
    await sql`update schema_migrations set hash = reverse(hash)`;
    await close();
  });

  it('create an administrator with “create-admin”, and print the password', async () => {
    const made = await vid('create-admin', '0900 000 001');
    expect(made.code).toBe(0);
    expect(made.text).toMatch(/Administrator \+84900000001\nPassword {6}\S{19}\n/u);
    expect(await vid('create-admin', '+84900000001')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ACCOUNT_EXISTS'),
    });
    expect((await vid('create-admin', '02812345678')).text).toMatch(/PHONE_(?:UNSUPPORTED|INVALID)/u);
  });

  it('mask secrets in the output of “settings”', async () => {
    const { code, text } = await vid('settings');
    expect(code).toBe(0);
    expect(text).toMatch(/^\* VID_DATABASE_URL +\(set\)$/mu);
    expect(text).toMatch(/^ {2}VID_PORT|^\* VID_PORT +0$/mu);
    expect(text).not.toContain('abab');
    expect(text).not.toContain(`${door.port}/`);
  });

  it('print the settings table of the docs as Markdown or JSON', async () => {
    const { text } = await vid('settings', '--markdown');
    expect(text).toContain('| `VID_PORT` |');
    expect(JSON.parse((await vid('settings', '--markdown', '--json')).text)).toEqual({ markdown: text });
  });

  it('list wrong values with the table of “settings”', async () => {
    const { code, text } = await runInProcess(['settings'], {
      ...environment,
      VID_PORT: 'x',
      VID_LIMITS: '1',
    });
    expect(code).toBe(78);
    expect(text).toMatch(/^\* VID_PORT +x$/mu);
    expect(text).toMatch(/ - VID_PORT /u);
    expect(text).toContain('VID_LIMITS is not a VID setting');
  });

  it('list the error codes with “errors”', async () => {
    expect((await vid('errors')).text).toContain('403  ACCOUNT_LOCKED');
  });
});

describe('the doctor command', () => {
  it('reports passed checks and a database that is not durable', async () => {
    const { text } = await vid('doctor');
    expect(text).toMatch(
      /^ok +VID \d+\.\d+\.\d+\nok +Node \d+\.\d+\.\d+\nok +settings \(evaluation mode\)$/mu,
    );
    expect(text).toMatch(/^ok +PostgreSQL 18/mu);
    expect(text).toMatch(/^fail +fsync is off\n.*\nfail +full_page_writes is off$/mu);
    expect(text).toMatch(/^ok +clocks of this machine and the database differ by \d+ ms$/mu);
    expect(text).toMatch(/^ok +migrations are applied$/mu);
    expect(text).not.toContain('there is no administrator');
  });

  it('counts the passkeys that were made for another public address', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    await sql`
      with account as (
        insert into accounts (id, kind, referral_code) values ('acc_moved', 'personal', 'MOVED') returning id)
      insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports, is_backup_eligible,
        is_backed_up, aaguid, name, confirms_from)
      select 'psk_' || host, id, convert_to(host, 'UTF8'), host, '', 0, '{}', true, true, '', '', now()
      from account, unnest(array['localhost', 'old.example.vn']) host`;
    const { text } = await vid('doctor');
    await sql`delete from accounts where id = 'acc_moved'`;
    await close();
    expect(text).toMatch(/^warn +1 passkey made for old\.example\.vn, not for localhost$/mu);
    expect(text).not.toContain('made for localhost');
  });

  it('reports a pending migration, and a user that cannot apply it', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    const [last = {}] = await sql`
      delete from schema_migrations where name = (select max(name) from schema_migrations) returning *`;
    const pending = (await vid('doctor')).text;
    await sql.unsafe(`revoke create on database ${database} from current_user`);
    const refused = (await vid('doctor')).text;
    await sql.unsafe(`grant create on database ${database} to current_user`);
    await sql`insert into schema_migrations ${sql(last)}`;
    await close();
    for (const text of [pending, refused])
      expect(text).toMatch(/^warn +1 pending migration\n.*apply them now: .* migrate$/mu);
    expect(pending).not.toContain('may not create tables');
    expect(refused).toMatch(/^fail +this user may not create tables and schemas$/mu);
  });

  it('reports a database that accepts no writes', async () => {
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    await sql.unsafe(`alter database ${database} set default_transaction_read_only = on`);
    const { text } = await vid('doctor');
    await sql.unsafe(`alter database ${database} reset default_transaction_read_only`);
    await close();
    expect(text).toMatch(/^fail +the server is read-only/mu);
  });

  it('compares needed connections with those that the database allows', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    const check = () =>
      runInProcess(['doctor'], { ...environment, VID_WORKERS: '2', VID_DATABASE_POOL: '5' });
    await sql.unsafe(`alter database ${database} connection limit 24`);
    expect((await check()).text).toMatch(/^ok +24 connections needed \(2 × 11 \+ 2\), 24 allowed$/mu);
    await sql.unsafe(`alter database ${database} connection limit 23`);
    expect((await check()).text).toMatch(/^fail +24 connections needed \(2 × 11 \+ 2\), 23 allowed$/mu);
    await sql.unsafe(`alter database ${database} connection limit -1`);
    expect((await check()).text).toMatch(/^ok +24 connections needed \(2 × 11 \+ 2\), \d{2,} allowed$/mu);
    await close();
  });

  it('warns of maintenance until it ends', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    await sql`insert into maintenance (ends_at) values (now() + interval '1 hour')`;
    expect((await vid('doctor')).text).toMatch(/^warn +.*maintenance/mu);
    await sql`update maintenance set ends_at = now()`;
    expect((await vid('doctor')).text).not.toMatch(/maintenance/u);
    await sql`delete from maintenance`;
    await close();
  });

  it('warns of a reached SMS ceiling and a low SMS balance', async () => {
    await vid('migrate');
    const { sql, close } = connect(
      { url: environment['VID_DATABASE_URL'] ?? '' },
      { max: 1, applicationName: 'vid-test' },
    );
    await sql`insert into sms_balances (channel, dong) values ('http', 99999)`;
    await sql`
      insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, parts, took_ms)
      values ('sms_1', 'http', 'signin', '****', 'other', 'accepted', 1, 9)`;
    const { text } = await runInProcess(['doctor'], {
      ...environment,
      VID_SMS_URL: `http://127.0.0.1:${await freePort()}/send`,
      VID_SMS_PRICE: '850',
      VID_SMS_CEILING_DAY: '850',
    });
    await sql`delete from sms_balances`;
    await sql`delete from sms_attempts`;
    await close();
    expect(text).toMatch(/^warn +SMS costs have reached the ceiling/mu);
    expect(text).toMatch(/^warn +the balance of an SMS gateway account is low \(http: 99,999 VND\)$/mu);
  });

  it('warns of a proxy setting that VID does not read', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])
      vi.stubEnv(name, undefined);
    vi.stubEnv('ALL_PROXY', 'socks5://proxy.example.vn:1080');
    expect((await vid('doctor')).text).toMatch(
      /^warn +ALL_PROXY is set, but VID reads only HTTPS_PROXY and HTTP_PROXY$/mu,
    );
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.example.vn:3128');
    expect((await vid('doctor')).text).toMatch(/^ok +HTTPS_PROXY is used for SMS gateways/mu);
  });

  it('reaches a gateway through the proxy of the environment', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }: IncomingMessage, socket: Socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    onTestFinished(() => void proxy.close());
    const { text } = await runVid(['doctor'], {
      ...environment,
      VID_ESMS_API_KEY: 'key',
      VID_ESMS_SECRET_KEY: 'secret',
      VID_ESMS_BRANDNAME: 'Hoi ND',
      VID_ESMS_URL: 'https://esms.example.vn/send',
      HTTPS_PROXY: `http://127.0.0.1:${await listenOnLoopback(proxy)}`,
      NO_PROXY: '',
    });
    expect(asked).toEqual(['esms.example.vn:443']);
    expect(text).toMatch(/^fail +SMS gateway esms\.example\.vn is unreachable: /mu);
    expect(text).toContain('HTTPS_PROXY is set: check that the proxy lets VID reach this address');
  });

  it('reports an http gateway as unreachable if the proxy answers 407', async () => {
    let status = 407;
    const asked: (string | undefined)[] = [];
    const proxy = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    onTestFinished(() => void proxy.close());
    const proxied = {
      ...environment,
      VID_SMS_URL: 'http://sms.example.vn/send',
      HTTP_PROXY: `http://127.0.0.1:${await listenOnLoopback(proxy)}`,
      NO_PROXY: '',
    };
    expect((await runVid(['doctor'], proxied)).text).toMatch(
      /^fail +SMS gateway sms\.example\.vn is unreachable: HTTP 407$/mu,
    );
    status = 404;
    expect((await runVid(['doctor'], proxied)).text).toMatch(
      /^ok +SMS gateway sms\.example\.vn is reachable$/mu,
    );
    expect(asked).toEqual(['http://sms.example.vn/', 'http://sms.example.vn/']);
  });

  it('reports an unreachable gateway and database', async () => {
    await door.close();
    const closedPort = await freePort();
    const { code, text } = await runInProcess(['doctor'], {
      ...environment,
      VID_SMS_URL: `http://127.0.0.1:${closedPort}/send`,
      VID_SPEEDSMS_TOKEN: 'token',
      VID_SPEEDSMS_SENDER: 'HOIBDS',
      VID_SMS_ORDER: 'http',
    });
    await door.open(inject('cluster').host);
    expect(code).toBe(1);
    expect(text).toMatch(/^warn +no order names the SMS gateway speedsms\n.*VID_SMS_ORDER/mu);
    expect(text).toMatch(/^fail +SMS gateway 127\.0\.0\.1:\d+ is unreachable: ECONNREFUSED$/mu);
    expect(text).toMatch(/^fail +the database cannot be used \(\w+\)$/mu);
    expect(text).toContain('→ Check VID_DATABASE_URL');
    expect(text).toContain('VID cannot run with this configuration.');
  });

  it('reports wrong and missing settings in one run', async () => {
    const { code, text } = await runInProcess(['doctor'], { VID_PORT: 'x', VID_MODE: 'production' });
    expect(code).toBe(1);
    for (const name of ['VID_PORT', 'VID_PUBLIC_URL', 'VID_DATABASE_URL', 'VID_MASTER_KEY', 'VID_SMS_URL'])
      expect(text).toMatch(new RegExp(`^fail +${name} `, 'mu'));
  });

  it('prints only a JSON document with --json', async () => {
    const { code, text } = await runInProcess(['doctor', '--json'], { VID_PORT: 'x' });
    expect(code).toBe(1);
    const problem = { state: 'fail', what: expect.stringContaining('VID_PORT'), advice: expect.any(String) };
    expect(JSON.parse(text)).toMatchObject({
      isReady: false,
      findings: expect.arrayContaining([expect.objectContaining(problem)]),
    });
  });
});

describe('a vid command', () => {
  /** Modules that take a large part of the second in which a command must end. */
  const heavy =
    /\/src\/deps\.ts$|\/node_modules\/(?:oidc-provider|openid-client|jose|nodemailer|typebox|@napi-rs|fastify|@zxcvbn-ts)\//u;

  it.each([
    ['application list'],
    ['lock +84912000001'],
    ['unlock +84912000001'],
    ['permission list shop'],
    ['sso trace ABC'],
    ['account find nam'],
    ['export secret mex_1'],
    ['import list'],
  ])('loads neither the server nor a large library for “%s”', async (line) => {
    await vid('migrate');
    const report = `import { registerHooks } from 'node:module';
        registerHooks({ load: (url, context, next) => {
          if (${heavy}.test(url)) console.log('loaded', url);
          return next(url, context);
        } });
        process.once('exit', () => { console.log('ended'); process.exitCode = 0; });`;
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(report)}`, main, ...line.split(' ')],
      { env: { ...environment, PATH: process.env['PATH'] } },
    );
    expect(stdout).not.toContain('loaded');
    expect(stdout).toContain('ended');
  });
});
