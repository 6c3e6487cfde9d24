import { describe, expect, it } from 'vitest';
import { headLimits, type FileRow } from '../read-limits.ts';
import {
  columnName,
  countTitles,
  findTitleRow,
  guessHashFormat,
  guessMapping,
  leftOutColumns,
  titlesAt,
} from './columns.policy.ts';
import { dayColumns, findDayOrders, openTable } from './table.ts';

const rowsOf = (...lines: readonly (readonly string[])[]): readonly FileRow[] =>
  lines.map((cells, index) => ({ number: index + 1, cells }));
async function* generate(rows: readonly FileRow[]): AsyncGenerator<FileRow> {
  for (const row of rows) yield await Promise.resolve(row);
}
const open = async (rows: readonly FileRow[], titleRow: number | null) => {
  const table = await openTable(generate(rows), titleRow);
  return { ...table, rows: await Array.fromAsync(table.rows) };
};

describe('a table', () => {
  const list = rowsOf(['Danh sách', ''], ['Họ tên', 'SĐT'], ['An', '0912345678'], ['Bình', '0912345679']);

  it('begins below the header row that the import detects', async () => {
    const table = await open(list, null);
    expect(table.titles).toEqual(list[1]);
    expect(table.head).toEqual(list);
    expect(table.sample).toEqual(list.slice(2));
    expect(table.rows).toEqual(list.slice(2));
  });

  it('begins below the chosen title row', async () => {
    expect((await open(list, 1)).rows).toEqual(list.slice(1));
    expect((await open(list, 1)).titles).toEqual(list[0]);
    expect((await open(list, 3)).rows).toEqual(list.slice(3));
    const without = await open(list, 0);
    expect(without.titles).toEqual({ number: 0, cells: ['', ''] });
    expect(without.rows).toEqual(list);
  });

  it('uses the detected titles if the chosen row does not exist', async () => {
    expect((await open(list, 99)).titles).toEqual(list[1]);
  });

  it('yields every row of a long file once', async () => {
    const rows = rowsOf(['SĐT'], ...Array.from({ length: headLimits.rows + 5 }, (_, n) => [String(n)]));
    const table = await open(rows, null);
    expect([table.head.length, table.sample.length]).toEqual([headLimits.rows, headLimits.rows - 1]);
    expect(table.rows).toEqual(rows.slice(1));
  });

  it('must have at least one row', async () => {
    await expect(openTable(generate([]), null)).rejects.toMatchObject({ code: 'fileEmpty' });
    await expect(openTable(generate([]), 0)).rejects.toMatchObject({ code: 'fileEmpty' });
  });
});

describe('the order of day and month', () => {
  it('is detected for each column of dates, from all rows', async () => {
    const mapping = { phone: 0, certificateIssuedOn: 1, certificateExpiresOn: 3 };
    expect(dayColumns(mapping)).toEqual([1, 3]);
    const rows = rowsOf(['1', '05/06/2024', '', '05/26/2024'], ['2', '26/05/2024', '', ''], ['3']);
    expect(await findDayOrders(dayColumns(mapping), rows)).toEqual(
      new Map([
        [1, 'day'],
        [3, 'month'],
      ]),
    );
    expect(await findDayOrders([2], generate(rows))).toEqual(new Map([[2, 'unknown']]));
  });
});

describe('the row of titles', () => {
  it('is the first row with the most known titles and without a phone', () => {
    expect(findTitleRow(rowsOf(['SĐT'], ['Họ tên', 'SĐT'], ['Tên', 'Email']))?.number).toBe(2);
    expect(findTitleRow(rowsOf(['Họ tên', 'SĐT', '0912345678'], ['SĐT', 'x', 'y']))?.number).toBe(2);
    expect(findTitleRow(rowsOf(['a', 'b'], ['c', 'd']))?.number).toBe(1);
    expect(findTitleRow(rowsOf(['An', '0912345678'], ['Bình', '0912345679', 'x']))).toEqual({
      number: 0,
      cells: ['', '', ''],
    });
    expect(findTitleRow([])).toBeUndefined();
  });

  it.each(['0912345678', '912345678', '84912345678', '+84912345678', '01692345678', '0912 345 678'])(
    'is not a row with a phone such as %j',
    (phone) => {
      expect(findTitleRow(rowsOf([phone]))?.number).toBe(0);
    },
  );

  it.each(['12345678', '091234567890', '0912345678x'])('may contain a text such as %j', (text) => {
    expect(findTitleRow(rowsOf([text]))?.number).toBe(1);
  });

  it('uses titles above its empty cells if that gives more known titles', () => {
    const two = rowsOf(['', 'SĐT', 'Thông tin', ''], ['Họ tên', '', 'Email', 'MST', 'Tỉnh']);
    expect(titlesAt(two, 1)).toEqual({ number: 2, cells: ['Họ tên', 'SĐT', 'Email', 'MST', 'Tỉnh'] });
    expect(titlesAt(two, 0)).toEqual(two[0]);
    expect(titlesAt(two, 2)).toBeUndefined();
    const group = rowsOf(['Nhóm', 'Nhóm'], ['Họ tên', '']);
    expect(titlesAt(group, 1)).toEqual(group[1]);
    // Two title rows are merged only if they are adjacent.
    const [above, below] = [
      { number: 1, cells: ['SĐT', ''] },
      { number: 3, cells: ['', 'Họ tên'] },
    ];
    expect(titlesAt([above, below], 1)).toEqual(below);
    expect(titlesAt([above, { ...below, number: 2 }], 1)?.cells).toEqual(['SĐT', 'Họ tên']);
    const wide = rowsOf(['', '', 'SĐT'], ['Họ tên']);
    expect(titlesAt(wide, 1)?.cells).toEqual(['Họ tên', '', 'SĐT']);
  });

  it('is rated by its number of columns that provide a field', () => {
    expect(countTitles(['SĐT', 'Họ', 'Tên', 'x', 'Điện thoại'])).toBe(4);
    expect(countTitles(['x', ''])).toBe(0);
  });
});

describe('the guessed mapping', () => {
  it('uses several columns for phones, e-mail addresses and parts of a name', () => {
    expect(
      guessMapping(['SĐT', 'Email', 'Điện thoại', 'Mail', 'MST', 'Mã số thuế', 'Họ tên', 'Tên']),
    ).toEqual({
      phone: [0, 2],
      email: [1, 3],
      taxCode: 4,
      name: 6,
    });
    expect(guessMapping(['Tên', 'Họ', 'Tên đệm'])).toEqual({ name: [1, 2, 0] });
    expect(guessMapping(['Họ'])).toEqual({});
    expect(guessMapping(['/ Họ tên /', '(SĐT)', 'Tên / Điện thoại'])).toEqual({ name: 0, phone: 1 });
    expect(guessMapping(['Tên'])).toEqual({ name: 0 });
    expect(guessMapping(['Họ', 'Tên', 'Họ và tên'])).toEqual({ name: [0, 1] });
    expect(guessMapping(['Họ', 'Họ và tên'])).toEqual({ name: 1 });
  });

  it.each([
    [[['Nguyễn Văn', 'An']], [0, 1]],
    [[['Nguyễn Văn', 'Thị An']], [0, 1]],
    // “Nam” is a given name here, although it also means “male” in a gender column.
    [
      [
        ['Nguyễn', 'Nam'],
        ['Trần', 'An'],
      ],
      [0, 1],
    ],
    [
      [
        ['Nguyễn An', 'Nam'],
        ['Trần Bình', 'Nữ'],
      ],
      0,
    ],
    [[['Nguyễn An', 'F']], 0],
    [[['Nguyễn An', 'male']], 0],
    [
      [
        ['Nguyễn', 'An'],
        ['Trần', '12'],
      ],
      0,
    ],
    [[['Nguyễn', 'Một Hai Ba']], 0],
    [[['', 'An']], 0],
    [[['Nguyễn', '']], 0],
    [
      [
        ['Nguyễn', 'An'],
        ['', '12'],
      ],
      [0, 1],
    ],
    [[], 0],
  ])('reads the names in the rows %j from the columns %j', (lines, name) => {
    expect(guessMapping(['Họ tên', ''], rowsOf(...lines))).toEqual({ name });
    expect(guessMapping(['Họ tên', 'Giới tính'], rowsOf(...lines))).toEqual({ name: 0 });
  });
});

describe('a title', () => {
  it.each([
    ['phone', ['S.Đ.T', 'S ĐT', 'Đ/T', 'sodienthoai', 'SDT1', 'Số điện thoại đăng ký', 'Hotline']],
    ['name', ['hoten', 'HOVATEN', 'Tên môi giới']],
    ['email', ['ĐC email', 'user_email', 'E-mail 1 - Value']],
    ['kind', ['Loại HV', 'Phân loại hội viên']],
    ['taxCode', ['M.S.T', 'masothue', 'MST công ty', 'Mã số DN', 'Mã số thuế doanh nghiệp']],
    ['representative', ['Người đại diện theo pháp luật', 'Đại diện theo pháp luật', 'Người ĐDPL']],
    ['passwordHash', ['user_pass']],
  ])('for the field %s may be one of %j', (field, written) => {
    for (const title of written) expect([title, guessMapping([title])]).toEqual([title, { [field]: 0 }]);
  });

  it('may number its column, and a second phone is used if the first is missing', () => {
    expect(guessMapping(['Họ tên', 'SĐT 1', 'SĐT 2', 'Email 2', 'Phone 3 - Value'])).toEqual({
      name: 0,
      phone: [1, 2, 4],
      email: 3,
    });
    expect(guessMapping(['SĐT 4', 'Phone 1 - Label'])).toEqual({});
  });
});

describe('the list of unused columns', () => {
  it('names a column without a title by its letters', () => {
    const mapping = { name: [0, 2], phone: 1 };
    expect(leftOutColumns(mapping, ['Họ', 'SĐT', 'Tên', ' Ghi chú ', '', 'x'.repeat(101)])).toEqual([
      'Ghi chú',
      'E',
      'x'.repeat(100),
    ]);
    expect([0, 25, 26, 27, 51, 52, 701, 702].map(columnName)).toEqual([
      'A',
      'Z',
      'AA',
      'AB',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ]);
  });
});

describe('the hash format', () => {
  it.each([
    ['a'.repeat(40), 'sha1-salt-before'],
    ['A1'.repeat(20), 'sha1-salt-before'],
    ['a'.repeat(64), 'sha256-salt-before'],
    ['A1'.repeat(32), 'sha256-salt-before'],
    ['a'.repeat(128), 'sha512-salt-before'],
    ['A1'.repeat(64), 'sha512-salt-before'],
    ['a'.repeat(41), 'self-described'],
    ['a'.repeat(63), 'self-described'],
    ['a'.repeat(129), 'self-described'],
    ['g'.repeat(64), 'self-described'],
    ['$2b$10$abc', 'self-described'],
    [undefined, 'self-described'],
  ])('is detected from %j with a salt as %s', (hash, format) => {
    expect(guessHashFormat(hash, true)).toBe(format);
    expect(guessHashFormat(hash, false)).toBe('self-described');
  });
});
