import { describe, expect, it } from 'vitest';
import { judgeFile } from '../testing/judge-file.ts';
import { person, summary } from '../testing/judged-rows.ts';

describe('the text reader', () => {
  it('reads a UTF-8 file that a program has decoded as Windows-1252', async () => {
    const misread = new TextDecoder('windows-1252').decode(
      Buffer.from('\uFEFFSĐT,Họ tên\n0912345678,Lê An\n'),
    );
    expect(summary(await judgeFile(misread))).toEqual([person('912345678', 'Lê An', 'name:oldFont')]);
  });

  it('reads a province in the encoding of the other columns', async () => {
    const text = 'SĐT,Tỉnh,Họ tên\n0912345678,TP Hoà Chí Minh,Traàn Thò Bình\n';
    expect(summary(await judgeFile(text))[0]?.[1]).toEqual({ name: 'Trần Thị Bình', province: '79' });
  });

  it('skips a last line that contains only the character U+001A', async () => {
    const judged = await judgeFile('SĐT,Họ tên\r\n0912345678,An\r\n\u001A');
    expect(summary(judged)).toEqual([person('912345678', 'An')]);
  });

  it('reads a cell of 16,000 lines', async () => {
    const text = `SĐT,Tên,Ghi chú\n0912345678,An,"${'x\n'.repeat(16_000)}"\n0912345679,Bình,\n`;
    expect(summary(await judgeFile(text))).toEqual([person('912345678', 'An'), person('912345679', 'Bình')]);
  });

  it('reads a file in UTF-8 with a zero byte as UTF-8', async () => {
    const { rows } = await judgeFile('SĐT,Email\n0912345678,a\u0000n\n0912345679,an@x.vn\n');
    expect(rows.map((row) => row.isValid && row.member.email)).toEqual([null, 'an@x.vn']);
  });

  it('reads the other rows if a row’s quotation marks cannot be read', async () => {
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
  ])('I4 keeps at most the phone of the damaged row %j', async (line, from) => {
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
