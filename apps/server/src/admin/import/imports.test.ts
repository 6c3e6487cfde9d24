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
import { importLimits } from '@vid/contract/endpoints/admin/import-shapes';
import { fieldReasons } from '@vid/contract/field-reasons';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
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
const accountOf = async (phone: string) => {
  const [row] = await server.deps.sql`
    select a.id, a.name, a.email, a.kind, a.role, a.status, a.member_object, a.province, e.name as business, e.tax_code
    from accounts a left join enterprises e on e.account_id = a.id where a.phone = ${phone}`;
  return row;
};

describe('an import', () => {
  it('displays and stores days in the order that the whole column uses', async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    const titles = 'SĐT,Số chứng chỉ,Tỉnh cấp chứng chỉ,Ngày cấp chứng chỉ';
    const id = await upload(`${titles}\n${one},1,79,05/06/2024\n${two},2,79,05/26/2024\n`);
    const mapping = {
      phone: 0,
      certificateNumber: 1,
      certificateProvince: 2,
      certificateIssuedOn: 3,
    };
    const preview = (await admin.browser.post(`${importsPath}/${id}/preview`, { mapping })).raw.json<{
      data: { rows: { values: { field: string; value: string }[] }[] };
    }>().data;
    expect(preview.rows[0]?.values).toContainEqual({ field: 'certificateIssuedOn', value: '2024-05-06' });
    await check(id, mapping);
    expect((await rowsOf(id))[0]).toMatchObject({
      notes: [{ field: 'certificateIssuedOn', note: 'day', from: '05/06/2024', to: '2024-05-06' }],
    });
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
      counts: { rows: 7, new: 3, duplicate: 1, exists: 1, invalid: 2, added: 0, upgraded: 1 },
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
        { row: 5 },
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
    const events = await server.deps.sql`
      select kind, actor_id, account_id from audit_events where details ->> 'import' = ${id} order by id`;
    const account = await accountOf(phone);
    expect(events).toMatchObject([
      { kind: 'import.upload-started', actorId: admin.id, accountId: null },
      { kind: 'import.checked', actorId: admin.id, accountId: null },
      { kind: 'import.started', actorId: admin.id },
      { kind: 'account.created', actorId: admin.id, accountId: account?.['id'] },
    ]);
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
        `2,Không hợp lệ,'=1+1,"'=HYPERLINK(""http://evil.test"")",Số điện thoại (A): không đúng định dạng “=1+1”\r\n`,
      next: null,
    });
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
    expect(parts.map((csv) => csv.includes('Các cột không nhập'))).toEqual([false, true]);
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
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'undone', counts: { removed: 1 } });
    expect(await accountOf(phone)).toBeUndefined();
  });

  it('shows the first 80 characters of a cell, and refuses a cursor between two rows', async () => {
    const id = await upload(`phone,name\n${freshPhone()},${'x'.repeat(81)}\n`);
    const { rows } = (await admin.browser.get(`${importsPath}/${id}/columns`)).raw.json<{
      data: { rows: { cells: string[] }[] };
    }>().data;
    expect(rows[1]?.cells[1]).toBe('x'.repeat(80));
    const after = Buffer.from('[1.5]').toString('base64url');
    const refused = await admin.browser.get(`${importsPath}/${id}/rows?after=${after}`);
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_FAILED']);
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
      update imports set claimed_at = now() - interval '1 minute', check_id = 'dead', check_attempts = 1 where id = ${id}`;
    await server.deps.sql`
      insert into import_rows (import_id, row, outcome) values (${id}, 2, 'invalid'), (${id}, 3, 'invalid')`;
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'checked', counts: { rows: 1, new: 1 } });
  });

  it('fails when the third process that checks its file is killed', async () => {
    const id = await upload(`phone\n${freshPhone()}\n`);
    await post(id, 'check', { mapping: { phone: 0 } });
    await server.deps.sql`
      update imports set claimed_at = now() - interval '1 minute', check_attempts = 3 where id = ${id}`;
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'failed', problem: 'interrupted' });
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
      select from audit_events where kind = 'import.rows-viewed' and details ->> 'import' = ${id}`;
    expect(viewed).toHaveLength(4);
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
    ] as const)
      expect((await putPart(admin.browser, id, part, Buffer.from(piece))).code).toBe('VALIDATION_FAILED');
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

/** The first sign-in with an imported password needs a code. */
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
      const [audit] = await sql`
      select actor_id from audit_events where kind = 'import.cancelled' and details ->> 'import' = ${id}`;
      expect(audit).toEqual({ actorId: null });
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
