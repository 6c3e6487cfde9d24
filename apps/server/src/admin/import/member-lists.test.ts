import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exportColumns, exportTitle } from '@vid/contract/endpoints/admin/export-shapes';
import { memberFields } from '@vid/contract/endpoints/admin/import-shapes';
import { guessMapping } from './map/columns.policy.ts';
import { judgeFile, type JudgedFile } from './testing/judge-file.ts';
import { makeXlsx } from './testing/xlsx.ts';

/** The phone, the other values and the notes that a row is expected to give, for example `email:leftOut`. */
type Expected = readonly [phone: string | null, values: object, notes?: readonly string[]];

const folder = new URL('testing/cases/', import.meta.url);
const judge = async (name: string): Promise<JudgedFile> =>
  judgeFile(await readFile(new URL(name, folder)), name.endsWith('.xlsx') ? 'xlsx' : 'csv');

const given = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function summary({ rows }: JudgedFile): readonly Expected[] {
  return rows.map((row): Expected => {
    const notes = row.notes.map(({ field, note }) => `${field}:${note}`);
    if (!row.isValid) return [null, {}, notes];
    const { phone, kind, enterprise, certificate: _certificate, ...values } = row.member;
    return [
      phone,
      { ...(kind === 'enterprise' && { company: given(enterprise ?? {}) }), ...given(values) },
      notes,
    ];
  });
}

const person = (phone: string, name: string, ...notes: string[]): Expected => [
  `+84${phone}`,
  { name },
  notes,
];
const company = (phone: string, values: object, ...notes: string[]): Expected => [
  `+84${phone}`,
  { company: values },
  notes,
];

const files: Readonly<Record<string, readonly Expected[]>> = {
  'title-lines.csv': [person('912000401', 'Nguyễn Văn An'), person('912000402', 'Trần Thị Bình')],
  'title-lines.xlsx': [
    person('912000401', 'Nguyễn Văn An'),
    person('912000402', 'Trần Thị Bình'),
    person('912000403', 'Lê Cường'),
  ],
  'hidden-marks.csv': [
    person('912005001', 'An Một', 'name:cleaned'),
    person('912005002', 'An Hai', 'name:cleaned'),
    person('912005003', 'An Ba', 'name:cleaned'),
    ['+84912005004', { name: 'An Bốn', email: 'an@x.vn' }, ['email:cleaned']],
    ['+84912005005', { name: 'An Năm', email: 'an5@x.vn' }, ['email:cleaned']],
    person('912005006', 'An Sáu'),
    [
      '+84912005007',
      { name: 'Cty', company: { name: 'Cty Bảy', taxCode: '0100109106' } },
      ['taxCode:cleaned'],
    ],
    person('912005008', 'AnTám', 'name:cleaned'),
    person('912005009', 'An Chín', 'name:cleaned'),
  ],
  'optional-values.csv': [
    person('912000601', 'An Một', 'email:leftOut'),
    person('912000602', 'An Hai', 'email:leftOut'),
    ['+84912000603', { name: 'An Ba', email: 'a@x.vn' }, ['email:several']],
    person('912000604', 'An Bốn', 'email:format'),
    person('912000605', 'An Năm'),
    person('912000606', 'An Sáu'),
    ['+84912000607', { name: 'Cty Bảy', company: { name: 'Cty Bảy' } }, []],
    ['+84912000608', { name: 'Cty Tám', company: { name: 'Cty Tám' } }, ['taxCode:leftOut']],
    ['+84912000609', { name: 'Đối chứng', email: 'ok@x.vn' }, []],
    person('912000610', 'An Mười', 'email:leftOut'),
    ['+84912000611', { name: 'Cty 11', company: { name: 'Cty 11' } }, ['taxCode:leftOut']],
    ['+84912000612', { name: 'An 12', email: 'an@x.vn' }, ['email:cleaned']],
    ['+84912000613', { name: 'An 13', email: 'an13@x.vn' }, ['email:cleaned']],
    ['+84912000614', { name: 'Hội viên', company: { name: 'Cty 14' } }, []],
  ],
  'equals-quote.csv': [person('912000801', 'An')],
  'inner-quote.csv': [
    company('912000803', { name: 'Cty TNHH "An Phú" Land' }),
    company('912000804', { name: 'Tốt' }),
  ],
  'formulas.csv': [
    person('912001201', 'An;=1+1'),
    person('912001202', 'An =1+1', 'name:cleaned'),
    [null, {}, ['phone:format']],
  ],
  'numbers.xlsx': ['Một', 'Hai', 'Ba', 'Bốn', 'Năm'].map((name, n) => person(`91200181${n + 1}`, name)),
  'numbers.csv': [
    person('912001801', 'Một', 'phone:number'),
    person('912001802', 'Hai', 'phone:number'),
    person('912001803', 'Ba', 'phone:number'),
    person('912001804', 'Bốn'),
    person('912001805', 'Năm'),
    person('912001806', 'Sáu', 'phone:number'),
    person('912001807', 'Bảy', 'phone:number'),
    person('912001808', 'Tám', 'phone:number'),
    person('912001809', 'Chín'),
  ],
  'tax-codes.csv': [
    company('912001901', { name: 'Cty Một', taxCode: '0100109106' }, 'taxCode:padded'),
    company('912001902', { name: 'Cty Hai', taxCode: '0100109106001' }, 'taxCode:padded'),
    company('912001903', { name: 'Cty Ba', taxCode: '0314409058' }, 'taxCode:padded'),
    company('912001904', { name: 'Cty Bốn', taxCode: '0100109106' }),
    company('912001905', { name: 'Cty Năm', taxCode: '0100109106001' }),
    company('912001906', { name: 'Cty Sáu', taxCode: '0100109106' }, 'taxCode:padded'),
    company('912001907', { name: 'Cty Bảy', taxCode: '0100109106' }, 'taxCode:cleaned'),
    company('912001908', { name: 'Cty Tám', taxCode: '0100109106' }),
    company('912001909', { name: 'Cty Chín', taxCode: '0100109107' }, 'taxCode:unverified'),
  ],
  'password-hashes.csv': [
    person('912002001', 'phpass'),
    person('912002002', 'wp68'),
    person('912002003', 'aspnet'),
    person('912002004', 'keycloak', 'passwordHash:hashFormat'),
    person('912002005', 'laravel'),
    person('912002006', 'firebase', 'passwordHash:hashFormat'),
    person('912002007', 'empty'),
    person('912002008', 'star', 'passwordHash:hashFormat'),
    person('912002009', 'md5', 'passwordHash:hashFormat'),
    person('912002010', 'django'),
  ],
  'name-in-two-columns.csv': [person('912002201', 'Nguyễn Văn An'), person('912002202', 'Trần Thị Bình')],
  'several-phones.csv': [
    person('912002301', 'Một', 'phone:several'),
    person('912002302', 'Hai', 'phone:several'),
    person('912002303', 'Ba', 'phone:cleaned'),
    person('912002304', 'Bốn', 'phone:cleaned'),
    person('912002305', 'Năm', 'phone:several'),
    person('912002306', 'Sáu', 'phone:several'),
    person('912002307', 'Bảy'),
    person('912002308', 'Đối chứng'),
    person('912002309', 'Chín'),
    person('912002310', 'Mười'),
    [null, {}, ['phone:unsupported']],
  ],
  'error-cells.xlsx': [
    ['+84912002401', { company: { name: 'Cty A' } }, ['name:errorCell']],
    person('912002402', 'Bình', 'enterpriseName:errorCell'),
    [null, {}, ['phone:errorCell']],
    ['+84912002404', {}, ['name:errorCell']],
  ],
  'large-styles.xlsx': [person('912003001', 'Một')],
  'sep-line.csv': [person('912003201', 'An')],
  'apostrophes.csv': [
    person('912003301', 'Một'),
    person('912003302', 'Hai'),
    person('912003303', 'Ba'),
    person('912003304', 'Bốn'),
    person('912003305', 'Năm'),
    person('912003306', 'Sáu'),
    person('912003307', 'Bảy'),
    person('912003308', 'Tám'),
    person('912003309', 'Chín (non-breaking hyphen)'),
    person('912003310', 'Mười (minus)'),
    person('912003311', 'gạch dưới'),
    person('912003312', 'chấm', 'phone:cleaned'),
    person('912003313', 'gạch chéo'),
    [null, {}, ['phone:format']],
  ],
  'wide.csv': [person('912003401', 'Một')],
  'long-cell.csv': [person('912003402', 'Một'), person('912003403', 'Hai')],
  'old-fonts.xlsx': [
    person('912003501', 'Nguyễn Văn An', 'name:oldFont'),
    person('912003502', 'Nguyễn Văn An', 'name:oldFont'),
    person('912003503', 'Trần Thị Bình', 'name:oldFont'),
  ],
  'title-break.csv': [person('912005701', 'Một')],
  'escapes.xlsx': [
    person('912005801', 'Nguyễn Văn An'),
    person('912005802', 'Bình_x000D_'),
    person('912005803', 'AAB'),
  ],
};

describe('a real-world member list', () => {
  it.each(Object.entries(files))('is read correctly from %s', async (name, expected) => {
    expect(summary(await judge(name))).toEqual(expected);
  });

  it('can contain the password hashes of WordPress, ASP.NET Identity, Laravel and Django', async () => {
    const { rows } = await judge('password-hashes.csv');
    expect(rows.map((row) => row.isValid && row.hash?.kind)).toEqual([
      'phpass',
      'wordpress',
      'pbkdf2',
      undefined,
      'bcrypt',
      undefined,
      undefined,
      undefined,
      undefined,
      'pbkdf2',
    ]);
  });

  it.each([
    ['title-lines.csv', 4],
    ['title-lines.xlsx', 4],
    ['sep-line.csv', 2],
    ['wide.csv', 1],
  ])('is read with its header in the right row of %s', async (name, row) => {
    expect((await judge(name)).titleRow).toBe(row);
  });

  it('reports the old and the new value of a changed cell, but never a hash', async () => {
    const [tax] = (await judge('tax-codes.csv')).rows;
    expect(tax?.notes).toEqual([
      { field: 'taxCode', note: 'padded', column: 2, from: '100109106', to: '0100109106' },
    ]);
    const { rows } = await judge('password-hashes.csv');
    expect(rows.flatMap(({ notes }) => notes.map(({ from, to }) => [from, to]))).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    );
  });
});

/** Reads a file with one row, in which one column has the given cell. */
const one = async (field: string, cell: string): Promise<Expected> => {
  const written = /[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = field === 'SĐT' ? `SĐT,Họ tên\n${written},An\n` : `SĐT,${field}\n0912345678,${written}\n`;
  return summary(await judgeFile(text))[0] ?? [null, {}];
};

/** Returns the days of issue in a column, and whether each is marked as guessed. */
const days = async (...cells: string[]) => {
  const rows = cells.map((cell, n) => `091234567${n},1,TP.HCM,${cell}`);
  const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ';
  const judged = await judgeFile(`${titles}\n${rows.join('\n')}\n`);
  return judged.rows.map((row) => [
    row.isValid && row.member.certificate?.issuedOn.slice(5),
    row.notes.some(({ note }) => note === 'day'),
  ]);
};

describe('the reader of member lists', () => {
  it.each([
    ['tel:0912-345-678', '+84912345678'],
    ['0912345678/79', '+84912345678'],
    ['0912345678 ext. 0123', '+84912345678'],
    ['024 3822 3344 / 0912345678', '+84912345678'],
    ['NR: 024 3822 3344, DĐ: 0912 345 678', '+84912345678'],
    ['0912 345 678 0987 654 321', '+84912345678'],
    ['0912345678 hoặc 0987654321', '+84912345678'],
    ['ĐT0912345678', '+84912345678'],
    ['0169 567 8945 (cũ)', '+84395678945'],
    ['1692345678.0', '+84392345678'],
    ['="84912345678"', '+84912345678'],
    ['＋84 912 345 678', '+84912345678'],
    ['84.912.345.678', '+84912345678'],
    ['912.345.678,00', '+84912345678'],
    ['=0912345678', '+84912345678'],
    ['="0912345678"&""', '+84912345678'],
    ['=T("0912345678")', '+84912345678'],
    ['DĐ 0912345678', '+84912345678'],
    ['DĐ: 0912.345.678', '+84912345678'],
    ['Tel. 0912345678', '+84912345678'],
    ['Mobile: +84 (0) 912 345 678', '+84912345678'],
    ['M.0912345678', '+84912345678'],
    ['T: 024 3822 3344 M: 0912345678', '+84912345678'],
    ['Số điện thoại: 0912345678', '+84912345678'],
    ['0912345678 (anh Nam), 0987654321 (chị Lan)', '+84912345678'],
    ['0912345678 (0987654321)', '+84912345678'],
    ['Zalo 0912345678', '+84912345678'],
    ['(0912) 345-678', '+84912345678'],
    ['0912·345·678', '+84912345678'],
    ['0912\u00A0345\u00A0678', '+84912345678'],
    ['01692345678', '+84392345678'],
    ['+84 169 234 5678', '+84392345678'],
    ['0912,345,678', '+84912345678'],
    ['="0912"&"345678"', '+84912345678'],
    ['0912345678 (8h-17h)', '+84912345678'],
    ['091-2345678 (24/7)', '+84912345678'],
    ['1. 0912345678; 2. 0987654321', '+84912345678'],
    ['1) 0912345678 2) 0987654321', '+84912345678'],
    ['https://zalo.me/84912345678', '+84912345678'],
  ])('reads the phone %j as %s', async (cell, phone) => {
    expect((await one('SĐT', cell))[0]).toBe(phone);
  });

  it.each([
    ['9.45E+08', 'digitsLost'],
    ['9,12E+08', 'digitsLost'],
    ['8.4912E+10', 'digitsLost'],
    ['0912345678,9', 'format'],
    ['0912 345 678 9', 'format'],
    ['09123456 0987654321', 'format'],
    ['0912abc5678', 'format'],
    ['O912345678', 'format'],
    ['không có', 'required'],
    ['-', 'required'],
    ['####', 'errorCell'],
    ['#REF!', 'errorCell'],
    ['#DIV/0!', 'errorCell'],
    ['#VALUE!', 'errorCell'],
    ['912001801.5', 'format'],
    ['1,09E+09', 'digitsLost'],
    ['chưa có số điện thoại', 'required'],
    ['09123,45,678', 'format'],
    ['0912 345 6. 789', 'format'],
    ['0912 (345) 6789', 'format'],
    // The digits could mean either 1900123409 or 0919001234.
    ['19001234 09 19001234', 'format'],
  ])('never reads the phone %j as another number', async (cell, note) => {
    const [phone, , notes] = await one('SĐT', cell);
    expect([phone, notes]).toEqual([null, [`phone:${note}`]]);
  });

  it.each([
    ['100109106.00', '0100109106', 'padded'],
    ["'0100109106", '0100109106', undefined],
    ['100109106001', '0100109106001', 'padded'],
    ['0100109106; 0314409058', '0100109106', 'several'],
    ['mã số thuế: 0100109106-001', '0100109106001', 'cleaned'],
    ['0100109106.0', '0100109106', 'number'],
    ['001090012345', '001090012345', undefined],
    ['100109107', undefined, 'format'],
    ['10109106', undefined, 'format'],
    ['1.09E+08', undefined, 'digitsLost'],
    ['1090012345 6', undefined, 'format'],
    ['0100109106 và 12', undefined, 'format'],
    ['#N/A', undefined, 'errorCell'],
    ['n/a', undefined, 'leftOut'],
    ['#REF!', undefined, 'errorCell'],
    ['chưa có MST', undefined, 'leftOut'],
    ['=100109106', '0100109106', 'padded'],
    ['100,109,106', '0100109106', 'padded'],
    ['100.109.106', '0100109106', 'padded'],
    ['MST 0100109106', '0100109106', 'cleaned'],
    ['０１００１０９１０６', '0100109106', undefined],
    ['10090012345', undefined, 'format'],
    ['0100109106 (đã đóng)', '0100109106', 'cleaned'],
    ['0100109106 - Cục thuế HN', '0100109106', 'cleaned'],
    ['"0100109106"', '0100109106', 'cleaned'],
    ['0100109106;', '0100109106', 'cleaned'],
    ['VN0100109106', '0100109106', 'cleaned'],
    ['ĐKKD số 0100109106', '0100109106', 'cleaned'],
    ['0100109106/001', '0100109106001', 'cleaned'],
    ['0100109106-001.0', '0100109106001', 'cleaned'],
    ['0100109106 hoặc 0314409058', '0100109106', 'several'],
    ['0100109106 0314409058', '0100109106', 'several'],
    ['0000000000', undefined, 'leftOut'],
    ['0100109106 12', undefined, 'format'],
  ])('reads the tax code %j as %s', async (cell, code, note) => {
    const [phone, values, notes] = await one('MST', cell);
    expect(phone).toBe('+84912345678');
    expect(values).toEqual(code === undefined ? {} : { company: { taxCode: code } });
    expect(notes).toEqual(note === undefined ? [] : [`taxCode:${note}`]);
  });

  it.each([
    ['An <an@x.vn>', 'an@x.vn', 'cleaned'],
    ['mailto:an@x.vn', 'an@x.vn', 'cleaned'],
    ['Email: an@x.vn', 'an@x.vn', 'cleaned'],
    ['an@x.vn / b@y.vn', 'an@x.vn', 'several'],
    ['an@x.vn\nb@y.vn', 'an@x.vn', 'several'],
    ['an＠x.vn', 'an@x.vn', 'cleaned'],
    ['an@yahoo.com,vn', undefined, 'format'],
    ['đang cập nhật', undefined, 'leftOut'],
    ['...', undefined, 'leftOut'],
    ['null', undefined, 'leftOut'],
    ['an', undefined, 'format'],
    ['không sử dụng', undefined, 'leftOut'],
    ['sẽ bổ sung', undefined, 'leftOut'],
    ['#VALUE!', undefined, 'errorCell'],
    ['an@x.vn (cá nhân)', 'an@x.vn', 'cleaned'],
    ['an@x.vn và b@y.vn', 'an@x.vn', 'several'],
    ["'an@x.vn", 'an@x.vn', 'cleaned'],
    ['"an@x.vn"', 'an@x.vn', 'cleaned'],
    ['an@x.vn & b@y.vn', 'an@x.vn', 'several'],
    ['an@x.vn đang dùng', 'an@x.vn', 'cleaned'],
  ])('reads the e-mail %j as %s', async (cell, email, note) => {
    const [, values, notes] = await one('Email', cell);
    expect([values, notes]).toEqual([email === undefined ? {} : { email }, [`email:${note}`]]);
  });

  it.each([
    ["'Nguyễn Văn An", 'Nguyễn Văn An', 'cleaned'],
    ['Nguyễn\u00A0 Văn  An', 'Nguyễn Văn An', undefined],
    ['Nguyễn Văn An'.normalize('NFD'), 'Nguyễn Văn An', undefined],
    ['Nguyễn V\u200Băn An\u200E', 'Nguyễn Văn An', 'cleaned'],
    ['\u00D0ặng Văn \u0189ức', 'Đặng Văn Đức', undefined],
    ['="Nguyễn Văn An"', 'Nguyễn Văn An', undefined],
    ['NguyÔn V¨n An', 'Nguyễn Văn An', 'oldFont'],
    ['NGUYEÃN VAÊN AN', 'NGUYỄN VĂN AN', 'oldFont'],
    ['Nguye^~n Va(n An', 'Nguyễn Văn An', 'oldFont'],
    ['Nguy\u00ADn Vån An', 'Nguyễn Văn An', 'oldFont'],
    ['#N/A', undefined, 'errorCell'],
    ['chưa cập nhật', undefined, 'leftOut'],
    ['Nguy?n Van An', undefined, 'lettersLost'],
    ['Lê Th? Hà', undefined, 'lettersLost'],
    ['Nguy\uFFFDn An', undefined, 'lettersLost'],
    ['Nguyễn\u000BAn', 'Nguyễn An', 'cleaned'],
    ['Nguyễn\u2028An', 'Nguyễn An', 'cleaned'],
    ['Nguyễn \u180EAn', 'Nguyễn An', 'cleaned'],
    ['NULL', undefined, 'leftOut'],
    ['TRUE', undefined, 'leftOut'],
  ])('reads the name %j as %s', async (cell, name, note) => {
    expect((await one('Họ tên', cell)).slice(1)).toEqual([
      name === undefined ? {} : { name },
      note === undefined ? [] : [`name:${note}`],
    ]);
  });

  it.each([
    'không có',
    'Không có công ty',
    'chưa có',
    'đang cập nhật',
    '#N/A',
    '-',
    'null',
    'None',
    'x',
    'TRUE',
    'No',
    '0.0',
    'hiện chưa có',
    'không có (sẽ bổ sung sau)',
    'Chưa có / đang cập nhật',
    'Updating...',
  ])('does not use %j as the name of a company', async (cell) => {
    expect((await one('Công ty', cell))[1]).toEqual({});
  });

  it.each([
    ['Cá nhân', 'personal'],
    ['HV cá nhân', 'personal'],
    ['cn', 'personal'],
    ['DN', 'enterprise'],
    ['Hội viên tổ chức', 'enterprise'],
    ['Công ty', 'enterprise'],
    ['D.N', 'enterprise'],
    ['T/C', 'enterprise'],
    ['HVTC', 'enterprise'],
    ['Công ty cổ phần', 'enterprise'],
    ['KH cá nhân (HV)', 'personal'],
  ])('reads the kind %j as %s', async (cell, kind) => {
    const [row] = (await judgeFile(`SĐT,Loại hội viên\n0912345678,${cell}\n`)).rows;
    expect(row?.isValid === true && [row.member.kind, row.notes]).toEqual([kind, []]);
  });

  it.each([
    ['Số ĐT', 'phone'],
    ['SĐT (Zalo)', 'phone'],
    ['Điện thoại DĐ', 'phone'],
    ['Số điện thoại (Mobile)', 'phone'],
    ['Số điện thoại *', 'phone'],
    ['Họ và tên/Full name', 'name'],
    ['Họ và\ntên', 'name'],
    ['HỌ TÊN HỘI VIÊN', 'name'],
    ['Hä vµ tªn', 'name'],
    ['Ho. va` te^n', 'name'],
    ['Mã số thuế (MST)', 'taxCode'],
    ['Tỉnh/Thành phố', 'province'],
    ['Nhóm hội viên', 'object'],
    ['Member group', 'object'],
    ['Province of the certificate', 'certificateProvince'],
    ['Email (nếu có)', 'email'],
    ['2. Họ và tên', 'name'],
    ['(3) Số điện thoại', 'phone'],
    ['phoneNumber', 'phone'],
    ['emailAddress', 'email'],
    ['Họ tên (viết hoa)', 'name'],
    ['Số điện thoại (người giới thiệu)', undefined],
    ['Tên đăng nhập (Email)', undefined],
    ['Email/SĐT', undefined],
  ])('reads a column with the title %j as %s', (title, field) => {
    expect(Object.keys(guessMapping([title]))).toEqual(field === undefined ? [] : [field]);
  });

  it('maps every column of an export to its own field', () => {
    for (const [index, column] of exportColumns.entries())
      expect(Object.keys(guessMapping([exportTitle(column)]))).toEqual(
        index < memberFields.length ? [column] : [],
      );
  });

  it.each([
    ['HỘI\n\nDANH SÁCH\n,,\nSTT,Họ tên,SĐT\n1,An,0912345678\nTổng cộng: 1\n', 5],
    ['HỘI;;\r\nNăm 2026;;\r\nHọ tên;SĐT\r\nAn;0912345678\r\n', 3],
    ['Danh sách\tHội viên\nHọ tên\tSĐT\nAn\t0912345678\n', 2],
    ['Họ tên|SĐT\nAn|0912345678\n', 1],
    ['sep=|\nDanh sách\nHọ tên|SĐT\nAn|0912345678\n', 3],
    [`${'x\n'.repeat(19)}Họ tên,SĐT\nAn,0912345678\n`, 20],
  ])('finds the titles of %j in row %i', async (text, row) => {
    const judged = await judgeFile(text);
    expect([judged.titleRow, summary(judged)[0]]).toEqual([row, person('912345678', 'An')]);
  });

  it.each([
    ['2024-05-06', '2024-05-06', false],
    ['2024-05-06 00:00:00', '2024-05-06', false],
    ['2024-05-06T00:00:00.000Z', '2024-05-06', false],
    ['06/05/2024', '2024-05-06', true],
    ['6/5/2024', '2024-05-06', true],
    ['6.5.2024', '2024-05-06', true],
    ['06-05-2024', '2024-05-06', true],
    ["'06/05/2024", '2024-05-06', true],
    ['ngày 6 tháng 5 năm 2024', '2024-05-06', false],
    ['６／５／２０２４', '2024-05-06', true],
    ['29/02/2024', '2024-02-29', false],
    ['05/26/2024', '2024-05-26', true],
    ['6/5/24', '2024-05-06', true],
    ['45418', '2024-05-06', true],
    ['45418.0', '2024-05-06', true],
    ['2024-05-05T17:00:00.000Z', '2024-05-06', true],
    ['2024-05-05T17:00Z', '2024-05-06', true],
    ['2024-05-06T09:30:00Z', '2024-05-06', false],
  ])('reads the day %j of a certificate as %s', async (cell, issuedOn, isGuessed) => {
    const text = `SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ\n0912345678,HCM-1,TP.HCM,${cell}\n`;
    const [row] = (await judgeFile(text)).rows;
    expect(row).toMatchObject({
      member: { certificate: { number: 'HCM-1', province: '79', issuedOn, expiresOn: null } },
      notes: isGuessed
        ? [{ field: 'certificateIssuedOn', note: 'day', column: 3, from: cell, to: issuedOn }]
        : [],
    });
  });

  it.each([
    [
      ['05/06/2024', '05/26/2024'],
      [
        ['05-06', true],
        ['05-26', true],
      ],
    ],
    [
      ['05/06/2024', '12/05/2024', '05/12/2024'],
      [
        ['06-05', true],
        ['05-12', true],
        ['12-05', true],
      ],
    ],
    [
      ['05/06/2024', '26/05/2024', '05/05/2024'],
      [
        ['06-05', false],
        ['05-26', false],
        ['05-05', false],
      ],
    ],
    [
      ['05/06/2024', '05/05/2024', 'ngày 5 tháng 6 năm 2024', '2024-06-05'],
      [
        ['06-05', true],
        ['05-05', false],
        ['06-05', false],
        ['06-05', false],
      ],
    ],
    [
      ['05/06/2024', 'ngày 26 tháng 5 năm 2024'],
      [
        ['06-05', true],
        ['05-26', false],
      ],
    ],
    [
      ['05/06/2024', '05/26/2024', '26/05/2024'],
      [
        ['06-05', true],
        ['05-26', true],
        ['05-26', false],
      ],
    ],
  ])('reads the days %j in the order of their whole column', async (cells, expected) => {
    expect(await days(...cells)).toEqual(expected);
  });

  it.each([
    '6-May-2024',
    'May 6 2024',
    '06 May 2024',
    '6 Thg5 2024',
    '6 Th5 2024',
    '20240506',
    'ngày 06/05/2024',
  ])('reads %j as a day in May', async (cell) => {
    expect((await days(cell, '26/05/2024'))[0]).toEqual(['05-06', false]);
  });

  it('detects the order of days from a row far below', async () => {
    const filler = Array.from({ length: 400 }, (_, n) => `0912${100_000 + n},1,TP.HCM,05/06/2024`);
    const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ';
    const { rows } = await judgeFile(`${titles}\n${filler.join('\n')}\n0912345678,1,TP.HCM,05/26/2024\n`);
    expect(rows[0]).toMatchObject({ member: { certificate: { issuedOn: '2024-05-06' } } });
  });

  it.each([
    ['', 45_418],
    ['date1904="0"', 45_418],
    ['date1904="1"', 43_956],
    ['date1904="true"', 43_956],
  ])('reads the days of a workbook with the properties %j', async (properties, number) => {
    const titles = ['SĐT', 'Số chứng chỉ', 'Nơi cấp chứng chỉ', 'Ngày cấp chứng chỉ'];
    const file = makeXlsx([titles, ['0912345678', 'HCM-1', 'TP.HCM', number]], properties);
    const [row] = (await judgeFile(file, 'xlsx')).rows;
    expect(row).toMatchObject({ member: { certificate: { issuedOn: '2024-05-06' } } });
  });

  it.each([
    ['HCM-1', '79', '06/05/2024', '31/02/2029', 'certificateExpiresOn:format'],
    ['HCM-1', '79', '06/05/2024', 'chưa rõ', 'certificateExpiresOn:leftOut'],
    ['HCM-1', '79', '30/02/2024', '', 'certificateIssuedOn:format'],
    ['HCM-1', '79', '06/05/2027', '', 'certificateIssuedOn:leftOut'],
    ['HCM-1', '79', '06/05/2024', '06/05/2023', 'certificateExpiresOn:leftOut'],
    ['HCM-1', 'Paris', '06/05/2024', '', 'certificateProvince:leftOut'],
    ['', '79', '06/05/2024', '', 'certificateProvince:leftOut'],
    ['HCM-1', '79', '', '', 'certificateNumber:leftOut'],
    ['HCM-1', '79', '#REF!', '', 'certificateIssuedOn:errorCell'],
  ])('stores no certificate for %j, %j, %j, %j, and says why', async (number, province, from, to, note) => {
    const titles = 'SĐT,Số chứng chỉ,Nơi cấp chứng chỉ,Ngày cấp chứng chỉ,Ngày hết hạn chứng chỉ';
    const [row] = (await judgeFile(`${titles}\n0912345678,${number},${province},${from},${to}\n`)).rows;
    expect(row).toMatchObject({ isValid: true, member: { certificate: null } });
    expect(row?.notes.map((noted) => `${noted.field}:${noted.note}`)).toContain(note);
    const written = [number, province, from, to].filter((cell) => cell !== '');
    expect(row?.notes.filter((noted) => noted.to === null)).toHaveLength(written.length);
  });

  it('reads a certificate without an end date, and ignores the certificate of an enterprise', async () => {
    const titles = 'SĐT,Loại,Số CCHN,Tỉnh cấp CCHN,Ngày cấp CCHN,Ngày hết hạn CCHN';
    const [first, second] = (
      await judgeFile(
        `${titles}\n0912345678,,1,HCM,06/05/2024,Vô thời hạn\n0912345679,DN,1,HCM,06/05/2024,06/05/2029\n`,
      )
    ).rows;
    expect(first).toMatchObject({ member: { certificate: { number: '1', expiresOn: null } } });
    expect(second).toMatchObject({ member: { kind: 'enterprise', certificate: null } });
    expect(second?.notes.filter(({ to }) => to === null)).toHaveLength(4);
  });

  it.each([
    ['79', '79', []],
    ['TP.HCM', '79', []],
    ['Tp. Hồ Chí Minh', '79', []],
    ['TØnh B×nh D­¬ng', '79', ['province:merged']],
    ['Tỉnh Bà Rịa - Vũng Tàu', '79', ['province:merged']],
    ['Paris', undefined, ['province:leftOut']],
  ])('reads the province %j as %s', async (cell, province, notes) => {
    expect((await one('Tỉnh', cell)).slice(1)).toEqual([province === undefined ? {} : { province }, notes]);
  });

  it.each([
    ['An,0912345678\nBình,0912345679\n', 0],
    ['An,Doanh nghiệp,="0912345678"\n', 0],
    ['Máy,Gọi là\n0912345678,An\n', 1],
    ['Danh sách\nSĐT,Họ tên\n0912345678,Công ty\n', 2],
  ])('finds the titles of %j in row %i, or finds none', async (text, row) => {
    const judged = await judgeFile(text);
    expect(judged.titleRow).toBe(row);
    expect(judged.rows[0]?.row).toBe(row + 1);
  });

  it.each([
    'Na',
    'Lê Thị Không',
    'Null',
    'Trống Đồng',
    'An - Bình',
    'Đặng Khải',
    'Đặng Điền',
    'Khổng Cơ',
    'Dang Khai',
    'Khong Minh',
  ])('keeps the name %j', async (name) => {
    expect((await one('Họ tên', name))[1]).toEqual({ name });
  });

  it.each([
    ['Tên,Họ và tên đệm,SĐT\nAn,Nguyễn Văn,0912345678\n', 'Nguyễn Văn An'],
    ['Họ;Tên đệm;Tên;SĐT\nTrần;Thị;Bình;0912345678\n', 'Trần Thị Bình'],
    ['First name\tLast name\tPhone\nAn\tNguyễn\t0912345678\n', 'Nguyễn An'],
    ['Họ tên|Tên|Phone\nNguyễn An|An|0912345678\n', 'Nguyễn An'],
    ['Surname,Given names,SĐT\nNguyễn,An,0912345678\n', 'Nguyễn An'],
    ['Họ,Tên đệm,Tên,SĐT\nNguyễn,-,An,0912345678\n', 'Nguyễn An'],
  ])('joins the names of %j in Vietnamese order', async (text, name) => {
    expect(summary(await judgeFile(text))).toEqual([['+84912345678', { name }, []]]);
  });

  it('omits the part of a name that has no value', async () => {
    const [row] = (await judgeFile('SĐT,Họ,Tên đệm,Tên\n0912345678,Nguyễn,không có,An\n')).rows;
    expect(row).toMatchObject({
      member: { name: 'Nguyễn An' },
      notes: [{ field: 'name', note: 'leftOut', column: 2, from: 'không có', to: null }],
    });
  });

  it.each([
    ['Điện thoại,Di động,Tên', '02438223344,0912345678,An', ['phone:several']],
    ['SĐT,Zalo,Tên', ',0912345678,An', []],
    ['SĐT,Zalo,Tên', 'không có,0912345678,An', ['phone:leftOut']],
    ['SĐT,Zalo,Tên', '0912345678,0912345678,An', ['phone:cleaned']],
  ])('reads the phone from the columns %s of %s', async (titles, cells, notes) => {
    expect(summary(await judgeFile(`${titles}\n${cells}\n`))).toEqual([person('912345678', 'An', ...notes)]);
  });

  it.each([
    ['0100109106,0314409058', '0100109106', ['taxCode:several']],
    ['không có,0314409058', '0314409058', []],
    ['0100109106,0100109106', '0100109106', []],
    ['sai,0314409058', '0314409058', ['taxCode:several']],
    ['100109106,0314409058', '0100109106', ['taxCode:padded', 'taxCode:several']],
  ])(
    'reads the tax code from two columns with %s, and notes the omitted values',
    async (cells, taxCode, notes) => {
      const judged = await judgeFile(`SĐT,Công ty,MST,MST 2\n0912345678,Cty,${cells}\n`, 'csv', {
        mapping: { phone: 0, enterpriseName: 1, taxCode: [2, 3] },
      });
      expect(summary(judged)).toEqual([company('912345678', { name: 'Cty', taxCode }, ...notes)]);
      const several = judged.rows[0]?.notes.filter(({ note }) => note === 'several');
      expect(several?.every(({ from, to }) => from === cells.replace(',', '; ') && to === taxCode)).toBe(
        true,
      );
    },
  );

  it.each([
    ['STT,Thông tin,,Liên hệ,\n,Họ tên,Năm sinh,Điện thoại,Email\n1,An,1980,0912345678,\n', 2],
    ['STT,Họ tên,Liên hệ,\n,,SĐT,Email\n1,An,0912345678,\n', 2],
    ['STT,Họ tên,SĐT\nI,Hà Nội,\n1,An,0912345678\n', 1],
    ['STT,Họ tên,SĐT\n(1),,\n1,An,0912345678\n', 1],
  ])('finds titles in two rows in %j, where the upper row groups columns', async (text, row) => {
    const judged = await judgeFile(text);
    expect([judged.titleRow, summary(judged).at(-1)]).toEqual([row, person('912345678', 'An')]);
  });

  it.each([
    ['0912345678,"An Phú" Land', 'An Phú" Land'.replace(/^/u, '"')],
    ['0912345678,="An, Bình"', 'An, Bình'],
    ['0912345678,"An ""Phú"" Land"', 'An "Phú" Land'],
  ])('reads the company in %s', async (line, name) => {
    expect(summary(await judgeFile(`SĐT,Công ty\n${line}\n`))).toEqual([company('912345678', { name })]);
  });

  it.each([
    ['Nguyễn Văn,An', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,Nam', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,', 'Nguyễn Văn An'],
    ['Nguyễn Văn An,1980', 'Nguyễn Văn An'],
  ])('reads the name in %j, whose second column has no title', async (cells, name) => {
    expect(summary(await judgeFile(`Họ và tên,,SĐT\n${cells},0912345678\n`))).toEqual([
      person('912345678', name),
    ]);
  });

  it('reads a UTF-8 file that a program has decoded as Windows-1252, including its titles', async () => {
    const misread = new TextDecoder('windows-1252').decode(
      Buffer.from('\uFEFFSĐT,Họ tên\n0912345678,Lê An\n'),
    );
    expect(summary(await judgeFile(misread))).toEqual([person('912345678', 'Lê An', 'name:oldFont')]);
  });

  it('reads a province in the encoding of the other columns', async () => {
    const text = 'SĐT,Tỉnh,Họ tên\n0912345678,TP Hoà Chí Minh,Traàn Thò Bình\n';
    expect(summary(await judgeFile(text))[0]?.[1]).toEqual({ name: 'Trần Thị Bình', province: '79' });
  });

  it('skips the lines of control characters with which old programs end a file', async () => {
    const judged = await judgeFile('SĐT,Họ tên\r\n0912345678,An\r\n\u001A');
    expect(summary(judged)).toEqual([person('912345678', 'An')]);
  });

  it('reads a cell with as many lines as Excel allows', async () => {
    const text = `SĐT,Tên,Ghi chú\n0912345678,An,"${'x\n'.repeat(16_000)}"\n0912345679,Bình,\n`;
    expect(summary(await judgeFile(text))).toEqual([person('912345678', 'An'), person('912345679', 'Bình')]);
  });

  it('reads a file in UTF-8 with a zero byte as UTF-8', async () => {
    const { rows } = await judgeFile('SĐT,Email\n0912345678,a\u0000n\n0912345679,an@x.vn\n');
    expect(rows.map((row) => row.isValid && row.member.email)).toEqual([null, 'an@x.vn']);
  });

  it('reads the other rows when the quotation marks of one row cannot be read', async () => {
    const { rows } = await judgeFile(
      'SĐT,Công ty,Ghi chú\n' +
        '0912345671,"An Phú,x\n' +
        '0912345672,Tốt,"nhiều\ndòng"\n' +
        '0912345673,"Cty An", Bình" Land,x\n' +
        '0912345674,"Cty ""An"" Land",x\n' +
        '0912345675,"Cuối,x\n',
    );
    expect(rows.map((row) => [row.row, row.isValid, ...row.notes.map(({ note }) => note)])).toEqual([
      [2, false, 'quotes'],
      [3, true],
      [4, false, 'quotes'],
      [5, true],
      [6, false, 'quotes'],
    ]);
  });

  it.each([
    ['0912345671,"Lê An,$2b$12$secret\n', '0912345671'],
    ['" 0912345671,Lê An,$2b$12$secret\n', null],
    ['$2b$12$secret,"Lê An,0912345671\n', null],
  ])('I4 keeps of the damaged row %j at most its phone', async (line, from) => {
    const { rows } = await judgeFile(`SĐT,Họ tên,Ghi chú\n${line}`);
    expect(rows).toEqual([
      {
        row: 2,
        isValid: false,
        notes: [{ field: 'phone', note: 'quotes', column: 0, from, to: null }],
        written: {},
      },
    ]);
  });

  it('names the row and the column of a value that is too long', async () => {
    const { rows } = await judgeFile(
      `SĐT,Họ tên,Địa chỉ\n0912345678,${'x'.repeat(3_000)},${'y'.repeat(40_000)}\n`,
    );
    expect(rows).toMatchObject([
      { row: 2, isValid: false, notes: [{ field: 'name', note: 'tooLong', column: 1 }] },
    ]);
  });

  it.each([
    'utf-16le',
    'utf-16le without a mark',
    'utf-16be',
    'utf-16be without a mark',
    'utf-8',
    'utf-8 without a mark',
  ])('reads a file in %s', async (encoding) => {
    const text = `${encoding.endsWith('mark') ? '' : '\uFEFF'}Điện thoại\tHọ tên\r\n0912345678\tNguyễn Văn An\r\n`;
    const bytes = Buffer.from(text, encoding.startsWith('utf-8') ? 'utf8' : 'utf16le');
    const file = encoding.startsWith('utf-16be') ? Buffer.from(bytes).swap16() : bytes;
    expect(summary(await judgeFile(file))).toEqual([person('912345678', 'Nguyễn Văn An')]);
  });
});
