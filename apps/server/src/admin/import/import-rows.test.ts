import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { importLimits, memberFields } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { importFieldNames } from '@vid/contract/messages/imports';
import { fieldReasons } from '@vid/contract/field-reasons';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readFile } from './read/read-file.ts';
import { importsPath, putPart } from './testing/import-file.ts';
import { importSteps } from './testing/import-steps.ts';
import { makeXlsx } from './testing/xlsx.ts';

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
const local = (phone: string) => `0${phone.slice(3)}`;
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
const idOf = async (phone: string) => String((await accountOf(phone))?.['id']);

describe('an import', () => {
  it('stores dates in the day and month order of the whole column', async () => {
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

  it('reads names in the encoding that the column’s other names reveal', async () => {
    const id = await upload(`SĐT,Họ tên\n${freshPhone()},Dòng\n${freshPhone()},NguyÔn V¨n An\n`);
    const mapping = { phone: 0, name: 1 };
    const preview = (await post(id, 'preview', { mapping })).raw.json<{
      data: { rows: { values: { field: string; value: string }[] }[] };
    }>().data;
    expect(preview.rows[0]?.values).toContainEqual({ field: 'name', value: 'Dũng' });
    await check(id, mapping);
    expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['Dũng', 'Nguyễn Văn An']);
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

  it('previews the members of the first rows without storing them', async () => {
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

  it('shows the current phone and name of an added account', async () => {
    const [written, current] = [freshPhone(), freshPhone()];
    const id = await importAll(`phone,name\n${written},Lê An\n`, { phone: 0, name: 1 });
    await server.deps.sql`update accounts set phone = ${current}, name = 'Lê Bình' where phone = ${written}`;
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'added', phone: current, name: 'Lê Bình' }]);
  });

  it('reports only the first row of a phone as an existing account', async () => {
    const { phone } = await createAccount(server);
    const id = await upload(`phone\n${phone}\n${local(phone)}\n`);
    await check(id, { phone: 0 });
    expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(['exists', 'duplicate']);
  });

  it('V4 audits each page of rows that an administrator reads', async () => {
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

  it('describes each note in the report with its values', async () => {
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
      ['Dòng', 'Cần sửa', ...memberFields.map((field) => importFieldNames[field].vi)],
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

  it('splits the invalid rows into workbooks that each begin with the column titles', async () => {
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

  it('lists the unused columns once, at the end of the report', async () => {
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

  it('shows the first 80 characters of a cell', async () => {
    const id = await upload(`="phone",name\n="0912345678",${'x'.repeat(81)}\n`);
    const { rows, columns } = (await admin.browser.get(`${importsPath}/${id}/columns`)).raw.json<{
      data: { rows: { cells: string[] }[]; columns: { title: string }[] };
    }>().data;
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['phone', 'name'],
      ['0912345678', 'x'.repeat(80)],
    ]);
    expect(columns[0]?.title).toBe('phone');
  });

  it('refuses a cursor between two of its rows', async () => {
    const id = await upload('phone\n0912345678\n');
    const after = Buffer.from('[1.5]').toString('base64url');
    const refused = await admin.browser.get(`${importsPath}/${id}/rows?after=${after}`);
    expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', { after: fieldReasons.format.vi }]);
  });

  it('returns BUSY if its file is replaced during a read', async () => {
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
    // At most four reads may wait, so seven views succeed only if they share a read.
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

  it('shows its first rows until it is started', async () => {
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

  it('previews ten rows, and hides hashes and salts', async () => {
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

  it('cannot be checked without a column of phones or the settings of its hash format', async () => {
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
    expect((await admin.browser.get(`${importsPath}/${id}/columns`)).code).toBe('IMPORT_UNREADABLE');
  });
});
