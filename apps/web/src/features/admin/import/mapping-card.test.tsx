import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { checkedImport } from '../../../../test/import.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Import, ImportTable } from './imports.ts';
import { MappingCard } from './mapping-card.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));

const found: Import = { ...checkedImport, status: 'uploading' };

const titles = ['Họ đệm', 'Gọi là', 'Máy', 'Mã'];
const columns = (fields: readonly ImportTable['columns'][number]['field'][]) =>
  titles.map((title, index) => ({ title, examples: ['x'], field: fields[index] ?? null }));
const rows = Array.from({ length: 20 }, (_, index) => ({
  row: index + 1,
  cells: index === 2 ? titles : ['Nguyễn Văn', 'An', '0912345678', '7'],
}));

const guessColumns = (
  fields: readonly ImportTable['columns'][number]['field'][],
  mapping: ImportTable['mapping'],
) =>
  network().on('GET /vid/api/admin/imports/:importId/columns', () =>
    data({ titleRow: 3, rows, columns: columns(fields), mapping, hashFormat: 'self-described' }),
  );

const showCard = () =>
  renderPage(<MappingCard found={found} onClose={() => undefined} />, { ...person, role: 'admin' });

test('the import’s mapping card sends the chosen title row and joined columns', async () => {
  const user = userEvent.setup();
  network().on('GET /vid/api/admin/imports/:importId/columns', ({ query }) => {
    const titleRow = Number(query.get('titleRow') ?? 1);
    return data({
      titleRow,
      rows,
      columns: columns(titleRow === 3 ? ['name', null, 'phone', 'email'] : []),
      mapping: titleRow === 3 ? { name: 0, phone: 2, email: 3 } : {},
      hashFormat: 'self-described',
    });
  });
  network().on('POST /vid/api/admin/imports/:importId/preview', () =>
    data({
      rows: [
        {
          row: 4,
          isValid: true,
          values: [
            { field: 'phone', value: '+84912345678' },
            { field: 'name', value: 'Nguyễn Văn An' },
            { field: 'kind', value: 'personal' },
            { field: 'object', value: 'broker' },
            { field: 'province', value: '01' },
            { field: 'certificateProvince', value: '79' },
            { field: 'certificateIssuedOn', value: '2026-01-15' },
          ],
          notes: [{ field: 'taxCode', note: 'padded', column: 'C', from: '100109106', to: '0100109106' }],
        },
      ],
    }),
  );
  network().on('POST /vid/api/admin/imports/:importId/check', () => data({ ...found, status: 'checking' }));
  showCard();
  expect(within(await findTable()).getAllByRole('row')).toHaveLength(20);
  // No column is mapped to a password or to the phone yet.
  expect(screen.queryByRole('combobox', { name: 'Kiểu băm của mật khẩu' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Kiểm tra tệp' }).hasAttribute('disabled')).toBe(true);
  screen.getByRole('option', { name: 'Tệp không có dòng tiêu đề' });
  screen.getByRole('option', { name: 'Tên các cột ở dòng 20' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Dòng tiêu đề' }), '3');
  await user.selectOptions(await screen.findByRole('combobox', { name: /Gọi là/ }), 'name');
  await user.selectOptions(screen.getByRole('combobox', { name: /Mã/ }), '');
  screen.getByText(/Họ đệm \+ Gọi là/);
  screen.getByText('Các cột không nhập: Mã.');
  await user.click(screen.getByRole('button', { name: 'Xem trước 10 dòng đầu' }));
  // Wide screens show the rows as a table, narrow screens as cards.
  const caption = 'Xem trước 10 dòng đầu';
  const table = within(await screen.findByRole('table', { name: caption }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Dòng',
    'Số điện thoại',
    'Họ tên',
    'Loại tài khoản',
    'Nhóm hội viên',
    'Tỉnh/Thành phố',
    'Nơi cấp chứng chỉ',
    'Ngày cấp chứng chỉ',
    'Ghi chú',
  ]);
  const shown = [
    'Nguyễn Văn An',
    '0912 345 678',
    'Cá nhân',
    'Nhà môi giới',
    'Hà Nội',
    'Thành phố Hồ Chí Minh',
  ];
  for (const view of [table, within(screen.getByRole('list', { name: caption }))])
    for (const text of [...shown, '15/01/2026', '100109106', '0100109106']) view.getByText(text);
  await user.click(screen.getByRole('button', { name: 'Kiểm tra tệp' }));
  const sent = network()
    .calls.filter(({ endpoint }) => endpoint.startsWith('POST'))
    .map(({ body }) => body);
  const choices = { mapping: { phone: 2, name: [0, 1] }, hashFormat: 'self-described', titleRow: 3 };
  expect(sent).toEqual([choices, choices]);
});

test('the import’s mapping card uses one column as the password salt', async () => {
  const user = userEvent.setup();
  guessColumns(['passwordHash', 'passwordSalt', 'phone', null], {
    passwordHash: 0,
    passwordSalt: 1,
    phone: 2,
  });
  network().on('POST /vid/api/admin/imports/:importId/check', () => data({ ...found, status: 'checking' }));
  showCard();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Mã/ }), 'passwordSalt');
  await user.click(screen.getByRole('button', { name: 'Kiểm tra tệp' }));
  expect(network().calls.find(({ endpoint }) => endpoint.startsWith('POST'))?.body).toMatchObject({
    mapping: { passwordHash: 0, passwordSalt: 3, phone: 2 },
  });
});

test('the import’s mapping card adds a third column to two guessed columns', async () => {
  const user = userEvent.setup();
  guessColumns(['name', 'name', 'phone', null], { name: [1, 0], phone: 2 });
  network().on('POST /vid/api/admin/imports/:importId/check', () => data({ ...found, status: 'checking' }));
  showCard();
  await user.click(await screen.findByRole('button', { name: 'Kiểm tra tệp' }));
  await user.selectOptions(screen.getByRole('combobox', { name: /Mã/ }), 'name');
  await user.click(screen.getByRole('button', { name: 'Kiểm tra tệp' }));
  const sent = network().calls.filter(({ endpoint }) => endpoint.startsWith('POST'));
  expect(sent.map(({ body }) => body)).toMatchObject([
    { mapping: { name: [1, 0], phone: 2 } },
    { mapping: { name: [0, 1, 3], phone: 2 } },
  ]);
});

test('the import’s mapping card sends a field’s columns in file order', async () => {
  const user = userEvent.setup();
  guessColumns(['name', 'name', 'phone', null], { name: [1, 0], phone: 2 });
  network().on('POST /vid/api/admin/imports/:importId/check', () => data({ ...found, status: 'checking' }));
  showCard();
  await user.selectOptions(await screen.findByRole('combobox', { name: /Mã/ }), 'name');
  await user.selectOptions(screen.getByRole('combobox', { name: /Gọi là/ }), '');
  await user.click(screen.getByRole('button', { name: 'Kiểm tra tệp' }));
  const sent = network().calls.filter(({ endpoint }) => endpoint.startsWith('POST'));
  expect(sent.map(({ endpoint }) => endpoint)).toEqual(['POST /vid/api/admin/imports/imp_1/check']);
  expect(sent.map(({ body }) => body)).toMatchObject([{ mapping: { name: [0, 3], phone: 2 } }]);
});

test('the import’s mapping card says why rows cannot be previewed or checked', async () => {
  const user = userEvent.setup();
  guessColumns([null, null, 'phone', null], { phone: 2 });
  network().on('POST /vid/api/admin/imports/:importId/preview', () =>
    refusal(409, { error: 'Không xem trước được.', message: 'IMPORT_STATE' }),
  );
  network().on('POST /vid/api/admin/imports/:importId/check', () =>
    refusal(409, { error: 'Không kiểm tra được.', message: 'IMPORT_STATE' }),
  );
  showCard();
  await user.click(await screen.findByRole('button', { name: 'Xem trước 10 dòng đầu' }));
  expect((await screen.findAllByText(/Không xem trước được\./)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Kiểm tra tệp' }));
  expect((await screen.findAllByText(/Không kiểm tra được\./)).length).toBeGreaterThan(0);
  const member = { isValid: true, notes: [] };
  network().on('POST /vid/api/admin/imports/:importId/preview', () =>
    data({
      rows: [
        { ...member, row: 4, values: [{ field: 'kind', value: 'enterprise' }] },
        { ...member, row: 5, values: [{ field: 'province', value: '99' }] },
        { ...member, row: 6, values: [{ field: 'province', value: '79' }] },
        { ...member, row: 7, values: [{ field: 'object', value: 'expert' }] },
        { ...member, row: 8, isValid: false, values: [] },
      ],
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Xem trước 10 dòng đầu' }));
  const list = await screen.findByRole('list', { name: 'Xem trước 10 dòng đầu' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Dòng 4.*: (?:Doanh nghiệp|Tổ chức)$/u),
    expect.stringMatching(/^Dòng 5.*: 99$/u),
    expect.stringMatching(/^Dòng 6.*: Thành phố Hồ Chí Minh$/u),
    expect.stringMatching(/^Dòng 7.*: Chuyên gia$/u),
    expect.stringMatching(/^Dòng 8Có lỗi$/u),
  ]);
});

test('the import’s mapping card requires the parameters of Firebase hashes', async () => {
  const user = userEvent.setup();
  network().on('GET /vid/api/admin/imports/:importId/columns', () =>
    data({
      titleRow: 3,
      rows,
      columns: [
        { title: 'Băm', examples: ['', 'a', 'b'], field: 'passwordHash' },
        { title: '', examples: [''], field: 'passwordSalt' },
        { title: 'Máy', examples: ['x'], field: 'phone' },
        { title: '', examples: ['y'], field: null },
      ],
      mapping: { passwordHash: 0, passwordSalt: 1, phone: 2 },
      hashFormat: 'self-described',
    }),
  );
  network().on('POST /vid/api/admin/imports/:importId/check', () => data({ ...found, status: 'checking' }));
  renderPage(
    <MappingCard found={{ ...found, status: 'failed', problem: 'fileFormat' }} onClose={() => undefined} />,
    { ...person, role: 'admin' },
  );
  expect(await screen.findByText(/^Tệp bị hỏng/u)).toBeDefined();
  expect(screen.getByText('a · b')).toBeDefined();
  expect(screen.getByText('Cột 4')).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Ý nghĩa của cột 4' })).toBeDefined();
  // A column without a title is not among the named ignored columns.
  expect(screen.queryByText(/^Các cột không nhập/u)).toBeNull();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Kiểu băm của mật khẩu' }),
    'firebase-scrypt',
  );
  const check = screen.getByRole('button', { name: 'Kiểm tra tệp' });
  expect(check.hasAttribute('disabled')).toBe(true);
  const firebase = { signerKey: 'c2lnbmVy', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };
  await user.click(screen.getByLabelText('Tham số băm của Firebase'));
  await user.paste(
    'hash_config { base64_signer_key: c2lnbmVy, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }',
  );
  await user.click(check);
  expect(network().calls.find(({ endpoint }) => endpoint.startsWith('POST'))?.body).toEqual({
    mapping: { passwordHash: 0, passwordSalt: 1, phone: 2 },
    hashFormat: 'firebase-scrypt',
    titleRow: 3,
    firebase,
  });
});
