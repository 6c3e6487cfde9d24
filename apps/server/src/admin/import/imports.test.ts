import { createHash } from 'node:crypto';
import { hash as bcrypt } from '@node-rs/bcrypt';
import {
  createAccount,
  createAdmin,
  goodPassword,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { importLimits, memberFields } from '@vid/contract/endpoints/admin/import-shapes';
import { fieldReasons } from '@vid/contract/field-reasons';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { readFile } from './read/read-file.ts';
import { fieldWords } from './report-words.ts';
import { openRow } from './sealed-row.ts';
import { importsPath, putPart, uploadImport } from './testing/import-file.ts';
import { makeXlsx } from './testing/xlsx.ts';

let server: TestServer;
let eventsOf: EventsOf;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const local = (phone: string) => `0${phone.slice(3)}`;
const upload = (content: Buffer | string, type?: 'csv' | 'xlsx') =>
  uploadImport(admin.browser, content, type);
const work = () => server.deps.modules.memberImport.importWorker.run();
const post = (id: string, verb: string, body?: unknown) =>
  admin.browser.post(`${importsPath}/${id}/${verb}`, body);
const stateOf = async (id: string) => (await admin.browser.get(`${importsPath}/${id}`)).data;
const rowsOf = async (id: string, query = '') => {
  const { items } = (await admin.browser.get(`${importsPath}/${id}/rows${query}`)).raw.json<{
    data: { items: Record<string, unknown>[] };
  }>().data;
  return items;
};
async function check(id: string, mapping: Record<string, number>, hashFormat?: string): Promise<void> {
  const asked = await post(id, 'check', { mapping, ...(hashFormat && { hashFormat }) });
  expect([asked.status, asked.data['status']]).toEqual([200, 'checking']);
  await work();
}
async function importAll(
  content: string,
  mapping: Record<string, number>,
  hashFormat?: string,
): Promise<string> {
  const id = await upload(content);
  await check(id, mapping, hashFormat);
  expect((await post(id, 'start')).status).toBe(200);
  await work();
  return id;
}
/** Downloads a workbook of the invalid rows, and reads it as an import does. */
async function invalidRowsOf(id: string, query = '') {
  const { status, data } = await admin.browser.get(`${importsPath}/${id}/invalid-rows${query}`);
  expect(status).toBe(200);
  const file = Buffer.from(String(data['xlsx']), 'base64');
  const chunks = async function* () {
    yield file;
  };
  const rows = await Array.fromAsync(readFile('xlsx', chunks()), ({ cells }) => cells);
  const width = rows[0]?.length ?? 0;
  const padded = rows.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''));
  return { file, rows: padded, next: data['next'] };
}
const cellsOf = (values: Readonly<Partial<Record<(typeof memberFields)[number], string>>>) =>
  memberFields.map((field) => values[field] ?? '');
const pageOf = async (query = '') =>
  (await admin.browser.get(`${importsPath}${query}`)).raw.json<{
    data: { items: { id: string }[]; next: string | null };
  }>().data;
const accountOf = async (phone: string) => {
  const [row] = await server.deps.sql`
    select a.id, a.name, a.email, a.kind, a.role, a.status, a.member_object, a.province, e.name as business, e.tax_code
    from accounts a left join enterprises e on e.account_id = a.id where a.phone = ${phone}`;
  return row;
};

const idOf = async (phone: string) => String((await accountOf(phone))?.['id']);

describe('an import', () => {
  it('displays and stores days in the order that the whole column uses', async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    const titles =
      'SĐT,Số chứng chỉ,Tỉnh cấp chứng chỉ,Ngày cấp chứng chỉ,Ngày hết hạn chứng chỉ,Nhóm hội viên';
    const id = await upload(
      `${titles}\n${one},1,79,05/06/2024,05/31/2029,Môi giới\n${two},2,79,05/26/2024,,\n`,
    );
    const mapping = {
      phone: 0,
      certificateNumber: 1,
      certificateProvince: 2,
      certificateIssuedOn: 3,
      certificateExpiresOn: 4,
      object: 5,
    };
    const preview = (await admin.browser.post(`${importsPath}/${id}/preview`, { mapping })).raw.json<{
      data: { rows: { values: { field: string; value: string }[] }[] };
    }>().data;
    expect(preview.rows[0]?.values).toEqual([
      { field: 'phone', value: one },
      { field: 'kind', value: 'personal' },
      { field: 'object', value: 'broker' },
      { field: 'certificateNumber', value: '1' },
      { field: 'certificateProvince', value: '79' },
      { field: 'certificateIssuedOn', value: '2024-05-06' },
      { field: 'certificateExpiresOn', value: '2029-05-31' },
    ]);
    await check(id, mapping);
    expect((await rowsOf(id))[0]).toMatchObject({
      notes: [
        { field: 'certificateIssuedOn', note: 'day', from: '05/06/2024', to: '2024-05-06' },
        { field: 'certificateExpiresOn', note: 'day', from: '05/31/2029', to: '2029-05-31' },
      ],
    });
  });

  it('reads names in the encoding that their column proves, in the preview and in the check', async () => {
    const id = await upload(`SĐT,Họ tên\n${freshPhone()},Dòng\n${freshPhone()},NguyÔn V¨n An\n`);
    const mapping = { phone: 0, name: 1 };
    const preview = (await post(id, 'preview', { mapping })).raw.json<{
      data: { rows: { values: { field: string; value: string }[] }[] };
    }>().data;
    expect(preview.rows[0]?.values).toContainEqual({ field: 'name', value: 'Dũng' });
    await check(id, mapping);
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['Dũng', 'Nguyễn Văn An']);
  });

  it('can be checked again at once with other choices, which replace the first', async () => {
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

  it('keeps the hash of a new account only', async () => {
    const [phone, existing] = [freshPhone(), await createAccount(server)];
    const hash = await bcrypt(goodPassword, { cost: 4 });
    const id = await upload(
      `phone,hash\n${[phone, phone, existing.phone].map((each) => `${each},${hash}`).join('\n')}\n`,
    );
    await check(id, { phone: 0, passwordHash: 1 });
    const rows = await server.deps.sql<{ sealedRow: Buffer }[]>`
      select sealed_row from import_rows where import_id = ${id} order by row`;
    expect(rows.map(({ sealedRow }) => openRow(server.deps.keys, sealedRow).hash)).toMatchObject([
      { kind: 'bcrypt' },
      null,
      null,
    ]);
  });

  it('reports every row before it adds the valid rows', async () => {
    const existing = await createAccount(server);
    const [one, two, old] = [freshPhone(), freshPhone(), '+84321234567'];
    const id = await upload(
      makeXlsx([
        ['Họ và tên', 'SĐT', 'Email', 'Đối tượng', 'Tỉnh/Thành phố', 'Tên doanh nghiệp', 'MST', 'Ghi chú'],
        ['Nguyễn  Thị Ổn', local(one), 'on@example.vn', 'Môi giới', 'Bình Dương', '', '', 'x'],
        [
          'Sàn Đất Vàng',
          Number(two.slice(3)),
          '',
          'Sàn giao dịch',
          'TP. Hồ Chí Minh',
          'Công ty Đất Vàng',
          '0100109106',
          '',
        ],
        ['Lê Cũ', '0162 123 4567', '', 'gì đó', '', '', '', ''],
        ['Trùng', one, '', '', '', '', '', ''],
        ['Có rồi', existing.phone, '', '', '', '', '', ''],
        ['Sai số', '024 3822 3344', '', '', '', '', '', ''],
        ['Sai nhiều', '', 'không phải', '', '', '', '12', ''],
      ]),
      'xlsx',
    );
    const { columns } = (await admin.browser.get(`${importsPath}/${id}/columns`)).raw.json<{
      data: { columns: { title: string; field: string | null; examples: string[] }[] };
    }>().data;
    expect(columns.map(({ field }) => field)).toEqual([
      'name',
      'phone',
      'email',
      'object',
      'province',
      'enterpriseName',
      'taxCode',
      null,
    ]);
    expect(columns[0]?.examples[0]).toBe('Nguyễn  Thị Ổn');
    const mapping = { name: 0, phone: 1, email: 2, object: 3, province: 4, enterpriseName: 5, taxCode: 6 };
    await check(id, mapping);
    expect(await stateOf(id)).toMatchObject({
      status: 'checked',
      counts: {
        rows: 7,
        new: 3,
        duplicate: 1,
        exists: 1,
        invalid: 2,
        added: 0,
        guessed: 0,
        changed: 2,
        leftOut: 1,
      },
    });
    expect(await accountOf(one)).toBeUndefined();
    expect(await rowsOf(id)).toMatchObject([
      {
        row: 2,
        outcome: 'new',
        phone: one,
        name: 'Nguyễn Thị Ổn',
        notes: [{ field: 'province', note: 'merged', column: 'E', from: 'Bình Dương', to: '79' }],
      },
      { row: 3, outcome: 'new', phone: two },
      {
        row: 4,
        outcome: 'new',
        phone: old,
        notes: [
          { field: 'phone', note: 'upgraded' },
          { field: 'object', note: 'leftOut' },
        ],
      },
      { row: 5, outcome: 'duplicate' },
      { row: 6, outcome: 'exists' },
      {
        row: 7,
        outcome: 'invalid',
        phone: '024 3822 3344',
        notes: [{ field: 'phone', note: 'unsupported' }],
      },
      {
        row: 8,
        outcome: 'invalid',
        notes: [
          { field: 'phone', note: 'required' },
          { field: 'email', note: 'format' },
          { field: 'taxCode', note: 'format' },
        ],
      },
    ]);
    expect((await post(id, 'start')).status).toBe(200);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { new: 0, added: 3 } });
    expect(await accountOf(one)).toMatchObject({
      name: 'Nguyễn Thị Ổn',
      email: 'on@example.vn',
      kind: 'personal',
      memberObject: 'broker',
      province: '79',
    });
    expect(await accountOf(two)).toMatchObject({
      kind: 'enterprise',
      business: 'Công ty Đất Vàng',
      taxCode: '0100109106',
      memberObject: 'exchange',
      province: '79',
    });
    expect(await accountOf(old)).toMatchObject({ name: 'Lê Cũ' });
    const consents = await server.deps.sql`
      select from consents c join accounts a on a.id = c.account_id where a.phone in (${one}, ${two}, ${old})`;
    expect(consents).toHaveLength(0);
  });

  it('shows the first rows and what they would add before anything is stored', async () => {
    const phone = freshPhone();
    const file =
      `DANH SÁCH HỘI VIÊN,,\n,,\nHọ đệm,Tên,SĐT,MST,Mật khẩu băm\n` +
      `Nguyễn Văn,An,ĐT: ${local(phone)},100109106,$2b$04$secret\n,Sai,12,,\n`;
    const id = await upload(file);
    const { columns, ...table } = (await admin.browser.get(`${importsPath}/${id}/columns`)).data;
    expect(table).toMatchObject({
      titleRow: 3,
      mapping: { name: [0, 1], phone: 2, taxCode: 3, passwordHash: 4 },
      rows: [
        { row: 1, cells: ['DANH SÁCH HỘI VIÊN', '', ''] },
        { row: 3, cells: ['Họ đệm', 'Tên', 'SĐT', 'MST', 'Mật khẩu băm'] },
        { row: 4, cells: ['Nguyễn Văn', 'An', `ĐT: ${local(phone)}`, '100109106', '$2b$04$s…'] },
        { row: 5, cells: ['', 'Sai', '12', '', ''] },
      ],
    });
    expect(columns).toMatchObject([{ field: 'name' }, { field: 'name' }, { field: 'phone' }, {}, {}]);
    const chosen = (await admin.browser.get(`${importsPath}/${id}/columns?titleRow=1`)).data;
    expect(chosen).toMatchObject({ titleRow: 1, mapping: {} });
    const preview = await post(id, 'preview', { mapping: table['mapping'] });
    expect(preview.data).toEqual({
      rows: [
        {
          row: 4,
          isValid: true,
          values: [
            { field: 'phone', value: phone },
            { field: 'name', value: 'Nguyễn Văn An' },
            { field: 'kind', value: 'enterprise' },
            { field: 'taxCode', value: '0100109106' },
          ],
          notes: [
            { field: 'phone', note: 'cleaned', column: 'C', from: `ĐT: ${local(phone)}`, to: phone },
            { field: 'taxCode', note: 'padded', column: 'D', from: '100109106', to: '0100109106' },
            { field: 'passwordHash', note: 'hashFormat', column: 'E', from: null, to: null },
          ],
        },
        {
          row: 5,
          isValid: false,
          values: [],
          notes: [{ field: 'phone', note: 'format', column: 'C', from: '12', to: null }],
        },
      ],
    });
    expect(await rowsOf(id)).toEqual([]);
    expect(await accountOf(phone)).toBeUndefined();
  });

  it('reports old, new and guessed values, even after the account was added', async () => {
    const [guessed, plain] = [freshPhone(), freshPhone()];
    const id = await importAll(`phone,tax code\n${guessed},100109106\n${plain},\nabc,\n`, {
      phone: 0,
      taxCode: 1,
    });
    expect(await rowsOf(id, '?noted=guessed')).toMatchObject([
      {
        row: 2,
        outcome: 'added',
        phone: guessed,
        notes: [{ field: 'taxCode', note: 'padded', column: 'B', from: '100109106', to: '0100109106' }],
      },
    ]);
    expect((await rowsOf(id)).map(({ notes }) => notes)).toMatchObject([[{}], [], [{ note: 'format' }]]);
    expect(await rowsOf(id, '?noted=guessed&outcome=invalid')).toEqual([]);
    const report = await admin.browser.get(`${importsPath}/${id}/report`);
    expect(report.data['csv']).toContain(
      'Mã số thuế (B): đã thêm số 0 ở đầu vì chữ số kiểm tra khớp “100109106” → “0100109106”',
    );
  });

  it('shows the current phone and name of an added account, which a new subscriber of the number may not have', async () => {
    const [written, current] = [freshPhone(), freshPhone()];
    const id = await importAll(`phone,name\n${written},Lê An\n`, { phone: 0, name: 1 });
    await server.deps.sql`update accounts set phone = ${current}, name = 'Lê Bình' where phone = ${written}`;
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'added', phone: current, name: 'Lê Bình' }]);
  });

  it('reports only the first row of a phone as an existing account, and the others as duplicates', async () => {
    const { phone } = await createAccount(server);
    const id = await upload(`phone\n${phone}\n${local(phone)}\n`);
    await check(id, { phone: 0 });
    expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(['exists', 'duplicate']);
  });

  it('reads Firebase hashes with the parameters of their project', async () => {
    const phone = freshPhone();
    const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
    const id = await upload(`phone,hash,salt\n${phone},${hash},42xEC+ixf3L2lw==\n`);
    const mapping = { phone: 0, passwordHash: 1, passwordSalt: 2 };
    const missing = await post(id, 'check', { mapping, hashFormat: 'firebase-scrypt' });
    expect([missing.code, missing.fields]).toEqual(['VALIDATION_FAILED', { firebase: expect.any(String) }]);
    const firebase = {
      signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      saltSeparator: 'Bw==',
      rounds: 8,
      memoryCost: 14,
    };
    const preview = await post(id, 'preview', { mapping, hashFormat: 'firebase-scrypt', firebase });
    expect(preview.data['rows']).toMatchObject([{ isValid: true, notes: [] }]);
    const asked = await post(id, 'check', { mapping, hashFormat: 'firebase-scrypt', firebase });
    expect(asked.status).toBe(200);
    await work();
    await post(id, 'start');
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1 } });
    expect(await credentialOf(phone)).toMatch(/^imported\$/u);
  });

  it('V4 is audited for each page of its rows that an administrator reads', async () => {
    const id = await importAll(`phone\n${freshPhone()}\n${freshPhone()}\n`, { phone: 0 });
    const rows = (query: string) => admin.browser.get(`${importsPath}/${id}/rows${query}`);
    const first = (await rows('?limit=1')).data;
    await rows(`?limit=1&after=${String(first['next'])}`);
    const events = await server.deps.sql`
      select actor_id, details from audit_events where kind = 'import.rows-viewed' and details ->> 'import' = ${id}
      order by id`;
    expect(events).toEqual([
      { actorId: admin.id, details: { import: id } },
      { actorId: admin.id, details: { import: id, page: 'next' } },
    ]);
  });

  it('V4 is audited for each step and each added account', async () => {
    const phone = freshPhone();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    await admin.browser.get(`${importsPath}/${id}/report`);
    await admin.browser.get(`${importsPath}/${id}/invalid-rows`);
    const accountId = (await accountOf(phone))?.['id'];
    await post(id, 'undo');
    await work();
    const discarded = await upload('phone\n');
    await post(discarded, 'cancel');
    const events = await server.deps.sql`
      select kind, actor_id, account_id, address <> 'local' as is_request, details from audit_events
      where details ->> 'import' = any(${[id, discarded]}::text[]) order by id`;
    const byAdmin = { actorId: admin.id, accountId: null, isRequest: true };
    const file = 'members.csv';
    expect(events).toEqual([
      { kind: 'import.upload-started', ...byAdmin, details: { import: id, file } },
      { kind: 'import.checked', ...byAdmin, details: { import: id, file } },
      { kind: 'import.started', ...byAdmin, details: { import: id, file } },
      { kind: 'import.report-downloaded', ...byAdmin, details: { import: id } },
      { kind: 'import.invalid-rows-downloaded', ...byAdmin, details: { import: id } },
      { kind: 'import.undone', ...byAdmin, details: { import: id, file } },
      { kind: 'import.upload-started', ...byAdmin, details: { import: discarded, file } },
      { kind: 'import.cancelled', ...byAdmin, details: { import: discarded, file } },
    ]);
    // An undo keeps only the fact that an account existed.
    expect(await eventsOf(String(accountId))).toHaveLength(2);
  });

  it('V4 names the import and the administrator in the audit row of each added account', async () => {
    const phone = freshPhone();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    const events = await server.deps.sql`
      select actor_id, account_id, address, request_id, details from audit_events
      where kind = 'account.created' and details ->> 'import' = ${id}`;
    expect(events).toEqual([
      {
        actorId: admin.id,
        accountId: (await accountOf(phone))?.['id'],
        address: 'local',
        requestId: id,
        details: { by: 'import', import: id },
      },
    ]);
  });

  it('tries an account again with another referral code if its code is taken', async () => {
    const phone = freshPhone();
    const { sql } = server.deps;
    await sql.unsafe(`
      create sequence attempts;
      create function skip_first() returns trigger language plpgsql as $$ begin
        if nextval('attempts') = 1 then return null; end if;
        return new;
      end $$;
      create trigger skip_first before insert on accounts for each row when (new.phone = '${phone}')
        execute function skip_first()`);
    const announced = async () =>
      (await sql`select from deliveries where endpoint_id = 'whk_recorder' and type = 'account.created'`)
        .count;
    const before = await announced();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    await sql`drop function skip_first cascade`;
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1, exists: 0 } });
    // The refused account was never announced.
    expect(await announced()).toBe(before + 1);
  });

  it('finds an added account by its name, and asks its member to agree to the terms', async () => {
    const [named, plain] = [freshPhone(), freshPhone()];
    await importAll(`phone,name,email\n${named},Lê Thị Nhập,nhap@example.vn\n${plain},,\n`, {
      phone: 0,
      name: 1,
      email: 2,
    });
    const found = await admin.browser.post('/vid/api/admin/accounts/search', { search: 'thi nhap' });
    expect(found.data['items']).toMatchObject([{ phone: named }]);
    const rows = await server.deps.sql`
      select agreed_legal, is_email_imported from accounts where phone in (${named}, ${plain}) order by phone = ${plain}`;
    expect(rows).toEqual([
      { agreedLegal: -1, isEmailImported: true },
      { agreedLegal: -1, isEmailImported: false },
    ]);
  });

  it('begins with a clean file name, is kept for 30 days, and is listed by its administrator’s name', async () => {
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

  it('M3 cannot set the role, the status or other columns of an account', async () => {
    const phone = freshPhone();
    const id = await upload(`phone,role,status,id\n${phone},admin,locked,acc_own\n`);
    for (const mapping of [
      { phone: 0, role: 1 },
      { phone: 0, status: 2 },
      { phone: 0, id: 3 },
    ])
      expect((await post(id, 'check', { mapping })).status).toBe(400);
    await check(id, { phone: 0 });
    await post(id, 'start');
    await work();
    expect(await accountOf(phone)).toMatchObject({ role: 'user', status: 'active' });
  });

  it('I8 rejects names with forbidden characters and keeps markup as text', async () => {
    const [bad, svg, nfd] = [freshPhone(), freshPhone(), freshPhone()];
    const id = await importAll(
      `phone,name\n${bad},An\u202Enib\n${svg},<svg onload=alert(1)>\n${nfd},${'Huỳnh Đệ'.normalize('NFD')}\n`,
      { phone: 0, name: 1 },
    );
    expect(await rowsOf(id, '?outcome=invalid')).toMatchObject([
      { row: 2, notes: [{ field: 'name', note: 'characters' }] },
    ]);
    expect([(await accountOf(svg))?.['name'], (await accountOf(nfd))?.['name']]).toEqual([
      '<svg onload=alert(1)>',
      'Huỳnh Đệ'.normalize('NFC'),
    ]);
  });

  it('M6 produces a report without formulas in the administrator’s language', async () => {
    const id = await upload(`phone,name\n'=1+1,"=HYPERLINK(""http://evil.test"")"\n`);
    await check(id, { phone: 0, name: 1 });
    const report = await admin.browser.get(`${importsPath}/${id}/report`);
    expect(report.data).toEqual({
      csv:
        '\uFEFFDòng,Kết quả,Số điện thoại,Họ tên,Ghi chú\r\n' +
        `2,Có lỗi,'=1+1,"'=HYPERLINK(""http://evil.test"")",Số điện thoại (A): không đúng định dạng “=1+1”\r\n`,
      next: null,
    });
  });

  it('describes each note in the report with its values, and whether a value was left out', async () => {
    const id = await upload(
      `phone,email,group,tax code\n${freshPhone()},an@,gì đó,123456789012\nabc,,,12\n"",a@b.vn,,\n`,
    );
    await check(id, { phone: 0, email: 1, object: 2, taxCode: 3 });
    const report = await admin.browser.get(`${importsPath}/${id}/report`);
    const notes = String(report.data['csv'])
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(4).join(',').replaceAll('"', ''));
    expect(notes).toEqual([
      'Email (B): không đúng định dạng, đã bỏ qua “an@”; ' +
        'Mã số thuế (D): chữ số kiểm tra không khớp; hãy xem lại “123456789012”; ' +
        'Nhóm hội viên (C): đã bỏ qua giá trị không dùng được “gì đó”',
      'Số điện thoại (A): không đúng định dạng “abc”; Mã số thuế (D): không đúng định dạng “12”',
      'Số điện thoại (A): còn trống',
    ]);
  });

  it('returns the invalid rows as a workbook whose values an import reads unchanged', async () => {
    const [good, corrected] = [freshPhone(), freshPhone()];
    const id = await upload(
      'Điện thoại,Tên,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ,Ngày hết hạn chứng chỉ,Mật khẩu đã băm\n' +
        `${good},,,,05/26/2024,,\n12,"=Trần, Bình",00123,79,05/06/2024,vô thời hạn,$2b$12$secret\n` +
        '0013,An\u202Enib,12-2024,79,06/05/2024,2029-05-31,\n0912345671,"Lê An,$2b$12$secret\n',
    );
    const { data: first } = await admin.browser.get(`${importsPath}/${id}/columns`);
    await post(id, 'check', { mapping: first['mapping'] });
    await work();
    const workbook = await invalidRowsOf(id);
    expect(workbook.next).toBeNull();
    expect(workbook.rows).toEqual([
      ['Dòng', 'Cần sửa', ...memberFields.map((field) => fieldWords[field].vi)],
      [
        '3',
        expect.stringContaining('Số điện thoại (A): không đúng định dạng “12”'),
        ...cellsOf({
          phone: '12',
          name: '=Trần, Bình',
          certificateNumber: '00123',
          certificateProvince: '79',
          certificateIssuedOn: '2024-05-06',
          certificateExpiresOn: 'vô thời hạn',
        }),
      ],
      [
        '4',
        expect.stringContaining('có ký tự không được phép'),
        ...cellsOf({
          phone: '0013',
          name: 'An\u202Enib',
          certificateNumber: '12-2024',
          certificateProvince: '79',
          certificateIssuedOn: '2024-06-05',
          certificateExpiresOn: '2029-05-31',
        }),
      ],
      ['5', 'Số điện thoại (A): không đọc được dấu ngoặc kép của dòng này “0912345671”', ...cellsOf({})],
    ]);
    expect(JSON.stringify(workbook.rows)).not.toContain('secret');

    const again = await upload(workbook.file, 'xlsx');
    const { data: table } = await admin.browser.get(`${importsPath}/${again}/columns`);
    expect(table['mapping']).toEqual(
      Object.fromEntries(memberFields.map((field, index) => [field, index + 2])),
    );
    await post(again, 'check', { mapping: table['mapping'] });
    await work();
    const { rows: read } = await invalidRowsOf(again);
    expect(read.map((cells) => cells.slice(2))).toEqual(workbook.rows.map((cells) => cells.slice(2)));

    const fixed = workbook.rows
      .slice(0, 2)
      .map((cells) => cells.map((cell) => (cell === '12' ? corrected : cell)));
    const last = await upload(makeXlsx(fixed), 'xlsx');
    await post(last, 'check', { mapping: table['mapping'] });
    await work();
    await post(last, 'start');
    await work();
    expect(await rowsOf(last)).toMatchObject([{ outcome: 'added', name: '=Trần, Bình', notes: [] }]);
    expect(
      await server.deps.sql`
        select number, issued_on::text, expires_on from broker_certificates
        where account_id = ${await idOf(corrected)}`,
    ).toEqual([{ number: '00123', issuedOn: '2024-05-06', expiresOn: null }]);
  });

  it('splits the invalid rows into workbooks that can each be imported', async () => {
    const id = await upload(`phone,note\n12,a\n`);
    await check(id, { phone: 0 });
    await server.deps.sql`
      insert into import_rows (import_id, row, outcome)
      select ${id}, n, 'invalid' from generate_series(3, ${importLimits.reportRows + 2}::int) n`;
    const first = await invalidRowsOf(id);
    const second = await invalidRowsOf(id, `?after=${encodeURIComponent(String(first.next))}`);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([
      importLimits.reportRows + 1,
      2,
      null,
    ]);
    expect(second.rows[0]).toEqual(first.rows[0]);
  });

  it('lists the columns that are not imported once, at the end of a report of several parts', async () => {
    const id = await upload(`phone,note\n${freshPhone()},a\n`);
    await check(id, { phone: 0 });
    await server.deps.sql`
      insert into import_rows (import_id, row, outcome)
      select ${id}, n, 'invalid' from generate_series(3, ${importLimits.reportRows + 2}::int) n`;
    const parts = [];
    for (let query: string | null = ''; query !== null;) {
      const { data } = await admin.browser.get(`${importsPath}/${id}/report${query}`);
      parts.push(String(data['csv']));
      query = typeof data['next'] === 'string' ? `?after=${encodeURIComponent(data['next'])}` : null;
    }
    expect(await rowsOf(id)).toHaveLength(20);
    expect(parts.map((csv) => csv.includes('Các cột không nhập'))).toEqual([false, true]);
    expect(parts.map((csv) => csv.includes('Số điện thoại'))).toEqual([true, false]);
    expect(parts.map((csv) => csv.trim().split('\r\n').length)).toEqual([importLimits.reportRows + 1, 2]);
    expect(parts.at(-1)).toMatch(/\r\n,Các cột không nhập,,,note\r\n$/u);
  });

  it('adds a phone only once, even if two files contain it or two processes import the same file', async () => {
    const phones = Array.from({ length: 30 }, freshPhone);
    const file = `phone\n${phones.join('\n')}\n`;
    const ids = [await upload(file), await upload(file)];
    for (const id of ids) await check(id, { phone: 0 });
    for (const id of ids) await post(id, 'start');
    const twin = await server.twin();
    await Promise.all([work(), twin.deps.modules.memberImport.importWorker.run()]);
    await work();
    const counts = await Promise.all(
      ids.map(
        async (id) =>
          (
            await server.deps.sql<
              { counts: Record<string, number> }[]
            >`select counts from imports where id = ${id}`
          )[0]?.counts ?? {},
      ),
    );
    expect(counts.map(({ added = 0 }) => added).toSorted((a, b) => a - b)).toEqual([0, 30]);
    expect(counts.map(({ exists = 0 }) => exists).toSorted((a, b) => a - b)).toEqual([0, 30]);
  });

  it('stops without its file when it is cancelled, and can be resumed', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await check(id, { phone: 0 });
    await post(id, 'start');
    expect((await post(id, 'cancel')).data).toMatchObject({ status: 'cancelled' });
    // An administrator could otherwise keep any number of files by starting and cancelling their imports.
    expect(await server.deps.sql`select from import_parts where import_id = ${id}`).toHaveLength(0);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', counts: { new: 1, added: 0 } });
    await post(id, 'start');
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1 } });
    expect((await post(id, 'start')).code).toBe('IMPORT_STATE');
  });

  it('can be undone after it was cancelled, and removes the accounts that it had added', async () => {
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

  it('shows the first 80 characters of a cell, and refuses a cursor between two rows', async () => {
    const id = await upload(`="phone",name\n="0912345678",${'x'.repeat(81)}\n`);
    const { rows, columns } = (await admin.browser.get(`${importsPath}/${id}/columns`)).raw.json<{
      data: { rows: { cells: string[] }[]; columns: { title: string }[] };
    }>().data;
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['phone', 'name'],
      ['0912345678', 'x'.repeat(80)],
    ]);
    expect(columns[0]?.title).toBe('phone');
    const after = Buffer.from('[1.5]').toString('base64url');
    const refused = await admin.browser.get(`${importsPath}/${id}/rows?after=${after}`);
    expect([refused.code, Object.keys(refused.fields)]).toEqual(['VALIDATION_FAILED', ['after']]);
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
  ])(
    'is left alone by a process whose check %s, which then checks the next import',
    async (_how, change, left) => {
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
    },
  );

  it('is skipped while another process works on it, and is worked on alone if it is named', async () => {
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

  it('is busy if its file is replaced while its first rows are read, and read once for many viewers', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    const view = () => admin.browser.get(`${importsPath}/${id}/columns`);
    const { sql } = server.deps;
    const { replaced } = await sql.begin(async (tx) => {
      await tx`update imports set parts_stored = parts_stored + 1 where id = ${id}`;
      const waiting = [view()];
      await waitForLockWaits(server, 1);
      return { replaced: waiting };
    });
    expect((await Promise.all(replaced)).map(({ code }) => code)).toEqual(['BUSY']);
    // Other files may wait for the thread that reads them, but not more than four.
    const views = await Promise.all(Array.from({ length: 7 }, view));
    expect(views.map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  it('V4 reads the first rows once for each upload, and audits each view', async () => {
    const id = await upload(
      makeXlsx([
        ['phone', 'name'],
        [freshPhone(), 'Lê An'],
      ]),
      'xlsx',
    );
    const { sql } = server.deps;
    const view = async () => (await admin.browser.get(`${importsPath}/${id}/columns`)).data;
    const [first, parallel] = await Promise.all([view(), view()]);
    expect(first).toMatchObject({ mapping: { phone: 0, name: 1 } });
    const parts = await sql<{ sealedContent: Buffer }[]>`
      delete from import_parts where import_id = ${id} returning sealed_content`;
    expect([parallel, await view()]).toEqual([first, first]);
    const preview = await post(id, 'preview', { mapping: { phone: 0, name: 1 } });
    expect(preview.data['rows']).toMatchObject([{ row: 2, isValid: true }]);
    expect(parts[0]?.sealedContent.includes('Lê An')).toBe(false);
    const [stored] = await sql<{ head: Buffer }[]>`select sealed_head as head from imports where id = ${id}`;
    expect(stored?.head.includes('phone')).toBe(false);
    const viewed = await sql`
      select actor_id from audit_events where kind = 'import.rows-viewed' and details ->> 'import' = ${id}`;
    expect(viewed.map(({ actorId }) => actorId)).toEqual(Array(4).fill(admin.id));
    expect((await putPart(admin.browser, id, 0, Buffer.alloc(1))).code).toBe('VALIDATION_FAILED');
    const [size] = await sql<{ bytes: number }[]>`select file_bytes as bytes from imports where id = ${id}`;
    expect((await putPart(admin.browser, id, 0, Buffer.alloc(size?.bytes ?? 0))).status).toBe(200);
    expect((await admin.browser.get(`${importsPath}/${id}/columns`)).code).toBe('IMPORT_UNREADABLE');
  });

  it('is found by each of its calls, or by none', async () => {
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

  it('shows its first rows until its rows are added', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    const columns = async () => (await admin.browser.get(`${importsPath}/${id}/columns`)).code;
    expect(await columns()).toBeUndefined();
    await check(id, { phone: 0 });
    expect(await columns()).toBeUndefined();
    expect((await post(id, 'start')).status).toBe(200);
    expect(await columns()).toBe('IMPORT_STATE');
    await work();
    expect([await columns(), (await post(id, 'preview', { mapping: { phone: 0 } })).code]).toEqual([
      'IMPORT_STATE',
      'IMPORT_STATE',
    ]);
  });

  it('shows ten rows with every value, and hides hashes and salts but not their titles', async () => {
    const [hash, salt] = ['$2b$10$hidden-hash', 'pepper-that-is-hidden'];
    const titles = 'SĐT,Họ tên,Email,MST,Tên công ty,Tên viết tắt,Người đại diện,Mật khẩu băm,Salt';
    const lines = Array.from(
      { length: 25 },
      (_, n) =>
        `09123456${String(n).padStart(2, '0')},An ${n},an@x.vn,0100109106,Đất Vàng,ĐV,Lê Ổn,${hash},${salt}`,
    );
    const id = await upload(`${titles}\n${lines.join('\n')}\n`);
    type Table = {
      rows: { row: number; cells: string[] }[];
      columns: { title: string; examples: string[] }[];
      mapping: Record<string, number>;
    };
    const table = (await admin.browser.get(`${importsPath}/${id}/columns`)).raw.json<{ data: Table }>().data;
    expect(table.rows).toHaveLength(20);
    expect(table.rows[0]?.cells).toEqual(titles.split(','));
    expect(table.columns.map(({ examples }) => examples.length)).toEqual(titles.split(',').map(() => 3));
    expect(JSON.stringify(table)).not.toContain(salt);
    expect(JSON.stringify(table)).not.toContain(hash);
    const { mapping } = table;
    const guessed = async (text: string) => {
      const other = await upload(text);
      return (await admin.browser.get(`${importsPath}/${other}/columns`)).data['hashFormat'];
    };
    const digest = 'a1'.repeat(32);
    expect(await guessed(`phone,hash,salt\n0912345678,${digest},x\n`)).toBe('sha256-salt-before');
    expect(await guessed(`phone,hash\n0912345678,${digest}\n`)).toBe('self-described');
    const preview = (await post(id, 'preview', { mapping })).raw.json<{
      data: { rows: { row: number; values: { field: string; value: string }[] }[] };
    }>().data;
    expect(preview.rows.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(
      Object.fromEntries(preview.rows[0]?.values.map(({ field, value }) => [field, value]) ?? []),
    ).toEqual({
      phone: '+84912345600',
      name: 'An 0',
      email: 'an@x.vn',
      kind: 'enterprise',
      enterpriseName: 'Đất Vàng',
      shortName: 'ĐV',
      taxCode: '0100109106',
      representative: 'Lê Ổn',
    });
    expect(JSON.stringify(preview)).not.toContain(salt);
    const hashless = (await post(id, 'preview', { mapping, hashFormat: 'sha1-salt-before' })).raw.json<{
      data: { rows: { notes: { field: string; note: string }[] }[] };
    }>().data;
    expect(hashless.rows[0]?.notes).toContainEqual(
      expect.objectContaining({ field: 'passwordHash', note: 'hashFormat' }),
    );
  });

  it('cannot be checked without a column of phones, or without the parameters of Firebase hashes', async () => {
    const id = await upload(`phone,hash\n${freshPhone()},x\n`);
    const refused = await post(id, 'check', { mapping: { name: 0 } });
    expect([refused.code, Object.keys(refused.fields)]).toEqual(['VALIDATION_FAILED', ['mapping.phone']]);
    const hashes = { mapping: { phone: 0, passwordHash: 1 }, hashFormat: 'firebase-scrypt' };
    const firebase = await post(id, 'check', hashes);
    expect([firebase.code, Object.keys(firebase.fields)]).toEqual(['VALIDATION_FAILED', ['firebase']]);
    const noHashes = await post(id, 'check', { mapping: { phone: 0 }, hashFormat: 'firebase-scrypt' });
    expect(noHashes.status).toBe(200);
  });

  it.each([
    ['no zip archive', 'xlsx', 'fileFormat'],
    [' \n', 'csv', 'fileEmpty'],
  ] as const)('I2 reports why the file %j cannot be read', async (content, type, problem) => {
    const id = await upload(content, type);
    for (let call = 1; call <= 2; call += 1) {
      const refused = await admin.browser.get(`${importsPath}/${id}/columns`);
      expect([refused.code, refused.fields]).toEqual([
        'IMPORT_UNREADABLE',
        { file: fieldReasons[problem].vi },
      ]);
    }
    await check(id, { phone: 0 });
    expect(await stateOf(id)).toMatchObject({ status: 'failed', problem });
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
      expect([refused.code, Object.keys(refused.fields)]).toEqual(['VALIDATION_FAILED', ['part']]);
    }
    const other = await createAdmin(server);
    expect((await putPart(other.browser, id, 0, Buffer.from('phone\n'))).code).toBe('NOT_FOUND');
    const tooLarge = await putPart(admin.browser, id, 0, Buffer.alloc(600_000));
    expect([tooLarge.status, tooLarge.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('requires a recent re-authentication to upload, start, undo and download', async () => {
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

/** Signs in for the first time with an imported password, which needs a code. */
async function firstSignIn(phone: string): Promise<TestBrowser> {
  const browser = new TestBrowser(server.app);
  const otpToken = await insertOtpToken(server, browser, phone, 'signin');
  const answer = await browser.post('/vid/ajax/auth/login/phone', {
    phone,
    password: goodPassword,
    otpToken,
  });
  expect(answer.status).toBe(200);
  return browser;
}

describe('undoing an import', () => {
  it('removes the accounts that have not been used since the import, and reports how many', async () => {
    const phones = Array.from({ length: 6 }, freshPhone);
    const hash = await bcrypt(goodPassword, { cost: 4 });
    const id = await importAll(`phone,hash\n${phones.map((phone) => `${phone},${hash}`).join('\n')}\n`, {
      phone: 0,
      passwordHash: 1,
    });
    const [used = '', locked = '', owner = '', ...unused] = phones;
    const browser = await firstSignIn(used);
    await browser.post('/vid/ajax/auth/logout');
    await admin.browser.post(`/vid/api/admin/accounts/${String((await accountOf(locked))?.['id'])}/lock`, {
      reason: 'x',
    });
    await createApplication(server, { ownerId: String((await accountOf(owner))?.['id']) });
    const removed = String((await accountOf(unused[0] ?? ''))?.['id']);
    expect((await post(id, 'undo')).status).toBe(200);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'undone', counts: { added: 0, removed: 3, kept: 3 } });
    const events = await server.deps.sql`
      select kind, address, details from audit_events where account_id = ${removed} order by id`;
    expect(events).toEqual([
      { kind: 'account.created', address: '', details: {} },
      { kind: 'account.erased', address: 'local', details: {} },
    ]);
    expect(await eventsOf(removed)).toEqual([
      ['account.created', { sub: removed, kind: 'personal' }],
      ['account.deleted', { sub: removed }],
    ]);
    expect(await Promise.all(unused.map(accountOf))).toEqual([undefined, undefined, undefined]);
    expect(await Promise.all([used, locked, owner].map(accountOf))).toMatchObject([{}, {}, {}]);
    expect((await post(id, 'undo')).code).toBe('IMPORT_STATE');
  });
});

it('undoing an import keeps an account that anyone has used, changed or referred to', async () => {
  const { sql } = server.deps;
  const uses = [
    (id: string) => sql`update accounts set updated_at = updated_at + interval '1 second' where id = ${id}`,
    (id: string) => sql`update accounts set role = 'admin' where id = ${id}`,
    (id: string) => sql`update accounts set status = 'locked' where id = ${id}`,
    (id: string) => sql`
      insert into consents (account_id, purpose, notice_version, method, address) values (${id}, 'terms', '1', 'web', 'x')`,
    (id: string) => sql`insert into account_notes (id, account_id, text) values (${`not_${id}`}, ${id}, 'x')`,
    (id: string) => sql`update enterprises set checked_at = now() where account_id = ${id}`,
    (id: string) => sql`update enterprises set verified_at = now() where account_id = ${id}`,
    (id: string) => sql`update broker_certificates set employer_id = ${id} where account_id = ${admin.id}`,
    (id: string) => sql`
      update broker_certificates set updated_at = updated_at + interval '1 second' where account_id = ${id}`,
    (id: string) => sql`update broker_certificates set checked_at = now() where account_id = ${id}`,
    (id: string) => sql`update accounts set referred_by = ${id} where id = ${admin.id}`,
    (id: string) => sql`
      insert into approvals (id, kind, account_id, requested_by, reason, expires_at)
      values (${`apr_${id}`}, 'grant-admin', ${id}, ${admin.id}, 'x', now())`,
    (id: string) => sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, expires_at)
      values (${`rec_${id}`}, 'received', 'mail', ${id}, '', '', '', now())`,
  ];
  await sql`
    insert into broker_certificates (account_id, number, province, issued_on) values (${admin.id}, '1', '01', '2024-01-01')`;
  const day = 'Ngày cấp chứng chỉ';
  // An account has a certificate or an enterprise.
  const phones = uses.map((use) => ({
    phone: freshPhone(),
    isBusiness: String(use).includes('enterprises'),
  }));
  const [erased, unused] = [freshPhone(), freshPhone()];
  const lines = [...phones, { phone: erased, isBusiness: false }, { phone: unused, isBusiness: true }].map(
    ({ phone, isBusiness }) => (isBusiness ? `${phone},Công ty,,,` : `${phone},,HN-1,79,05/06/2024`),
  );
  const id = await importAll(`SĐT,Công ty,Số chứng chỉ,Nơi cấp chứng chỉ,${day}\n${lines.join('\n')}\n`, {
    phone: 0,
    enterpriseName: 1,
    certificateNumber: 2,
    certificateProvince: 3,
    certificateIssuedOn: 4,
  });
  for (const [index, use] of uses.entries()) {
    const { count } = await use(await idOf(phones[index]?.phone ?? ''));
    expect([index, count]).toEqual([index, 1]);
  }
  const erasedId = await idOf(erased);
  await sql.begin((tx) => server.deps.accounts.erase(tx, erasedId));
  await post(id, 'undo');
  await work();
  expect(await stateOf(id)).toMatchObject({
    status: 'undone',
    counts: { rows: uses.length + 2, kept: uses.length, removed: 2, added: 0 },
  });
  const kept = await Promise.all(phones.map(({ phone }) => accountOf(phone)));
  expect(kept.map((account) => account !== undefined)).toEqual(uses.map(() => true));
  await sql`update accounts set referred_by = null where id = ${admin.id}`;
  await sql`delete from broker_certificates where account_id = ${admin.id}`;
});

const credentialOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ hash: string }[]>`
    select p.hash from password_credentials p join accounts a on a.id = p.account_id where a.phone = ${phone}`;
  return row?.hash ?? '';
};

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
  ] as const)(
    'M7 is cancelled after its %s if the administrator %s, and another administrator can continue it',
    async (verb, how, isLeft) => {
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
    },
  );

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

it('X3 an administrator can keep ten uploaded files without accounts, and another upload discards the oldest', async () => {
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

it('X3 another upload does not discard the oldest import while an administrator is starting it', async () => {
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

describe('an imported password', () => {
  it('signs the member in, and is rehashed at the first sign-in', async () => {
    const [a, b] = [freshPhone(), freshPhone()];
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,password hash\n${a},${hash}\n${b},${hash}\n`, { phone: 0, passwordHash: 1 });
    const stored = await credentialOf(a);
    expect(stored).toMatch(/^imported\$/u);
    expect(stored).not.toContain(hash.slice(-20));
    const wrong = await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
      phone: a,
      password: 'Sai-Rồi 6',
    });
    expect(wrong.code).toBe('AUTH_FAILED');
    await firstSignIn(a);
    await server.deps.background.idle();
    expect(await credentialOf(a)).toContain('$argon2id$');
    expect(await credentialOf(b)).toMatch(/^imported\$/u);
    await signIn(new TestBrowser(server.app), { phone: a, password: goodPassword });
  });

  it('can be a hash whose salt is in another column', async () => {
    const phone = freshPhone();
    const digest = createHash('sha256').update(`${goodPassword}muối`).digest('hex');
    const id = await importAll(
      `phone,hash,salt\n${phone},${digest},muối\n${freshPhone()},${digest},\n`,
      { phone: 0, passwordHash: 1, passwordSalt: 2 },
      'sha256-salt-after',
    );
    expect((await rowsOf(id)).map(({ outcome, notes }) => [outcome, notes])).toMatchObject([
      ['added', []],
      ['added', [{ field: 'passwordHash', note: 'hashSalt', from: null, to: null }]],
    ]);
    await firstSignIn(phone);
  });

  it('M4 requires a code sent to the phone at the first sign-in', async () => {
    const phone = freshPhone();
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,hash\n${phone},${hash}\n`, { phone: 0, passwordHash: 1 });
    const browser = new TestBrowser(server.app);
    const answer = await browser.post('/vid/ajax/auth/login/phone', { phone, password: goodPassword });
    expect([answer.code, browser.cookies.has('vid_sid')]).toEqual(['OTP_REQUIRED', false]);
    await server.deps.background.idle();
    expect(await credentialOf(phone)).toMatch(/^imported\$/u);
    const wrongCode = { phone, password: goodPassword, otpToken: 'A'.repeat(43) };
    expect((await browser.post('/vid/ajax/auth/login/phone', wrongCode)).code).toBe('OTP_TOKEN_INVALID');
  });

  it('P1 counts as wrong if it was hashed with another key', async () => {
    const phone = freshPhone();
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,hash\n${phone},${hash}\n`, { phone: 0, passwordHash: 1 });
    await server.deps.sql`
      update password_credentials set hash = 'imported$' || encode('\\x0102', 'base64')
      where account_id = (select id from accounts where phone = ${phone})`;
    const answer = await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
      phone,
      password: goodPassword,
    });
    expect([answer.status, answer.code]).toEqual([401, 'AUTH_FAILED']);
  });
});
