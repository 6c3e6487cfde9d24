import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { createEmptyDatabases } from '@vid/testkit/database/database';
import { startTestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connect, type Sql } from '#database/connection.ts';
import { createKeys } from '#lib/keys.ts';
import { openDataKeys } from '#process/environment/open-data-keys.ts';
import { StartProblem } from '#process/start-problem.ts';
import { Door } from '#process/testing/door.ts';
import { createOperator, runInProcess } from '../testing/operator.ts';

const door = new Door();
const database = `vid_installation_${process.pid}`;
let databases: Awaited<ReturnType<typeof createEmptyDatabases>>;
let pool: { sql: Sql; close: () => Promise<void> };
let url: string;

beforeAll(async () => {
  const cluster = inject('cluster');
  databases = await createEmptyDatabases(cluster, database);
  await door.open(cluster.host);
  url = `postgres://${cluster.user}@127.0.0.1:${door.port}/${database}`;
  pool = connect({ url }, { max: 1, applicationName: 'vid-test' });
  await vid('ab', 'migrate');
});
afterAll(async () => {
  await pool.close();
  await door.close();
  await databases.drop();
});

const siem = 'https://siem.example.vn/v1/logs';

const vid = (key: string, ...args: string[]) =>
  runInProcess(args, {
    VID_DATABASE_URL: url,
    VID_AUDIT_STREAM_URL: siem,
    VID_MASTER_KEY: key.repeat(32),
    VID_DATA_DIR: '/nonexistent/vid',
    VID_PASSWORD_MEMORY_KIB: '7168',
  });

describe('a database that “vid migrate” has made', () => {
  it('refuses a command with another master key', async () => {
    expect(await vid('cd', 'create-admin', '0900000001')).toMatchObject({
      code: 78,
      text: expect.stringContaining('The master key is not the one'),
    });
    expect(await vid('cd', 'migrate')).toMatchObject({ code: 78 });
    expect(await vid('ab', 'create-admin', '0900000001')).toMatchObject({ code: 0 });
  });

  it('keeps its master key when the signing keys are rotated', async () => {
    expect(await vid('ab', 'keys', 'rotate')).toMatchObject({ code: 0 });
    expect((await vid('ab', 'doctor')).text).toMatch(/^ok +the master key decrypts/mu);
  });

  it('counts as a copy after a restore until the operator confirms it', async () => {
    expect((await vid('ab', 'confirm-database')).text).toBe('This database is not a copy.');
    await pool.sql`update installation set identity = '1/1'`;
    await pool.sql`
      insert into deliveries (kind, id, type, receiver, phone, sealed_content, expires_at)
      values ('sms', 'sms_old', 'notice', 'x', '+84900000001', 'x', now() + interval '1 day')`;
    const { text: onCopy } = await vid('ab', 'doctor');
    expect(onCopy).toMatch(/^warn +this database is a copy\n.*confirm-database/mu);
    expect(onCopy).not.toContain(new URL(siem).host);
    expect((await vid('ab', 'confirm-database', '--discard')).text).toBe(
      'This database is confirmed. Messages are sent within a minute. Discarded 1 waiting message.',
    );
    const { text: confirmed } = await vid('ab', 'doctor');
    expect(confirmed).not.toMatch(/is a copy|cannot tell which cluster/u);
    expect(confirmed).toContain(`the audit log is sent to ${new URL(siem).host}`);
    await pool.sql`update installation set identity = '/' || split_part(identity, '/', 2)`;
    expect((await vid('ab', 'doctor')).text).toMatch(
      /^warn +VID cannot tell which cluster.*\n.*pg_control/mu,
    );
    await vid('ab', 'confirm-database');
    expect((await vid('ab', 'doctor')).text).not.toContain('cannot tell which cluster');
    expect(await pool.sql`select status, sealed_content from deliveries`).toEqual([
      { status: 'failed', sealedContent: null },
    ]);
    expect(await pool.sql`select kind, details from audit_events where kind = 'database.confirmed'`).toEqual([
      { kind: 'database.confirmed', details: { count: 1 } },
    ]);
  });

  it('accepts another master key only if the old one is declared lost', async () => {
    expect(await vid('cd', 'new-master-key')).toMatchObject({ code: 78 });
    expect((await vid('ab', 'new-master-key', '--old-key-lost')).text).toContain('is already the one');
    expect(await pool.sql`select from signing_keys`).not.toHaveLength(0);
    await pool.sql`
      insert into deliveries (kind, id, type, receiver, sealed_content) values ('sms', 'sms_sealed', 'test', 'r', 'x')`;
    expect(await vid('cd', 'new-master-key', '--old-key-lost')).toMatchObject({ code: 0 });
    // The lost key sealed the private keys, so a server with a new key cannot start while they remain.
    expect(await pool.sql`select from signing_keys`).toHaveLength(0);
    // The contents of waiting messages cannot be opened any more.
    expect(await pool.sql`select id from deliveries where sealed_content is not null`).toEqual([]);
    expect(await vid('ab', 'account', 'find', '0900000001')).toMatchObject({ code: 78 });
    expect(await vid('cd', 'reset-admin', '0900000001')).toMatchObject({ code: 0 });
    expect(await vid('cd', 'keys', 'rotate')).toMatchObject({ code: 0 });
    expect(await pool.sql`select details from audit_events where kind = 'master-key.replaced'`).toEqual([
      { details: { lost: true } },
    ]);
  });

  it('reuses the data key of a master key that was found again', async () => {
    const [found, present] = [Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xcd)];
    const lost = createKeys();
    await pool.sql`update data_keys set lost_at = null where id = 1`;
    await openDataKeys({ sql: pool.sql, keys: lost }, { current: present, former: found });
    const [, first] = lost.deriveAll('export');
    await pool.sql`update data_keys set lost_at = now() where id = 1`;
    const without = createKeys();
    await openDataKeys({ sql: pool.sql, keys: without }, { current: present });
    expect(without.deriveAll('export')).toHaveLength(1);
    const sealed = without.seal('export', 'new');
    expect(await vid('cd', 'new-master-key')).toMatchObject({ text: expect.stringContaining('already') });
    const recovered = await runInProcess(['new-master-key'], {
      VID_DATABASE_URL: url,
      VID_MASTER_KEY: 'cd'.repeat(32),
      VID_MASTER_KEY_OLD: 'ab'.repeat(32),
      VID_DATA_DIR: '/nonexistent/vid',
    });
    expect(recovered).toMatchObject({ code: 0, text: expect.stringContaining('sealed with VID_MASTER_KEY') });
    const all = createKeys();
    await openDataKeys({ sql: pool.sql, keys: all }, { current: present });
    expect(all.deriveAll('export')[1]).toEqual(first);
    expect(all.open('export', sealed)).toBe('new');
    expect(all.seal('export', 'x')[1]).toBe(2);
  });

  it('is refused without its data keys', async () => {
    await pool.sql`delete from data_keys`;
    expect(await vid('cd', 'account', 'find', '0900000001')).toMatchObject({ code: 78 });
    expect((await vid('cd', 'doctor')).text).toContain('does not decrypt the data');
  });
});

it('“vid new-master-key” keeps sealed values readable while servers sign members in', async () => {
  const cluster = inject('cluster');
  const first = await startTestServer(cluster);
  const operator = await createOperator(cluster, first);
  onTestFinished(async () => {
    await operator.close();
    await first.close();
  });
  const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const run = (keys: Readonly<Record<string, string>>, ...args: string[]) =>
    runInProcess(args, { ...operator.environment, ...keys });
  const both = {
    VID_MASTER_KEY: newKey.toString('hex'),
    VID_MASTER_KEY_OLD: oldKey.toString('hex'),
  };
  const account = await createAccount(first);
  const { sql, keys, signingKeys, auditSealer, twoStepSecrets } = first.deps;
  const purposes = ['webhook-secret', 'zalo-token', 'export', 'imported-password', 'sms', 'recovery'];
  const sealed = purposes.map((purpose) => [purpose, keys.seal(purpose, purpose)] as const);
  const secret = twoStepSecrets.seal(account.id, 'JBSWY3DPEHPK3PXP');
  const { version } = await signingKeys.load();
  const browser = new TestBrowser(first.app);
  await signIn(browser, account);
  await expect.poll(() => auditSealer.run(), { timeout: 30_000 }).toBeGreaterThan(0);

  const second = await first.twin(undefined, { current: newKey, former: oldKey });
  expect((await run(both, 'doctor')).text).toContain('1 data key still sealed with VID_MASTER_KEY_OLD');
  const signsIn = async () => {
    for (const { app } of [first, second]) await signIn(new TestBrowser(app), account);
  };
  const [replaced] = await Promise.all([run(both, 'new-master-key'), signsIn()]);
  expect(replaced).toMatchObject({ code: 0, text: expect.stringContaining('Remove VID_MASTER_KEY_OLD') });
  await signsIn();
  expect((await run(both, 'doctor')).text).toContain('VID_MASTER_KEY_OLD is no longer needed');
  expect(await run(both, 'new-master-key')).toMatchObject({ text: expect.stringContaining('already') });

  const { VID_MASTER_KEY: onlyNew } = both;
  expect((await run({ VID_MASTER_KEY: onlyNew }, 'doctor')).text).not.toContain('VID_MASTER_KEY_OLD');
  expect((await run({ VID_MASTER_KEY: onlyNew }, 'audit', 'verify')).text).toContain('The chain is intact');
  expect(await run({}, 'audit', 'verify')).toMatchObject({ code: 78 });
  await expect(openDataKeys({ sql, keys: createKeys() }, { current: oldKey })).rejects.toThrow(StartProblem);

  const later = await first.twin(undefined, { current: newKey });
  for (const [purpose, value] of sealed) expect(later.deps.keys.open(purpose, value)).toBe(purpose);
  expect(later.deps.twoStepSecrets.open(account.id, secret)).toBe('JBSWY3DPEHPK3PXP');
  expect((await later.deps.signingKeys.load()).version).toBe(version);
  await signIn(new TestBrowser(later.app), account);
  const returning = new TestBrowser(later.app);
  for (const [name, value] of browser.cookies) returning.cookies.set(name, value);
  expect((await returning.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
  expect(await sql`select details from audit_events where kind = 'master-key.replaced'`).toEqual([
    { details: { lost: false } },
  ]);
});
