import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { judgeFile, type JudgedFile } from './testing/judge-file.ts';
import { company, person, summary, type Expected } from './testing/judged-rows.ts';

const folder = new URL('testing/cases/', import.meta.url);
const judge = async (name: string): Promise<JudgedFile> =>
  judgeFile(await readFile(new URL(name, folder)), name.endsWith('.xlsx') ? 'xlsx' : 'csv');

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
    person('912003312', 'chấm'),
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

describe('a member list', () => {
  it.each(Object.entries(files))('is read from %s with its members and notes', async (name, expected) => {
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
  ])('is read from %s with its titles in row %i', async (name, row) => {
    expect((await judge(name)).titleRow).toBe(row);
  });

  it('is reported with the old and new value of a changed cell', async () => {
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
