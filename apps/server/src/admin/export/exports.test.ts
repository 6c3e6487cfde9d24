import { Readable } from 'node:stream';
import { exportColumns, exportTitle } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { memberFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';
import { readFile } from '#admin/import/read/read-file.ts';
import { openArchive } from '#admin/import/read/zip-entries.ts';
import { importsPath, uploadImport } from '#admin/import/testing/import-file.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { createMemberExportWorker } from './export-worker.ts';
import { toCredential } from '#account/credentials/foreign/foreign-credential.ts';
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

async function approved(by: Admin, other: Admin): Promise<string> {
  const body = { kind: 'export-hashes', accountId: by.id, reason: 'Hội chuyển hệ thống' };
  expect((await by.browser.post('/vid/api/admin/approvals', body)).status).toBe(200);
  const id = String((await listOf(by)).approval?.id);
  expect((await other.browser.post(`/vid/api/admin/approvals/${id}/confirm`)).status).toBe(200);
  return id;
}

describe('a member export', () => {
  it('stores every member in an encrypted file, which the administrator downloads', async () => {
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

  it('is due for writing as soon as it is requested', async () => {
    const { sql } = server.deps;
    await sql`insert into scheduled_tasks (name, due_at) values ('export-members', now() + interval '1 day')`;
    await startedBy(one);
    expect(
      await sql`delete from scheduled_tasks where name = 'export-members' returning due_at <= now() as is_due`,
    ).toEqual([{ isDue: true }]);
  });

  it('V4 is audited at its start, download and deletion', async () => {
    const id = await startedBy(one, { format: 'jsonl' });
    await work();
    await fileOf(one, id);
    expect((await two.browser.call('DELETE', `${path}/${id}`)).code).toBe('NOT_FOUND');
    expect((await one.browser.call('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await download(one, id)).code).toBe('NOT_FOUND');
    expect(await server.deps.sql`select from member_export_parts`).toHaveLength(0);
    const events = await server.deps.sql`
      select kind, actor_id, details from audit_events where details ->> 'export' = ${id} order by id`;
    const actorId = one.id;
    expect(events).toEqual([
      { kind: 'accounts.exported', actorId, details: { export: id, format: 'jsonl', withHashes: false } },
      { kind: 'accounts.export-downloaded', actorId, details: { export: id } },
      { kind: 'accounts.export-deleted', actorId, details: { export: id } },
    ]);
  });

  it('is kept for a day after it is complete', async () => {
    const { sql } = server.deps;
    await sql`update accounts set name = 'Trần Quản Trị' where id = ${one.id}`;
    const id = await startedBy(one);
    const hours = async () => {
      const [row] = await sql<{ hours: number }[]>`
        select extract(epoch from expires_at - coalesce(ready_at, created_at)) / 3600 as hours
        from member_exports where id = ${id}`;
      return Number(row?.hours);
    };
    expect(await hours()).toBe(24);
    await sql`
      update member_exports set expires_at = now() + interval '1 hour', created_at = now() - interval '1 hour'
      where id = ${id}`;
    await work();
    expect(await hours()).toBe(24);
    expect((await listOf(two)).items).toMatchObject([{ id, requestedBy: 'Trần Quản Trị' }]);
  });

  it('does not block another export if it expired before it was complete', async () => {
    const id = await startedBy(one);
    await server.deps.sql`update member_exports set expires_at = now() where id = ${id}`;
    await work();
    const rows = await server.deps.sql`select status, attempts from member_exports where id = ${id}`;
    expect(rows).toEqual([{ status: 'running', attempts: 0 }]);
    const next = await startedBy(one);
    expect((await listOf(one)).items).toMatchObject([{ id: next, status: 'running' }]);
  });

  it('M1 can be downloaded only by its requester', async () => {
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
    const halfHour = await server.deps.sql`
      select from member_exports where id = ${id}
        and download_until between now() + interval '29 minutes' and now() + interval '30 minutes'`;
    expect(halfHour).toHaveLength(1);
    for (const part of ['1', '-1', 'x', '1e3'])
      expect((await readPart(one, id, part)).code).toBe('NOT_FOUND');
    await server.deps.sql`update member_exports set download_until = now()`;
    expect((await readPart(one, id)).code).toBe('NOT_FOUND');
  });

  it('requires a recent re-authentication to start and to download', async () => {
    const id = await startedBy(one);
    await work();
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${one.id}`;
    for (const { code } of [await start(one), await download(one, id)])
      expect(code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('cannot be downloaded after it has expired', async () => {
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

  it('is limited to one at a time per administrator', async () => {
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

  it('starts again after its process is killed, and fails after three attempts', async () => {
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
    const [row] = await sql<{ rows: number; bytes: number; all: number }[]>`
      select rows, bytes::int as bytes, (select count(*)::int from accounts) as all from member_exports where id = ${id}`;
    expect([row?.rows, row?.bytes]).toEqual([row?.all, Buffer.byteLength(file)]);

    const failing = await startedBy(one);
    await sql`update member_exports set attempts = 3, claimed_at = now() where id = ${failing}`;
    await work();
    expect((await listOf(one)).items).toMatchObject([{ id: failing, status: 'running' }, { id }]);
    await sql`
      insert into member_export_parts (export_id, part, sealed_content) values (${failing}, 0, '')`;
    await sql`update member_exports set claimed_at = now() - interval '2 minutes' where id = ${failing}`;
    await work();
    expect((await listOf(one)).items).toMatchObject([{ id: failing, status: 'failed' }, { id }]);
    expect(await sql`select from member_export_parts where export_id = ${failing}`).toHaveLength(0);
  });

  it('does not stop another export if its writing fails', async () => {
    const [failing, other] = [await startedBy(one), await startedBy(two)];
    const repo = createMemberExportRepo(server.deps.sql);
    const logged: unknown[] = [];
    const addPart: typeof repo.addPart = async (claimed, part) => {
      if (claimed.id === failing) throw new Error('broken');
      return repo.addPart(claimed, part);
    };
    const log = { error: (...line: readonly unknown[]) => void logged.push(line[0]) };
    await createMemberExportWorker({ ...server.deps, log, repo: { ...repo, addPart } }).run();
    expect((await listOf(one)).items).toMatchObject([
      { id: other, status: 'ready' },
      { id: failing, status: 'running' },
    ]);
    expect(logged).toMatchObject([{ err: { message: 'broken' }, export: failing }]);
  });

  it('is written after exports that were requested earlier', async () => {
    const ids = [await startedBy(one), await startedBy(two)];
    const repo = createMemberExportRepo(server.deps.sql);
    expect([(await repo.claimNext())?.id, (await repo.claimNext())?.id]).toEqual(ids);
  });

  it('cannot be completed by a process that another process has replaced', async () => {
    const id = await startedBy(one);
    const { sql } = server.deps;
    const repo = createMemberExportRepo(sql);
    const killed = await repo.claimNext();
    await sql`update member_exports set claimed_at = now() - interval '59 seconds' where id = ${id}`;
    expect(await repo.claimNext()).toBeUndefined();
    await sql`update member_exports set claimed_at = now() - interval '61 seconds' where id = ${id}`;
    const replacing = await repo.claimNext();
    if (!killed || !replacing) throw new Error('no export was claimed');
    await repo.finish(killed);
    const part = { rows: 1, bytes: 1, sealedContent: Buffer.from('x') };
    expect(await repo.addPart(killed, part)).toBe(false);
    expect((await listOf(one)).items).toMatchObject([{ id, status: 'running', rows: 0, bytes: 0 }]);
    // Each part renews the claim.
    await sql`update member_exports set claimed_at = now() - interval '61 seconds' where id = ${id}`;
    expect(await repo.addPart(replacing, part)).toBe(true);
    expect(await repo.claimNext()).toBeUndefined();
    await repo.finish(replacing);
    expect((await listOf(one)).items).toMatchObject([{ id, status: 'ready' }]);
  });
});

describe('the columns of a member export', () => {
  it('are all columns by default, or the chosen columns in their usual order', async () => {
    const all = await startedBy(one);
    await work();
    expect((await fileOf(one, all)).split('\r\n')[0]).toBe(
      `\u{FEFF}${exportColumns.map(exportTitle).join(',')}`,
    );
    const { phone } = await createAccount(server, { name: 'Lê An' });
    const id = await startedBy(one, { format: 'csv', columns: ['status', 'name', 'phone'] });
    await work();
    const lines = (await fileOf(one, id)).split('\r\n');
    expect(lines[0]).toBe('\u{FEFF}phone,name,status');
    expect(lines).toContain(`'${phone},Lê An,active`);
    const [audit] = await server.deps.sql`
      select details ->> 'fields' as fields from audit_events where details ->> 'export' = ${id}`;
    expect(audit?.['fields']).toBe('phone, name, status');
    for (const columns of [[], ['passwordHash'], ['phone', 'phone']])
      expect((await start(one, { format: 'csv', columns })).code).toBe('VALIDATION_FAILED');
  });

  it('contain a member’s profile, certificate, consents, applications, requests and notes', async () => {
    const { sql } = server.deps;
    const { id: employerId } = await createAccount(server, { name: 'Chủ' });
    await sql`
      insert into enterprises (account_id, name, tax_code) values (${employerId}, 'Đất Xanh', '0100109106')`;
    const referrer = await createAccount(server, { name: 'Trần Bình' });
    const { id, phone } = await createAccount(server, { name: 'Lê An' });
    await sql`
      update accounts set email = 'an@example.vn', member_object = 'broker', province = '01', campaign = 'hội chợ',
        referred_by = ${referrer.id}, referral_code = 'VN7K2M9P', locale = 'en', created_at = '2026-01-02T03:04:05.678Z',
        last_sign_in_at = '2026-02-03T04:05:06Z', email_confirmed_at = '2026-01-03T00:00:00Z' where id = ${id}`;
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on, status, employer_id, checked_at)
      values (${id}, 'HN-123', '01', '2024-05-06', '2029-05-06', 'confirmed', ${employerId}, '2026-01-04T00:00:00Z')`;
    await sql`delete from consents where account_id = ${id}`;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at, action) values
        (${id}, 'terms', '2', 'web', 'x', '2026-01-02T00:00:00Z', 'given'),
        (${id}, 'marketing', '1', 'web', 'x', '2026-01-05T00:00:00Z', 'given'),
        (${id}, 'marketing', '1', 'web', 'x', '2026-01-05T00:00:00Z', 'withdrawn')`;
    await sql`
      insert into applications (id, code, name, owner_id) values
        ('app_b', 'sàn', 'Sàn', ${id}), ('app_a', 'crm', 'CRM', null)`;
    await sql`
      insert into permissions (id, account_id, application_id, role, status) values
        ('per_b', ${id}, 'app_b', 'lead', 'locked'), ('per_a', ${id}, 'app_a', 'agent', 'active')`;
    await sql`
      insert into application_managers (application_id, account_id) values ('app_a', ${id})`;
    await sql`
      insert into application_consents (account_id, application_id, scopes) values (${id}, 'app_a', '{openid,phone}')`;
    await sql`
      insert into account_notes (id, account_id, text, created_at)
      values ('not_a', ${id}, 'Đã gọi', '2026-01-02'), ('not_b', ${id}, 'Đã gặp', '2026-01-01')`;
    await sql`
      insert into released_phones (account_id, phone, released_at)
      values (${id}, '+84900000001', '2026-01-02'), (${id}, '+84900000002', '2026-01-01')`;
    await sql`
      insert into privacy_requests (id, account_id, kind, details, created_at, reply_due_at, due_at)
      values ('pri_a', ${id}, 'restriction', 'x', '2026-01-06T00:00:00Z', now(), now()),
        ('pri_b', ${id}, 'access', 'x', '2026-01-05T00:00:00Z', now(), now())`;
    await sql`
      update enterprises set short_name = 'ĐX', representative = 'Lê Ổn', verified_at = '2026-01-07T00:00:00Z',
        refused_at = '2026-01-08T00:00:00Z', refusal = 'Thiếu dấu' where account_id = ${employerId}`;
    const outside = await createAccount(server);
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, employer_name, status, refusal)
      values (${outside.id}, '1', '01', '2024-05-06', 'Sàn Ngoài', 'refused', 'Sai số')`;
    await sql`
      insert into account_deletions (account_id, erase_at) values (${id}, '2027-01-01T00:00:00Z')`;
    const file = await startedBy(one, { format: 'jsonl' });
    await work();
    const members = (await fileOf(one, file)).trim().split('\n');
    const rowOf = (accountId: string): unknown =>
      members.map((line): Record<string, unknown> => JSON.parse(line)).find((row) => row['id'] === accountId);
    expect(rowOf(employerId)).toMatchObject({
      company: 'Đất Xanh',
      'short name': 'ĐX',
      'tax code': '0100109106',
      representative: 'Lê Ổn',
      'verified at': '2026-01-07T00:00:00.000Z',
      'verification refused at': '2026-01-08T00:00:00.000Z',
      'verification refusal': 'Thiếu dấu',
      employer: null,
    });
    expect(rowOf(outside.id)).toMatchObject({
      employer: 'Sàn Ngoài',
      'employer tax code': null,
      'certificate status': 'refused',
      'certificate refusal': 'Sai số',
    });
    expect(rowOf(id)).toEqual({
      phone,
      name: 'Lê An',
      email: 'an@example.vn',
      kind: 'personal',
      object: 'broker',
      province: '01',
      company: null,
      'short name': null,
      'tax code': null,
      representative: null,
      id,
      status: 'active',
      role: 'user',
      language: 'en',
      'created at': '2026-01-02T03:04:05.678Z',
      'last sign in': '2026-02-03T04:05:06.000Z',
      'email confirmed at': '2026-01-03T00:00:00.000Z',
      'referral code': 'VN7K2M9P',
      referrer: 'Trần Bình',
      'referrer phone': referrer.phone,
      campaign: 'hội chợ',
      'former phones': '+84900000002; +84900000001',
      'verified at': null,
      'verification refused at': null,
      'verification refusal': null,
      'certificate number': 'HN-123',
      'certificate province': '01',
      'certificate issued on': '2024-05-06',
      'certificate expires on': '2029-05-06',
      'certificate status': 'confirmed',
      'certificate checked at': '2026-01-04T00:00:00.000Z',
      'certificate refusal': null,
      employer: 'Đất Xanh',
      'employer tax code': '0100109106',
      consents: 'marketing 1 withdrawn 2026-01-05T00:00:00.000Z; terms 2 given 2026-01-02T00:00:00.000Z',
      'application roles': 'crm agent; sàn lead locked',
      'managed applications': 'crm; sàn',
      'allowed applications': 'crm openid phone',
      'privacy requests': 'access open 2026-01-05T00:00:00.000Z; restriction open 2026-01-06T00:00:00.000Z',
      notes: 'Đã gặp\nĐã gọi',
      'erase at': '2027-01-01T00:00:00.000Z',
    });
    await sql`delete from applications where id in ('app_a', 'app_b')`;
  });
});

describe('an XLSX file of members', () => {
  it('M6 contains no formulas and can be imported again', async () => {
    const { sql } = server.deps;
    const name = '=HYPERLINK("http://evil.test")';
    const { id: memberId, phone } = await createAccount(server, { name });
    await sql`
      update accounts set kind = 'enterprise', email = 'an@example.vn', member_object = 'exchange', province = '01'
      where id = ${memberId}`;
    await sql`
      insert into enterprises (account_id, name, short_name, tax_code, representative)
      values (${memberId}, 'Công ty <Đất> & "Vàng"', '+VÀNG', '0100109106', 'Lê Ổn')`;
    const broker = await createAccount(server, { name: 'Trần Bình' });
    await sql`
      insert into broker_certificates (account_id, number, province, issued_on, expires_on, status, checked_at)
      values (${broker.id}, '0012', '01', '2024-05-06', '2029-05-06', 'confirmed', now())`;
    const certificates = async () =>
      await sql`
        select c.number, c.province, c.issued_on, c.expires_on, c.status
        from broker_certificates c join accounts a on a.id = c.account_id where a.phone = ${broker.phone}`;
    const [confirmed] = await certificates();
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

    await sql`delete from accounts where id in (${memberId}, ${broker.id})`;
    const imported = `${importsPath}/${await uploadImport(one.browser, file, 'xlsx')}`;
    const { columns } = (await one.browser.get(`${imported}/columns`)).raw.json<{
      data: { columns: { title: string; field: string | null }[] };
    }>().data;
    expect(columns.filter(({ field }) => field !== null).map(({ title }) => title)).toEqual(
      memberFields.map(exportTitle),
    );
    expect(columns.map(({ title }) => title)).toEqual(exportColumns.map(exportTitle));
    const mapping = Object.fromEntries(
      columns.flatMap(({ field }, index) => (field === null ? [] : [[field, index]])),
    );
    await one.browser.post(`${imported}/check`, { mapping });
    await server.deps.modules.memberImport.importWorker.run();
    await one.browser.post(`${imported}/start`);
    await server.deps.modules.memberImport.importWorker.run();
    expect((await one.browser.get(imported)).data).toMatchObject({
      status: 'done',
      counts: { added: 2, invalid: 0 },
      leftOut: exportColumns.slice(memberFields.length).map(exportTitle),
    });
    const { csv } = (await one.browser.get(`${imported}/report`)).data;
    expect(csv).toContain('id, status, role, language, created at, last sign in');
    expect(await stored()).toEqual(before);
    // An import never confirms a certificate; only the association does.
    expect(await certificates()).toEqual([{ ...confirmed, status: 'declared' }]);
    await one.browser.post(`${imported}/undo`);
    await server.deps.modules.memberImport.importWorker.run();
    expect((await one.browser.get(imported)).data).toMatchObject({ counts: { removed: 2, kept: 0 } });
  });

  it('is complete even if its process is killed after the last part', async () => {
    const { sql } = server.deps;
    const id = await startedBy(one, { format: 'xlsx' });
    const repo = createMemberExportRepo(sql);
    const killed = { ...repo, finish: () => Promise.resolve() };
    await createMemberExportWorker({ ...server.deps, repo: killed }).run();
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
    await server.deps
      .sql`update approvals set expires_at = now() + interval '1 minute' where id = ${approvalId}`;
    expect((await two.browser.post(`${approvals}/${approvalId}/confirm`)).status).toBe(200);
    const [confirmed] = await server.deps.sql`
      select expires_at > now() + interval '23 hours' as lasts_a_day from approvals where id = ${approvalId}`;
    expect(confirmed).toEqual({ lastsADay: true });
    // The approved export starts only at the request of the administrator who asked for the approval.
    expect(await listOf(one)).toMatchObject({ items: [], approval: { decidedBy: two.phone } });
    expect((await start(two, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    const [foreign, none] = [await createAccount(server), await createAccount(server, { password: null })];
    const { sql, keys } = server.deps;
    const imported = toCredential(keys, { kind: 'bcrypt', text: '$2b$04$imported' });
    await sql`update password_credentials set hash = ${imported} where account_id = ${foreign.id}`;
    const id = await startedBy(one, { format: 'csv', columns: ['phone'], approvalId });
    await work();
    const file = await fileOf(one, id);
    expect(file.split('\n', 1)[0]).toMatch(/,password hash\r?$/u);
    const hashOf = ({ phone }: { phone: string }) =>
      file
        .split('\r\n')
        .find((line) => line.includes(phone))
        ?.replace(`'${phone},`, '');
    // The export leaves out the key id before VID’s own hash.
    expect(hashOf(one)).toMatch(/^"?\$argon2id\$/u);
    expect([hashOf(foreign), hashOf(none)]).toEqual(['$2b$04$imported', '']);
    const [audit] = await sql`
      select details from audit_events where kind = 'accounts.exported' and details ->> 'export' = ${id}`;
    expect(audit).toEqual({
      details: { export: id, format: 'csv', withHashes: true, fields: 'phone', approval: approvalId },
    });
    expect((await listOf(one)).approval).toBeNull();
    expect((await download(two, id)).code).toBe('NOT_FOUND');
  });

  it('is audited when the operator sees the secret of its hashes', async () => {
    const { memberExports } = server.deps.modules.memberExport;
    const plain = await startedBy(one);
    for (const id of [plain, 'mex_unknown'])
      await expect(memberExports.recordSecretShown(id, byOperator)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await work();
    const id = await startedBy(one, { format: 'csv', approvalId: await approved(one, two) });
    await memberExports.recordSecretShown(id, byOperator);
    const shown = await server.deps.sql`
      select actor_id, details from audit_events where kind = 'accounts.export-secret-shown'`;
    expect(shown).toEqual([{ actorId: null, details: { export: id } }]);
  });

  it('uses an approval once when several calls arrive together', async () => {
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

  it('M4 is refused if the confirming administrator lost the role', async () => {
    const approvalId = await approved(one, two);
    const { sql } = server.deps;
    const again = { kind: 'export-hashes', accountId: one.id, reason: 'Hội chuyển hệ thống' };
    expect((await one.browser.post('/vid/api/admin/approvals', again)).status).toBe(200);
    expect((await listOf(one)).approval).toMatchObject({ id: approvalId, status: 'confirmed' });
    await sql`update accounts set role = 'user' where id = ${two.id}`;
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    await sql`update accounts set role = 'admin', status = 'locked' where id = ${two.id}`;
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    await sql`update accounts set status = 'active' where id = ${two.id}`;
    await sql`update approvals set expires_at = now()`;
    expect((await start(one, { format: 'csv', approvalId })).code).toBe('APPROVAL_CLOSED');
    expect((await listOf(one)).approval).toBeNull();
  });
});

it('V4 an export by the operator is audited with its columns', async () => {
  const { memberExports } = server.deps.modules.memberExport;
  const plain = { format: 'xlsx', withHashes: false, approvalId: null } as const;
  await memberExports.recordOperatorExport({ ...plain, columns: ['phone', 'name'] }, byOperator);
  await memberExports.recordOperatorExport(plain, byOperator);
  const events = await server.deps.sql`
    select actor_id, details from audit_events
    where kind = 'accounts.exported' and details ->> 'format' = 'xlsx' and details ->> 'export' is null order by id`;
  const details = { format: 'xlsx', withHashes: false };
  expect(events).toEqual([
    { actorId: null, details: { ...details, fields: 'phone, name' } },
    { actorId: null, details },
  ]);
});

it('an export that has expired can be neither found nor deleted', async () => {
  const id = await startedBy(one);
  await work();
  await server.deps.sql`update member_exports set expires_at = now() where id = ${id}`;
  expect((await listOf(one)).items).toEqual([]);
  expect((await one.browser.call('DELETE', `${path}/${id}`)).code).toBe('NOT_FOUND');
  expect((await download(one, id)).code).toBe('NOT_FOUND');
  await server.deps.sql`delete from member_exports where id = ${id}`;
});

// Keep this suite last, because its accounts slow down other exports.
describe('an export of many members', () => {
  it('contains every member once in a file of several batches and parts', async () => {
    const { sql } = server.deps;
    await sql`
      insert into accounts (id, phone, kind, referral_code, name)
      select 'acc_many' || n, '+8436' || 1000000 + n, 'personal', 'MANY' || 1000 + n, repeat('ơ', 100)
      from generate_series(1, 3100) n`;
    const id = await startedBy(one);
    await work();
    // A batch of 1,000 members is smaller than a part, and two batches are larger than a part.
    const parts = await partsOf(one, id);
    expect(parts).toHaveLength(2);
    const lines = parts.join('').trim().split('\r\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect((await listOf(one)).items).toMatchObject([
      { rows: lines.length - 1, bytes: Buffer.byteLength(parts.join('')) },
    ]);
  });
});
