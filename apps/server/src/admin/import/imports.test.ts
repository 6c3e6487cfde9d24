import { createAdmin, otherPassword } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { fieldReasons } from '@vid/contract/field-reasons';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { importsPath, putPart } from './testing/import-file.ts';
import { importSteps } from './testing/import-steps.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const { upload, work, post, stateOf, rowsOf, accountOf, check, importAll } = importSteps(() => ({
  server,
  admin,
}));
const pageOf = async (query = '') =>
  (await admin.browser.get(`${importsPath}${query}`)).raw.json<{
    data: { items: { id: string }[]; next: string | null };
  }>().data;

describe('an import', () => {
  it('can be checked again with other choices, which replace the first', async () => {
    const id = await upload(`Danh sách,Tên\nSĐT,Họ tên\n${freshPhone()},Lê An\n${'x'.repeat(40)},Lê Bình\n`);
    await post(id, 'check', { mapping: { phone: 0 }, titleRow: 1 });
    await work();
    expect(await stateOf(id)).toMatchObject({
      status: 'checked',
      counts: { rows: 3, new: 1, invalid: 2 },
      leftOut: ['Tên'],
    });
    const preview = await post(id, 'preview', { mapping: { phone: 0 }, titleRow: 1 });
    expect(preview.data['rows']).toMatchObject([{ row: 2 }, { row: 3 }, { row: 4 }]);
    await check(id, { phone: 0, name: 1 });
    expect(await stateOf(id)).toMatchObject({
      status: 'checked',
      counts: { rows: 2, new: 1, invalid: 1 },
      leftOut: [],
    });
    expect((await rowsOf(id)).map(({ row, name }) => [row, name])).toEqual([
      [3, 'Lê An'],
      [4, 'Lê Bình'],
    ]);
  });

  it('begins with a clean file name and an expiry in 30 days', async () => {
    const by = await createAdmin(server, { name: 'Trần Quản Trị' });
    const file = { type: 'csv', bytes: 10 };
    const begun = await by.browser.post(importsPath, { ...file, fileName: ' danh   sách.csv ' });
    expect(begun.data).toMatchObject({
      fileName: 'danh sách.csv',
      status: 'uploading',
      requestedBy: 'Trần Quản Trị',
      problem: null,
      finishedAt: null,
    });
    const { createdAt, expiresAt } = begun.data;
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(30 * 86_400_000);
    const refused = await by.browser.post(importsPath, { ...file, fileName: 'a\u202E.csv' });
    expect([refused.code, Object.keys(refused.fields)]).toEqual(['VALIDATION_FAILED', ['fileName']]);
  });

  it('is listed in pages of 20 imports', async () => {
    const { sql } = server.deps;
    await sql`
      insert into imports (id, file_name, file_type, file_bytes, status, expires_at, created_at)
      select 'imp_page' || 10 + n, 'a.csv', 'csv', 1, 'done', now() + interval '1 day', now() + n * interval '1 hour'
      from generate_series(1, 21) n`;
    const first = await pageOf();
    expect(first.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, n) => `imp_page${31 - n}`),
    );
    const second = await pageOf(`?limit=1&after=${encodeURIComponent(String(first.next))}`);
    expect([second.items.map(({ id }) => id), second.next]).toEqual([['imp_page11'], expect.any(String)]);
    await sql`delete from imports where id like 'imp_page%'`;
  });

  it('is due for each step as soon as an administrator requests it', async () => {
    const { sql } = server.deps;
    const id = await upload(`phone\n${freshPhone()}\n`);
    await sql`insert into scheduled_tasks (name, due_at) values ('run-imports', now())`;
    for (const step of ['check', 'start', 'undo']) {
      await sql`update scheduled_tasks set due_at = now() + interval '1 day' where name = 'run-imports'`;
      await post(id, step, step === 'check' ? { mapping: { phone: 0 } } : undefined);
      const due = await sql`select from scheduled_tasks where name = 'run-imports' and due_at <= now()`;
      expect([step, due.count]).toEqual([step, 1]);
      await work();
    }
    await sql`delete from scheduled_tasks where name = 'run-imports'`;
  });

  it('is completed in the same runs as another open import', async () => {
    const ids = [await upload(`phone\n${freshPhone()}\n`), await upload(`phone\n${freshPhone()}\n`)];
    for (const id of ids) await post(id, 'check', { mapping: { phone: 0 } });
    await work();
    for (const id of ids) await post(id, 'start');
    await work();
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1 } });
  });

  it('can be resumed after a cancellation, although its file is deleted', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await check(id, { phone: 0 });
    await post(id, 'start');
    expect((await post(id, 'cancel')).data).toMatchObject({ status: 'cancelled' });
    // If VID kept the file, an administrator could store any number of files by starting and cancelling
    // imports.
    expect(await server.deps.sql`select from import_parts where import_id = ${id}`).toHaveLength(0);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', counts: { new: 1, added: 0 } });
    await post(id, 'start');
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1 } });
    expect((await post(id, 'start')).code).toBe('IMPORT_STATE');
  });

  it('can be undone after it was cancelled', async () => {
    const phone = freshPhone();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    await server.deps.sql`update imports set status = 'cancelled' where id = ${id}`;
    expect((await post(id, 'undo')).data).toMatchObject({ status: 'undoing' });
    expect((await post(id, 'cancel')).code).toBe('IMPORT_STATE');
    await work();
    expect(await stateOf(id)).toMatchObject({
      status: 'undone',
      counts: { rows: 1, removed: 1 },
      finishedAt: expect.any(String),
    });
    expect(await accountOf(phone)).toBeUndefined();
  });

  it('is discarded if an administrator cancels it before it starts', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    expect((await post(id, 'cancel')).status).toBe(200);
    expect((await admin.browser.get(`${importsPath}/${id}`)).code).toBe('NOT_FOUND');
    expect((await post(id, 'start')).code).toBe('NOT_FOUND');
  });

  it('is checked again after the checking process was killed', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await post(id, 'check', { mapping: { phone: 0 } });
    await server.deps.sql`
      update imports set claimed_at = now() - interval '15 seconds', check_id = 'dead', check_attempts = 1 where id = ${id}`;
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'checking' });
    await server.deps.sql`update imports set claimed_at = now() - interval '25 seconds' where id = ${id}`;
    await server.deps.sql`
      insert into import_rows (import_id, row, outcome) values (${id}, 2, 'invalid'), (${id}, 3, 'invalid')`;
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'checked', counts: { rows: 1, new: 1 } });
  });

  it('fails when the third process that checks its file is killed', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await post(id, 'check', { mapping: { phone: 0 } });
    await server.deps.sql`
      update imports set claimed_at = now(), check_attempts = 3 where id = ${id}`;
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'checking' });
    await server.deps.sql`update imports set claimed_at = now() - interval '25 seconds' where id = ${id}`;
    await work();
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      problem: 'interrupted',
      finishedAt: expect.any(String),
    });
  });

  it.each([
    ['was cancelled', `status = 'failed'`, { status: 'failed', checkId: expect.any(String) }],
    ['was taken over by another process', `check_id = 'other'`, { status: 'checking', checkId: 'other' }],
  ])('is not changed by a process whose check %s', async (_how, change, left) => {
    const { sql } = server.deps;
    const ids = [await upload(`phone\n${freshPhone()}\n`), await upload(`phone\n${freshPhone()}\n`)];
    const [first = '', second = ''] = ids;
    for (const id of ids) await post(id, 'check', { mapping: { phone: 0 } });
    await sql.unsafe(`
        create function lose_claim() returns trigger language plpgsql as $$ begin
          update imports set ${change} where id = '${first}' and id = new.import_id;
          update imports set claimed_at = now() - interval '1 minute' where id = '${second}' and id = new.import_id;
          return null;
        end $$;
        create trigger lose_claim after insert on import_rows for each row execute function lose_claim()`);
    const logged = server.logLines.length;
    await work();
    await sql`drop function lose_claim cascade`;
    const rows = await sql`select status, check_id, counts from imports where id = ${first}`;
    expect(rows).toEqual([{ ...left, counts: {} }]);
    const [next] = await sql`
        select status, claimed_at > now() - interval '30 seconds' as is_renewed, check_attempts
        from imports where id = ${second}`;
    expect(next).toEqual({ status: 'checked', isRenewed: true, checkAttempts: 1 });
    expect(server.logLines.slice(logged).join('\n')).not.toContain('could not be checked');
    await sql`delete from imports where id = any(${ids}::text[])`;
  });

  it('is skipped while another process works on it', async () => {
    const { sql } = server.deps;
    const [first, second] = [
      await upload(`phone\n${freshPhone()}\n`),
      await upload(`phone\n${freshPhone()}\n`),
    ];
    const { importWorker } = server.deps.modules.memberImport;
    for (const id of [first, second]) await post(id, 'check', { mapping: { phone: 0 } });
    await sql.begin(async (tx) => {
      await tx`select from imports where id = ${first} for update`;
      await importWorker.run(first);
    });
    expect(await stateOf(first)).toMatchObject({ status: 'checking' });
    await importWorker.run(second);
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([
      { status: 'checking' },
      { status: 'checked' },
    ]);
    await importWorker.run(first);
    for (const id of [first, second]) await post(id, 'start');
    await sql.begin(async (tx) => {
      await tx`select from imports where id = ${first} for update`;
      await importWorker.run(first);
    });
    await importWorker.run(second);
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([
      { status: 'running' },
      { status: 'done' },
    ]);
    await work();
  });

  it('I2 cannot be read if a part of its file is missing', async () => {
    const begun = await admin.browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 6 });
    const id = String(begun.data['id']);
    for (let call = 1; call <= 2; call += 1) {
      const refused = await admin.browser.get(`${importsPath}/${id}/columns`);
      expect([refused.code, refused.fields]).toEqual([
        'IMPORT_UNREADABLE',
        { file: fieldReasons.fileFormat.vi },
      ]);
    }
    await check(id, { phone: 0 });
    expect(await stateOf(id)).toMatchObject({ status: 'failed', problem: 'fileFormat' });
    expect((await putPart(admin.browser, id, 0, Buffer.from('phone\n'))).code).toBe('IMPORT_STATE');
  });

  it('returns NOT_FOUND if its id is unknown', async () => {
    const unknown = 'imp_unknown';
    for (const path of ['', '/columns', '/rows', '/report'])
      expect([path, (await admin.browser.get(`${importsPath}/${unknown}${path}`)).code]).toEqual([
        path,
        'NOT_FOUND',
      ]);
    const mapping = { phone: 0 };
    for (const verb of ['preview', 'check'])
      expect([verb, (await post(unknown, verb, { mapping })).code]).toEqual([verb, 'NOT_FOUND']);
    for (const verb of ['start', 'cancel', 'undo'])
      expect([verb, (await post(unknown, verb)).code]).toEqual([verb, 'NOT_FOUND']);
  });

  it('I2 accepts only parts of the announced file', async () => {
    const big = await admin.browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 40_000_000 });
    expect(big.code).toBe('VALIDATION_FAILED');
    const begun = await admin.browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 6 });
    const id = String(begun.data['id']);
    for (const [part, piece] of [
      [0, 'phone'],
      [1, 'phone\n'],
      ['x', 'phone\n'],
      [999, ''],
    ] as const) {
      const refused = await putPart(admin.browser, id, part, Buffer.from(piece));
      expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', { part: fieldReasons.format.vi }]);
    }
    const other = await createAdmin(server);
    expect((await putPart(other.browser, id, 0, Buffer.from('phone\n'))).code).toBe('NOT_FOUND');
    const tooLarge = await putPart(admin.browser, id, 0, Buffer.alloc(600_000));
    expect([tooLarge.status, tooLarge.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('requires a recent re-authentication to upload, start and undo it', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await check(id, { phone: 0 });
    const other = await createAdmin(server);
    await server.deps
      .sql`update sessions set confirmed_at = null, authenticated_at = now() - interval '1 hour' where account_id = ${other.id}`;
    const begin = await other.browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 6 });
    const others = await Promise.all([
      other.browser.post(`${importsPath}/${id}/start`),
      other.browser.post(`${importsPath}/${id}/undo`),
      other.browser.get(`${importsPath}/${id}/report`),
    ]);
    expect([begin, ...others].map(({ code }) => code)).toEqual(Array(4).fill('REAUTHENTICATION_REQUIRED'));
  });
});

const beginAsOther = async (verb: 'start' | 'undo') => {
  const { sql } = server.deps;
  const phone = freshPhone();
  const by = await createAdmin(server);
  const id = await upload(`phone\n${phone}\n`);
  await check(id, { phone: 0 });
  if (verb === 'undo') {
    await post(id, 'start');
    await work();
  }
  expect((await by.browser.post(`${importsPath}/${id}/${verb}`)).status).toBe(200);
  return { id, by, phone, exists: async () => (await accountOf(phone)) !== undefined, sql };
};

describe('an import by an administrator who may no longer act', () => {
  it.each([
    ['start', 'loses the role', false],
    ['start', 'is locked', false],
    ['undo', 'loses the role', true],
  ] as const)('M7 is cancelled after its %s if the administrator %s', async (verb, how, isLeft) => {
    const { id, by, exists, sql } = await beginAsOther(verb);
    await (how === 'is locked'
      ? sql`update accounts set status = 'locked' where id = ${by.id}`
      : sql`update accounts set role = 'user' where id = ${by.id}`);
    await work();
    expect([(await stateOf(id))['status'], await exists()]).toEqual(['cancelled', isLeft]);
    const audit = await sql`
      select actor_id, address, request_id, details from audit_events
      where kind = 'import.cancelled' and details ->> 'import' = ${id}`;
    expect(audit).toEqual([
      { actorId: null, address: 'local', requestId: id, details: { import: id, file: 'members.csv' } },
    ]);
    expect((await post(id, verb)).status).toBe(200);
    await work();
    expect(await exists()).toBe(!isLeft);
  });

  it('K1 is cancelled when the account of the administrator returns to its owner', async () => {
    const { id, by, exists, sql } = await beginAsOther('start');
    const actor = { caller: { address: '', requestId: '' } };
    await createAdminResetService(server.deps).resetAdminPassword(by.id, otherPassword, {
      actorId: null,
      ...actor,
    });
    await sql`update accounts set must_change_password = false where id = ${by.id}`;
    const audit = await sql`
      select request_id, details from audit_events
      where kind = 'import.cancelled' and details ->> 'import' = ${id}`;
    expect(audit).toEqual([{ requestId: '', details: { import: id, file: 'members.csv' } }]);
    await work();
    expect([(await stateOf(id))['status'], await exists()]).toEqual(['cancelled', false]);
  });
});

it('X3 the eleventh upload discards an administrator’s oldest unstarted import', async () => {
  const [by, other] = [await createAdmin(server), await createAdmin(server)];
  const begin = async ({ browser }: typeof by) => {
    const begun = await browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 10 });
    return String(begun.data['id']);
  };
  const foreign = await begin(other);
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await begin(by));
  const [first = '', second = ''] = ids;
  const isKept = async (id: string) => (await by.browser.get(`${importsPath}/${id}`)).status === 200;
  expect(await isKept(first)).toBe(true);
  await begin(by);
  expect([await isKept(first), await isKept(second), await isKept(foreign)]).toEqual([false, true, true]);
  await server.deps.sql`update imports set expires_at = now() where id = ${ids.at(-1) ?? ''}`;
  await begin(by);
  expect(await isKept(second)).toBe(true);
});

it('X3 another upload does not discard an import that is being started', async () => {
  const { sql } = server.deps;
  const by = await createAdmin(server);
  const begin = async () => {
    const begun = await by.browser.post(importsPath, { fileName: 'a.csv', type: 'csv', bytes: 10 });
    return String(begun.data['id']);
  };
  const oldest = await begin();
  for (let count = 1; count < 10; count += 1) await begin();
  let further: Promise<string> | undefined;
  await sql.begin(async (tx) => {
    await tx`update imports set status = 'running' where id = ${oldest}`;
    further = begin();
    await waitForLockWaits(server, 1);
  });
  await further;
  expect(await sql`select status from imports where id = ${oldest}`).toEqual([{ status: 'running' }]);
  await sql`update imports set status = 'cancelled' where id = ${oldest}`;
});
