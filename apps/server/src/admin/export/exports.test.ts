import { Readable } from 'node:stream';
import { exportTitleOf, profileFields } from '@vid/contract/profile-fields';
import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';
import { readFile } from '#admin/import/read/read-file.ts';
import { openArchive } from '#admin/import/read/zip-entries.ts';
import { importsPath, uploadImport } from '#admin/import/testing/import-file.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { createMemberExportWorker } from './export-worker.ts';
import { createMemberExportRepo } from './exports.repo.ts';

type Admin = Awaited<ReturnType<typeof createAdmin>>;

let server: TestServer;
let one: Admin;
let two: Admin;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.sql`delete from member_exports`;
  await server.deps.sql`delete from approvals`;
  [one, two] = [await createAdmin(server), await createAdmin(server)];
});

const path = '/vid/api/admin/exports';
const work = () => server.deps.modules.memberExport.memberExportWorker.run();
const start = (by: Admin, body: object = { format: 'csv' }) => by.browser.post(path, body);
const download = (by: Admin, id: string) => by.browser.post(`${path}/${id}/download`);
const readPart = (by: Admin, id: string, part: number | string = 0) =>
  by.browser.get(`${path}/${id}/parts/${part}`);

async function listOf(by: Admin) {
  const { data } = await by.browser.get(path);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the contract's shape
  return data as { items: Record<string, unknown>[]; approval: { id: string; status: string } | null };
}

async function startedBy(by: Admin, body?: object): Promise<string> {
  const { data, status } = await start(by, body);
  expect(status).toBe(200);
  return String(data['id']);
}

async function partsOf(by: Admin, id: string): Promise<string[]> {
  const { data } = await download(by, id);
  const pieces = [];
  for (let part = 0; part < Number(data['parts']); part += 1)
    pieces.push(String((await readPart(by, id, part)).data['content']));
  return pieces;
}
const fileOf = async (by: Admin, id: string) => (await partsOf(by, id)).join('');
const xlsxOf = async (by: Admin, id: string) =>
  Buffer.concat((await partsOf(by, id)).map((part) => Buffer.from(part, 'base64')));

/** Requests an export with hashes, which another administrator confirms. */
async function approved(by: Admin, other: Admin): Promise<string> {
  const body = { kind: 'export-hashes', accountId: by.id, reason: 'Hội chuyển hệ thống' };
  expect((await by.browser.post('/vid/api/admin/approvals', body)).status).toBe(200);
  const id = String((await listOf(by)).approval?.id);
  expect((await other.browser.post(`/vid/api/admin/approvals/${id}/confirm`)).status).toBe(200);
  return id;
}

describe('a member export', () => {
  it('writes every member to a sealed file, which the administrator downloads', async () => {
    const name = '=HYPERLINK("http://evil.test")';
    const { phone } = await createAccount(server, { name });
    const id = await startedBy(one);
    expect((await listOf(one)).items).toMatchObject([{ id, status: 'running', isOwn: true, rows: 0 }]);
    await work();
    const [count] = await server.deps.sql<{ all: number }[]>`select count(*)::int as all from accounts`;
    expect((await listOf(two)).items).toMatchObject([
      { id, status: 'ready', isOwn: false, rows: count?.all, total: count?.all, withHashes: false },
    ]);
    const file = await fileOf(one, id);
    expect(file.startsWith('\u{FEFF}phone,name,')).toBe(true);
    expect(file).toContain(`'${phone},"'=HYPERLINK(""http://evil.test"")"`);
    expect(file).not.toContain('$argon2id$');
    const parts = await server.deps.sql<
      { sealedContent: Buffer }[]
    >`select sealed_content from member_export_parts`;
    expect(parts.some(({ sealedContent }) => sealedContent.includes('phone'))).toBe(false);
  });

  it('V4 is audited with each download and the deletion', async () => {
    const id = await startedBy(one, { format: 'jsonl' });
    await work();
    await fileOf(one, id);
    expect((await two.browser.call('DELETE', `${path}/${id}`)).code).toBe('NOT_FOUND');
    expect((await one.browser.call('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await download(one, id)).code).toBe('NOT_FOUND');
    expect(await server.deps.sql`select from member_export_parts`).toHaveLength(0);
    const events = await server.deps.sql`
      select kind, actor_id from audit_events where details ->> 'export' = ${id} order by id`;
    expect(events).toEqual(
      ['accounts.exported', 'accounts.export-downloaded', 'accounts.export-deleted'].map((kind) => ({
        kind,
        actorId: one.id,
      })),
    );
  });

  it('M1 can be downloaded only by its requester, in the session that confirmed it', async () => {
    const id = await startedBy(one);
    expect((await download(one, id)).code).toBe('NOT_FOUND');
    await work();
    expect((await readPart(one, id)).code).toBe('NOT_FOUND');
    expect([(await download(two, id)).code, (await readPart(two, id)).code]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    await download(one, id);
    expect((await readPart(one, id)).status).toBe(200);
    expect((await readPart(two, id)).code).toBe('NOT_FOUND');
    for (const part of ['1', '-1', 'x', '1e3'])
      expect((await readPart(one, id, part)).code).toBe('NOT_FOUND');
    await server.deps.sql`update member_exports set download_until = now()`;
    expect((await readPart(one, id)).code).toBe('NOT_FOUND');
  });

  it('requires a recent proof to start and to download', async () => {
    const id = await startedBy(one);
    await work();
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${one.id}`;
    for (const { code } of [await start(one), await download(one, id)])
      expect(code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('expires after a day, and the purge deletes its file', async () => {
    const id = await startedBy(one);
    await work();
    await download(one, id);
    await server.deps.sql`update member_exports set expires_at = now() - interval '1 second'`;
    expect((await listOf(one)).items).toEqual([]);
    expect([(await download(one, id)).code, (await readPart(one, id)).code]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    await runPurges(tablePurges(server.deps.sql));
    for (const table of ['member_exports', 'member_export_parts'])
      expect(await server.deps.sql`select from ${server.deps.sql(table)}`).toHaveLength(0);
  });

  it('runs once at a time per administrator, and keeps few files', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(one)));
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'EXPORT_LIMIT'),
      'ok',
    ]);
    await work();
    for (let file = 1; file < 5; file += 1) {
      await startedBy(one);
      await work();
    }
    expect((await start(one)).code).toBe('EXPORT_LIMIT');
    expect((await start(two)).status).toBe(200);
  });

  it('starts again after its process is killed, ignores writes of the old process, and fails after three tries', async () => {
    const id = await startedBy(one);
    const { sql, keys } = server.deps;
    const repo = createMemberExportRepo(sql);
    const killed = await repo.claimNext();
    if (!killed) throw new Error('no export was claimed');
    const part = {
      rows: 1,
      bytes: 24,
      sealedContent: keys.seal('member-export-part', 'part of a killed process'),
    };
    expect(await repo.addPart(killed, part)).toBe(true);
    await sql`update member_exports set claimed_at = now() - interval '2 minutes' where id = ${id}`;
    const twin = await server.twin();
    await Promise.all([work(), twin.deps.modules.memberExport.memberExportWorker.run()]);
    expect(await repo.addPart(killed, part)).toBe(false);
    await repo.finish(killed);
    const file = await fileOf(one, id);
    expect(file.match(/phone,name/gu)).toHaveLength(1);
    expect(file).not.toContain('part of a killed process');
    const [row] = await sql<{ rows: number; all: number }[]>`
      select rows, (select count(*)::int from accounts) as all from member_exports where id = ${id}`;
    expect(row?.rows).toBe(row?.all);

    const failing = await startedBy(one);
    await sql`update member_exports set attempts = 3, claimed_at = now() - interval '2 minutes' where id = ${failing}`;
    await work();
    expect((await listOf(one)).items).toMatchObject([{ id: failing, status: 'failed' }, { id }]);
  });
});

describe('an XLSX file of members', () => {
  it('M6 can be imported again with the same columns, texts and phones, and contains no formulas', async () => {
    const { sql } = server.deps;
    const name = '=HYPERLINK("http://evil.test")';
    const { id: memberId, phone } = await createAccount(server, { name });
    await sql`
      update accounts set kind = 'enterprise', email = 'an@example.vn', member_object = 'exchange', province = '01'
      where id = ${memberId}`;
    await sql`
      insert into enterprises (account_id, name, short_name, tax_code, representative)
      values (${memberId}, 'Công ty <Đất> & "Vàng"', '+VÀNG', '0100109106', 'Lê Ổn')`;
    const stored = async () =>
      await sql`
        select a.phone, a.name, a.email, a.kind, a.member_object, a.province, e.name as company, e.short_name, e.tax_code,
          e.representative
        from accounts a join enterprises e on e.account_id = a.id where a.phone = ${phone}`;
    const before = await stored();
    const id = await startedBy(one, { format: 'xlsx' });
    await work();
    const file = await xlsxOf(one, id);
    expect((await listOf(one)).items).toMatchObject([{ id, format: 'xlsx', bytes: file.length }]);
    const archive = await openArchive(file);
    const sheet = Buffer.concat(await Array.fromAsync(archive.open('xl/worksheets/sheet1.xml') ?? []));
    expect(String(sheet)).not.toMatch(/<f[ >]/u);
    expect(String(sheet).match(/<c [^>]*[^/]>/gu)?.length).toBe(
      String(sheet).match(/ t="inlineStr"/gu)?.length,
    );

    await sql`delete from accounts where id = ${memberId}`;
    const imported = `${importsPath}/${await uploadImport(one.browser, file, 'xlsx')}`;
    const { columns } = (await one.browser.get(`${imported}/columns`)).raw.json<{
      data: { columns: { title: string; field: string | null }[] };
    }>().data;
    expect(columns.filter(({ field }) => field !== null).map(({ title }) => title)).toEqual(
      'phone,name,email,kind,object,province,company,short name,tax code,representative'.split(','),
    );
    expect(columns.map(({ title }) => title)).toEqual(
      expect.arrayContaining(profileFields.map((field) => exportTitleOf(field.key, field))),
    );
    const mapping = Object.fromEntries(
      columns.flatMap(({ field }, index) => (field === null ? [] : [[field, index]])),
    );
    await one.browser.post(`${imported}/check`, { mapping });
    await server.deps.modules.memberImport.importWorker.run();
    await one.browser.post(`${imported}/start`);
    await server.deps.modules.memberImport.importWorker.run();
    expect((await one.browser.get(imported)).data).toMatchObject({
      status: 'done',
      counts: { added: 1, invalid: 0 },
    });
    expect(await stored()).toEqual(before);
  });

  it('is complete after a process is killed between the last part and the end of the job', async () => {
    const { sql, keys, log } = server.deps;
    const id = await startedBy(one, { format: 'xlsx' });
    const repo = createMemberExportRepo(sql);
    const killed = { ...repo, finish: () => Promise.resolve() };
    await createMemberExportWorker({ sql, keys, log, repo: killed }).run();
    await sql`update member_exports set claimed_at = now() - interval '2 minutes' where id = ${id}`;
    await work();
    expect((await listOf(one)).items).toMatchObject([{ id, status: 'ready' }]);
    expect(await partsOf(one, id)).toHaveLength(1);
    const rows = await Array.fromAsync(readFile('xlsx', Readable.from([await xlsxOf(one, id)])));
    const [count] = await sql<{ all: number }[]>`select count(*)::int as all from accounts`;
    expect(rows).toHaveLength(Number(count?.all) + 1);
  });
});

describe('an export with password hashes', () => {
  it('M4 requires a request by one administrator that another confirms', async () => {
    const approvals = '/vid/api/admin/approvals';
    const body = { kind: 'export-hashes', accountId: one.id, reason: 'Hội chuyển hệ thống' };
    expect((await two.browser.post(approvals, body)).code).toBe('VALIDATION_FAILED');
    await one.browser.post(approvals, body);
    const { approval } = await listOf(one);
    expect([approval?.status, (await listOf(two)).approval]).toEqual(['pending', null]);
    const approvalId = String(approval?.id);
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    expect((await one.browser.post(`${approvals}/${approvalId}/confirm`)).code).toBe('APPROVAL_OWN');
    expect((await two.browser.post(`${approvals}/${approvalId}/confirm`)).status).toBe(200);
    // No export runs before the administrator who requested it starts it.
    expect((await listOf(one)).items).toEqual([]);
    expect((await start(two, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    const id = await startedBy(one, { format: 'csv', approvalId });
    await work();
    expect(await fileOf(one, id)).toContain('$argon2id$');
    expect((await listOf(one)).approval).toBeNull();
    expect((await download(two, id)).code).toBe('NOT_FOUND');
  });

  it('uses an approval once when calls race', async () => {
    const approvalId = await approved(one, two);
    const twin = await server.twin();
    const command = { format: 'csv', withHashes: true, approvalId } as const;
    const outcomes = await Promise.all([
      ...Array.from(
        { length: 5 },
        async () => (await start(one, { format: 'csv', approvalId })).code ?? 'ok',
      ),
      ...[server, twin].map(({ deps }) =>
        deps.modules.memberExport.memberExports.recordOperatorExport(command, byOperator).then(
          () => 'ok',
          (error: unknown) => (error instanceof Error ? error.message : ''),
        ),
      ),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    const used = await server.deps.sql`
      select from audit_events where kind = 'accounts.exported' and details ->> 'approval' = ${approvalId}`;
    expect(used).toHaveLength(1);
  });

  it('does not use up the approval if it cannot start', async () => {
    const approvalId = await approved(one, two);
    await startedBy(one);
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('EXPORT_LIMIT');
    await work();
    expect((await start(one, { format: 'csv', approvalId })).status).toBe(200);
  });

  it('M4 is refused if the approval expired or either administrator lost the role', async () => {
    const approvalId = await approved(one, two);
    const { sql } = server.deps;
    await sql`update accounts set role = 'user' where id = ${two.id}`;
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    await sql`update accounts set role = 'admin' where id = ${two.id}`;
    await sql`update approvals set expires_at = now()`;
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    expect((await listOf(one)).approval).toBeNull();
  });
});

// Keep this test last, because deleting so many accounts takes long.
describe('an export of many members', () => {
  it('writes every member once to a file of several batches and parts', async () => {
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, phone, kind, referral_code, name)
      select 'acc_many' || n, '+8436' || 1000000 + n, 'personal', 'MANY' || 1000 + n, repeat('ơ', 300)
      from generate_series(1, 1100) n`;
    const id = await startedBy(one);
    await work();
    const parts = await partsOf(one, id);
    expect(parts.length).toBeGreaterThan(1);
    const lines = parts.join('').trim().split('\r\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect((await listOf(one)).items).toMatchObject([
      { rows: lines.length - 1, bytes: Buffer.byteLength(parts.join('')) },
    ]);
  });
});
