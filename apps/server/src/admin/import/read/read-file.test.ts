import { describe, expect, it } from 'vitest';
import { makeXlsx, workbook } from '../testing/xlsx.ts';
import { makeZip } from '../testing/zip.ts';
import { readFile } from './read-file.ts';
import { ReadProblem, readLimits, type FileRow } from './read-limits.ts';

async function* inPieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function read(type: 'csv' | 'xlsx', file: Buffer | string, size = 65_536): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readFile(type, inPieces(Buffer.from(file), size))) rows.push(row);
  return rows;
}
const cellsOf = async (...input: Parameters<typeof read>) => (await read(...input)).map(({ cells }) => cells);
const problemOf = async (type: 'csv' | 'xlsx', file: Buffer | string) => {
  const error: unknown = await read(type, file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ReadProblem ? error.code : error;
};

const sheet = (data: string) =>
  makeZip([
    ...workbook,
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${data}</sheetData></worksheet>` },
  ]);

describe.each(['csv', 'xlsx'] as const)('the time limit of a file of type %s', (type) => {
  // More than one chunk of a sheet, because the time is checked once per chunk.
  const phones = Array.from({ length: 5_000 }, (_, n) => `09${10_000_000 + n}`);
  const file = type === 'csv' ? Buffer.from(phones.join('\n')) : makeXlsx(phones.map((phone) => [phone]));

  it('I2 ends the reading of a file that takes too long', async () => {
    let time = 0;
    const slow = async function* () {
      time += readLimits.milliseconds + 1;
      yield* inPieces(file, 65_536);
    };
    await expect(readFile(type, slow(), () => time).next()).rejects.toMatchObject({ code: 'fileTime' });
  });

  it('does not include the time that the caller spends on a row', async () => {
    let time = 0;
    let count = 0;
    for await (const _ of readFile(type, inPieces(file, 65_536), () => time)) {
      time += 1_000;
      count += 1;
    }
    expect(count).toBe(phones.length);
  });
});

it.each(['csv', 'xlsx'] as const)(
  'an error other than a file problem is reported when a stored part of a %s file is lost',
  async (type) => {
    const lost = new Error('connection lost');
    const parts = async function* () {
      yield Buffer.from('phone\n');
      throw lost;
    };
    await expect(Array.fromAsync(readFile(type, parts()))).rejects.toBe(lost);
  },
);

describe('a CSV file', () => {
  it.each([',', ';', '\t'])('is read with the delimiter %j and quoted cells', async (mark) => {
    const text = ['Họ tên', 'SĐT'].join(mark) + `\r\n"Nguyễn${mark} ""An"""${mark}0912345678\r\n`;
    expect(await cellsOf('csv', text)).toEqual([
      ['Họ tên', 'SĐT'],
      [`Nguyễn${mark} "An"`, '0912345678'],
    ]);
  });

  it('is read correctly when a character is split between parts, with the row numbers of a spreadsheet', async () => {
    const rows = await read('csv', '\uFEFFtên\nHuỳnh Đệ\n\n,\nÂu Ổn\n', 1);
    expect(rows).toEqual([
      { number: 1, cells: ['tên'] },
      { number: 2, cells: ['Huỳnh Đệ'] },
      { number: 5, cells: ['Âu Ổn'] },
    ]);
  });

  it('is read in UTF-16 as Excel writes it, and rejected in a legacy encoding', async () => {
    expect(await cellsOf('csv', Buffer.from('\uFEFFtên\tsđt\r\nAn\t1\r\n', 'utf16le'))).toEqual([
      ['tên', 'sđt'],
      ['An', '1'],
    ]);
    expect(await problemOf('csv', Buffer.from('t\xEAn\nAn\n', 'latin1'))).toBe('fileEncoding');
    expect(await problemOf('csv', makeXlsx([['phone']]))).toBe('fileFormat');
    expect(await problemOf('csv', Buffer.from('D0CF11E0A1B11AE1', 'hex'))).toBe('fileFormat');
  });

  it('has its cells returned as they are written, and its blank rows skipped', async () => {
    expect(await cellsOf('csv', "phone,salt\n , \n'+84912345678, '=x \n")).toEqual([
      ['phone', 'salt'],
      ["'+84912345678", " '=x "],
    ]);
  });

  it.each([
    ['fileEmpty', ''],
    ['fileTooLarge', `a\n${'x'.repeat(readLimits.lineCharacters + 1)}\n`],
    ['fileRows', `a\n${'x\n'.repeat(readLimits.rows + 1)}`],
  ])('I2 is refused with the problem %s', async (code, text) => {
    expect(await problemOf('csv', text)).toBe(code);
  });

  it('I2 may have as many rows as the limit below its titles', async () => {
    expect(await read('csv', `a\n${'x\n'.repeat(readLimits.rows)}`)).toHaveLength(readLimits.rows + 1);
  });
});

const list = (text: string) =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
const relationsOf = (...all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const twoSheets = '<workbook xmlns:r="r"><sheets><sheet r:id="a"/><sheet r:id="b"/></sheets></workbook>';

describe('an XLSX file', () => {
  it('is read with shared strings, numbers and empty cells', async () => {
    const file = makeXlsx([
      ['Họ tên', 'Số điện thoại'],
      ['Nguyễn <An> & Bình', 912345678],
      ['', 84912345679],
    ]);
    expect(await cellsOf('xlsx', file, 100)).toEqual([
      ['Họ tên', 'Số điện thoại'],
      ['Nguyễn <An> & Bình', '912345678'],
      ['', '84912345679'],
    ]);
  });

  it('is read from its first visible sheet, however many other parts it has', async () => {
    const sheets = ['hidden', 'veryHidden', 'visible', undefined].map(
      (state, index) => `<sheet r:id="r${index}" ${state === undefined ? '' : `state="${state}"`}/>`,
    );
    const relations = sheets.map(
      (_, index) => `<Relationship Id="r${index}" Target="worksheets/s${index}.xml"/>`,
    );
    const file = makeZip([
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
      },
      { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
      ...sheets.map((_, index) => ({
        name: `xl/worksheets/s${index}.xml`,
        content: `<worksheet><sheetData><row><c><v>${index}</v></c></row></sheetData></worksheet>`,
      })),
      ...Array.from({ length: 1_500 }, (_, n) => ({ name: `xl/media/image${n}.png`, content: 'x' })),
    ]);
    expect(await cellsOf('xlsx', file)).toEqual([['2']]);
  });

  it('is read with inline strings, cached results and numbers in scientific notation', async () => {
    const file = sheet(
      '<row><c t="inlineStr"><is><t>Tên</t></is></c><c t="str"><f>A1</f><v>kết quả</v></c></row>' +
        '<row r="4"><c r="B4"><v>8.4912345678E10</v></c></row>',
    );
    expect(await read('xlsx', file)).toEqual([
      { number: 1, cells: ['Tên', 'kết quả'] },
      { number: 4, cells: ['', '84912345678'] },
    ]);
  });

  it('is read without phonetic readings, with booleans, and with references in small letters', async () => {
    const file = sheet(
      '<row><c r="a1" t="inlineStr"><is><r><t>Nguyễn </t></r><r><t>An</t></r><rPh sb="0" eb="1"><t>kana</t></rPh></is></c>' +
        '<c r="b1" t="b"><v>1</v></c><c r="c1" t="b"><v>0</v></c></row>',
    );
    expect(await cellsOf('xlsx', file)).toEqual([['Nguyễn An', 'TRUE', 'FALSE']]);
  });

  it.each([
    ['has no rows', 'worksheet', '<worksheet><sheetData/></worksheet>'],
    ['is a chart', 'chartsheet', '<chartsheet/>'],
  ])('is read from the next sheet if the first %s', async (_case, type, content) => {
    const file = makeZip([
      { name: 'xl/workbook.xml', content: twoSheets },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationsOf(['a', type, 'first.xml'], ['b', 'worksheet', './second.xml']),
      },
      { name: 'xl/first.xml', content },
      { name: 'xl/second.xml', content: list('An') },
    ]);
    expect(await cellsOf('xlsx', file)).toEqual([['An']]);
  });

  it('is read by its relations, whatever the names of its parts', async () => {
    const shared = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const file = makeZip([
      { name: '_rels/.rels', content: relationsOf(['r', 'officeDocument', '/xl/workbook2.xml']) },
      {
        name: 'xl/workbook2.xml',
        content: '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook2.xml.rels',
        content: relationsOf(['a', 'worksheet', '/data/sheet.xml'], ['b', 'sharedStrings', 'Strings.xml']),
      },
      { name: 'data/sheet.xml', content: shared },
      { name: 'xl/Strings.xml', content: '<sst><si><t>An</t></si></sst>' },
    ]);
    expect(await cellsOf('xlsx', file)).toEqual([['An']]);
  });

  it.each([
    [
      'an entry that expands a thousand times',
      () => sheet(`<row>${' '.repeat(5_000_000)}</row>`),
      'fileTooLarge',
    ],
    [
      'an entry that claims to be small',
      () =>
        makeZip([
          ...workbook,
          { name: 'xl/worksheets/sheet1.xml', content: `<x>${' '.repeat(9_000_000)}</x>`, claimedBytes: 100 },
        ]),
      'fileFormat',
    ],
    [
      'too many entries',
      () =>
        makeZip(Array.from({ length: readLimits.zipEntries + 1 }, (_, n) => ({ name: `${n}`, content: '' }))),
      'fileTooLarge',
    ],
    ['an entity', () => sheet('<!DOCTYPE x [<!ENTITY a "b">]><row/>'), 'fileFormat'],
    ['rows out of order', () => sheet('<row r="2"/><row r="1"/>'), 'fileFormat'],
    ['a shared string that does not exist', () => sheet('<row><c t="s"><v>9</v></c></row>'), 'fileFormat'],
    ['no zip archive', () => Buffer.from('phone\n0912345678'), 'fileFormat'],
  ])('I2 is refused with %s', async (_title, file, code) => {
    expect(await problemOf('xlsx', file())).toBe(code);
  });
});
