import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Sql } from '#database/connection.ts';
import { listMigrations } from '#database/migrate.ts';
import { Door } from '#process/testing/door.ts';
import { runVid } from '#process/testing/vid-process.ts';

const door = new Door();
const database = `vid_cli_${process.pid}`;
let admin: { sql: Sql; close: () => Promise<void> };
let environment: Record<string, string>;

beforeAll(async () => {
  const cluster = inject('cluster');
  admin = connect(
    { ...cluster, database: 'postgres' },
    { max: 1, applicationName: 'vid-test', statementTimeoutMs: 60_000 },
  );
  await admin.sql.unsafe(`create database ${database} template template0`);
  await door.open(cluster.host);
  environment = {
    VID_DATABASE_URL: `postgres://${cluster.user}@127.0.0.1:${door.port}/${database}`,
    VID_MASTER_KEY: 'ab'.repeat(32),
    VID_DATA_DIR: '/nonexistent/vid',
  };
});
afterAll(async () => {
  await door.close();
  await admin.sql.unsafe(`drop database if exists ${database} with (force)`);
  await admin.close();
});

const vid = (...args: string[]) => runVid(args, environment);

describe('the commands', () => {
  it('explain themselves', async () => {
    const { code, text } = await vid('help');
    expect(code).toBe(0);
    for (const name of [
      'doctor',
      'settings',
      'migrate',
      'create-admin',
      'lock',
      'unlock',
      'application',
      'sso',
      'keys',
      'errors',
      'generate',
    ])
      expect(text).toContain(`  ${name} `);
  });

  it.each([
    [['nonsense'], 'no command “nonsense”'],
    [['migrate', '--fast'], 'Unknown option --fast'],
    [['lock'], 'exactly one phone'],
    [['lock', '0900000001', '0900000002'], 'exactly one phone'],
  ])('refuse %s with exit code 64', async (args, said) => {
    expect(await vid(...args)).toMatchObject({ code: 64, text: expect.stringContaining(said) });
  });

  it('bring a database to this release’s schema, and tell how it stands', async () => {
    const names = (await listMigrations()).map(({ name }) => name);
    const before = await vid('migrate', '--status');
    expect(before.text.split('\n')).toEqual(names.map((name) => `pending  ${name}`));
    expect(await vid('create-admin', '0900000001')).toMatchObject({
      code: 69,
      text: expect.stringContaining('migrate'),
    });
    expect((await vid('migrate')).text.split('\n')).toEqual(names.map((name) => `applied  ${name}`));
    expect((await vid('migrate', '--status')).text.split('\n')).toEqual(
      names.map((name) => `applied  ${name}`),
    );
    expect((await vid('migrate')).text).toBe('The schema is up to date.');
  });

  it('make an administrator, whose password is shown once', async () => {
    const made = await vid('create-admin', '0900 000 001');
    expect(made.code).toBe(0);
    expect(made.text).toMatch(/Administrator \+84900000001\nPassword {6}\S{19}\n/u);
    expect(await vid('create-admin', '+84900000001')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ACCOUNT_EXISTS'),
    });
    expect((await vid('create-admin', '02812345678')).text).toMatch(/PHONE_(?:UNSUPPORTED|INVALID)/u);
  });

  it('show the settings without their secrets', async () => {
    const { code, text } = await vid('settings');
    expect(code).toBe(0);
    expect(text).toMatch(/^\* VID_DATABASE_URL +\(set\)$/mu);
    expect(text).toMatch(/^ {2}VID_PORT|^\* VID_PORT +0$/mu);
    expect(text).not.toContain('abab');
    expect(text).not.toContain(`${door.port}/`);
  });

  it('say what is wrong with the settings after showing them', async () => {
    const { code, text } = await runVid(['settings'], { ...environment, VID_PORT: 'x', VID_LIMITS: '1' });
    expect(code).toBe(78);
    expect(text).toMatch(/^\* VID_PORT +x$/mu);
    expect(text).toMatch(/ - VID_PORT /u);
    expect(text).toContain('VID_LIMITS is not a setting of VID');
  });

  it('list every error code', async () => {
    expect((await vid('errors')).text).toContain('403  ACCOUNT_LOCKED');
  });
});

describe('the doctor', () => {
  it('finds all well, and an administrator', async () => {
    const { text } = await vid('doctor');
    expect(text).toMatch(/^ok +PostgreSQL 18/mu);
    expect(text).toMatch(/^ok +writes are durable/mu);
    expect(text).toMatch(/^ok +clocks of this machine and the database differ by \d+ ms$/mu);
    expect(text).toMatch(/^ok +migrations are applied$/mu);
    expect(text).not.toContain('there is no administrator');
  });

  it('names a gateway that cannot be reached, and a database that is away', async () => {
    await door.close();
    const { code, text } = await runVid(['doctor'], {
      ...environment,
      VID_SMS_URL: 'http://127.0.0.1:9/send',
    });
    await door.open(inject('cluster').host);
    expect(code).toBe(1);
    expect(text).toMatch(/^fail +SMS gateway 127\.0\.0\.1:9 cannot be reached: ECONNREFUSED$/mu);
    expect(text).toMatch(/^fail +the database cannot be used \(\w+\)$/mu);
    expect(text).toContain('→ Check VID_DATABASE_URL');
    expect(text).toContain('VID cannot serve like this.');
  });

  it('lists every wrong setting', async () => {
    const { code, text } = await runVid(['doctor'], { VID_PORT: 'x', VID_MODE: 'production' });
    expect(code).toBe(1);
    for (const name of ['VID_PORT', 'VID_PUBLIC_URL', 'VID_DATABASE_URL', 'VID_MASTER_KEY', 'VID_SMS_URL'])
      expect(text).toMatch(new RegExp(`^fail +${name} `, 'mu'));
  });
});
