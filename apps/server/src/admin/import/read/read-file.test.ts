import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeXlsx, workbook } from '../testing/xlsx.ts';
import { cutCell } from '../read-limits.ts';
import { makeZip } from '../testing/zip.ts';
import { readFile } from './read-file.ts';
import { ReadProblem, readLimits, type FileRow } from '../read-limits.ts';

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

function encrypted(file: Buffer): Buffer {
  const marked = Buffer.from(file);
  for (let at = marked.indexOf('PK\u0001\u0002'); at >= 0; at = marked.indexOf('PK\u0001\u0002', at + 1))
    marked[at + 8] = (marked[at + 8] ?? 0) | 1;
  return marked;
}

const withStrings = (strings: string) =>
  makeZip([
    ...workbook,
    { name: 'xl/worksheets/sheet1.xml', content: '<worksheet><sheetData/></worksheet>' },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
  ]);

const sheet = (data: string) =>
  makeZip([
    ...workbook,
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${data}</sheetData></worksheet>` },
  ]);

describe.each(['csv', 'xlsx'] as const)('the time limit of a file of type %s', (type) => {
  // Make the sheet of the XLSX file longer than one chunk, because its time is checked once per chunk.
  const phones = Array.from({ length: 5_000 }, (_, n) => `09${10_000_000 + n}`);
  const file = type === 'csv' ? Buffer.from(phones.join('\n')) : makeXlsx(phones.map((phone) => [phone]));

  it('I2 stops reading a file that takes too long', async () => {
    let time = 0;
    const slow = async function* () {
      time += readLimits.milliseconds + 1;
      yield* inPieces(file, 65_536);
    };
    await expect(readFile(type, slow(), () => time).next()).rejects.toMatchObject({ code: 'fileTime' });
  });

  it('excludes the time that the caller spends on a row', async () => {
    let time = 0;
    let count = 0;
    for await (const _ of readFile(type, inPieces(file, 65_536), () => time)) {
      time += 1_000;
      count += 1;
    }
    expect(count).toBe(phones.length);
  });
});

it.each(['csv', 'xlsx'] as const)('reading a %s file fails with the error of its source', async (type) => {
  const lost = new Error('connection lost');
  const parts = async function* () {
    yield Buffer.from('phone\n');
    throw lost;
  };
  await expect(Array.fromAsync(readFile(type, parts()))).rejects.toBe(lost);
});

it.each([
  ['no bytes', 0, 'fileEmpty'],
  ['as many zero bytes as a file may have', readLimits.fileBytes, 'fileFormat'],
  ['more bytes than a file may have', readLimits.fileBytes + 1, 'fileTooLarge'],
])('I2 an XLSX file is refused with %s', async (_size, bytes, code) => {
  expect(await problemOf('xlsx', Buffer.alloc(bytes))).toBe(code);
});

describe('a CSV file', () => {
  it.each([',', ';', '\t'])('is read with the delimiter %j and quoted cells', async (mark) => {
    const text = ['Họ tên', 'SĐT'].join(mark) + `\r\n"Nguyễn${mark} ""An"""${mark}0912345678\r\n`;
    expect(await cellsOf('csv', text)).toEqual([
      ['Họ tên', 'SĐT'],
      [`Nguyễn${mark} "An"`, '0912345678'],
    ]);
  });

  it('is read correctly when a character is split between parts', async () => {
    const rows = await read('csv', '\uFEFFtên\nHuỳnh Đệ\n\n,\nÂu Ổn\n', 1);
    expect(rows).toEqual([
      { number: 1, cells: ['tên'] },
      { number: 2, cells: ['Huỳnh Đệ'] },
      { number: 5, cells: ['Âu Ổn'] },
    ]);
  });

  it.each(['a\r\nb\r\n', 'a\rb\r', 'a\r\nb\r'])(
    'is read with its row numbers if line breaks are split: %j',
    async (text) => {
      expect(await read('csv', text, 1)).toEqual([
        { number: 1, cells: ['a'] },
        { number: 2, cells: ['b'] },
      ]);
    },
  );

  it('is read without byte-order marks at its start', async () => {
    expect(await cellsOf('csv', '\uFEFF\u00EF\u00BB\u00BFphone\n\uFEFFb\n')).toEqual([
      ['phone'],
      ['\uFEFFb'],
    ]);
    expect(await cellsOf('csv', 'a\n\uFEFFb\n', 2)).toEqual([['a'], ['\uFEFFb']]);
  });

  it('is read in UTF-16 and rejected in a legacy encoding', async () => {
    expect(await cellsOf('csv', Buffer.from('\uFEFFtên\tsđt\r\nAn\t1\r\n', 'utf16le'))).toEqual([
      ['tên', 'sđt'],
      ['An', '1'],
    ]);
    expect(await problemOf('csv', Buffer.from('t\xEAn\nAn\n', 'latin1'))).toBe('fileEncoding');
    expect(await problemOf('csv', makeXlsx([['phone']]))).toBe('fileFormat');
    expect(await problemOf('csv', Buffer.from('D0CF11E0A1B11AE1', 'hex'))).toBe('fileFormat');
  });

  it('is read with the delimiter that its first line names', async () => {
    const count = 10_000;
    const rows = await read('csv', `sep=~\nHọ tên~SĐT\n${'An, Bình~0912345678\n'.repeat(count)}`);
    expect(rows).toHaveLength(count + 1);
    expect(rows.slice(0, 2)).toEqual([
      { number: 2, cells: ['Họ tên', 'SĐT'] },
      { number: 3, cells: ['An, Bình', '0912345678'] },
    ]);
  });

  it('is read with its cells unchanged and without blank rows', async () => {
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

  it.each([
    // The delimiter that yields more known titles wins.
    ['Họ tên;SĐT\na,b;1\nc,d;2\n', 'Họ tên'],
    ['SĐT,x;y\n1,a;b\n2,c;d\n', 'SĐT'],
    // Without known titles, the delimiter that gives more rows the same number of cells wins.
    ['a;b\nc;d\ne,f;g\n', 'a'],
    ['a|b|c\nd|e|f\ng|h|i, j\n', 'a'],
    ['abc\ndef\n', 'abc'],
    // The titles may follow other rows.
    ['a,b\nHọ tên;SĐT\nAn;0912345678\n', 'a,b'],
  ])('is read with the delimiter that fits %j', async (text, first) => {
    expect((await cellsOf('csv', text))[0]?.[0]).toBe(first);
  });

  it('is read in UTF-16 with and without a byte-order mark', async () => {
    const text = 'phone,name\n0912345678,An\n';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const expected = [
      ['phone', 'name'],
      ['0912345678', 'An'],
    ];
    for (const file of [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ])
      expect(await cellsOf('csv', file)).toEqual(expected);
  });

  it.each([
    '<table><tr><td>SĐT</td></tr></table>',
    '\uFEFF\r\n<!DOCTYPE html>',
    '<HTML xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<?xml version="1.0"?><Workbook/>',
    '%PDF-1.7',
  ])('is rejected if it is another kind of document, such as %j', async (text) => {
    expect(await problemOf('csv', Buffer.from(text))).toBe('fileFormat');
  });

  it.each([
    ['504b0304', 'fileFormat'],
    ['d0cf11e0', 'fileFormat'],
    ['504b0305', undefined],
    ['504b0404', undefined],
    ['514b0304', undefined],
    ['504c0304', undefined],
    ['d0cf11e1', 'fileEncoding'],
    ['d0cf12e0', 'fileEncoding'],
    ['d0ce11e0', 'fileEncoding'],
    ['d1cf11e0', 'fileEncoding'],
  ])('that begins with the bytes %s has the problem %s', async (bytes, problem) => {
    expect(await problemOf('csv', Buffer.from(`${bytes}61626364`, 'hex'))).toBe(problem);
  });

  it('is read with long cells cut one character above the limit', async () => {
    const { cellCharacters, columns } = readLimits;
    const long = 'x'.repeat(cellCharacters + 10);
    const [row] = await cellsOf('csv', `${'x'.repeat(cellCharacters)},${long}${',y'.repeat(columns)}\n`);
    expect(row?.slice(0, 2).map(({ length }) => length)).toEqual([cellCharacters, cellCharacters + 1]);
    expect(row).toHaveLength(columns);
    expect([cutCell('x'.repeat(cellCharacters)), cutCell(long)].map(({ length }) => length)).toEqual([
      cellCharacters,
      cellCharacters + 1,
    ]);
  });

  it('has a damaged row if a quotation mark is not closed', async () => {
    const rows = await read('csv', `a,b\n"${'x\n'.repeat(20)}y,z\n1,2\n`);
    expect(rows[1]).toMatchObject({ number: 2, isDamaged: true });
    const long = `"${'x'.repeat(600_000)}\n${'x'.repeat(600_000)}\n",b\n`;
    expect((await read('csv', `a,b\n${long}1,2\n`))[1]).toMatchObject({ isDamaged: true });
    const short = `"${'x'.repeat(400_000)}\n${'x'.repeat(400_000)}\n",b\n`;
    expect((await read('csv', `a,b\n${short}1,2\n`))[1]?.isDamaged).toBeUndefined();
  });

  it('I2 may have as many rows below its titles as the limit allows', async () => {
    expect(await read('csv', `a\n${'x\n'.repeat(readLimits.rows)}`)).toHaveLength(readLimits.rows + 1);
  });
});

/** Returns XML comments that do not compress well, so that the text after them may be repetitive. */
const noiseOf = (bytes: number) =>
  randomBytes(bytes)
    .toString('base64')
    .replaceAll(/.{1,30000}/gu, '<!--$&-->');

const list = (text: string) =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
const relationsOf = (...all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const bookOf = (...sheets: readonly (readonly [name: string, data: string, rest?: string])[]) =>
  makeZip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets>${sheets.map(([name], n) => `<sheet name="${name}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsOf(...sheets.map((_, n) => [`r${n}`, 'worksheet', `s${n}.xml`] as const)),
    },
    ...sheets.map(([, data, rest = ''], n) => ({
      name: `xl/s${n}.xml`,
      content: `<worksheet><sheetData>${data}</sheetData>${rest}</worksheet>`,
    })),
  ]);
const rowOf = (...cells: readonly string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
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

  it('is read from its first visible sheet', async () => {
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

  it.each([
    ['its first sheet if all are hidden', ['worksheet hidden', 'worksheet hidden'], ['0']],
    ['its first sheet with cells', ['chartsheet visible', 'dialogsheet visible', 'worksheet visible'], ['2']],
  ])('is read from %s', async (_which, kinds, row) => {
    const parts = kinds.map((kind, index) => ({ kind: kind.split(' '), index }));
    const sheets = parts.map(({ kind, index }) => `<sheet r:id="r${index}" state="${kind[1]}"/>`);
    const relations = parts.map(
      ({ kind, index }) => `<Relationship Id="r${index}" Type="x/${kind[0]}" Target="s${index}.xml"/>`,
    );
    const file = makeZip([
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
      },
      { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
      ...parts.map(({ index }) => ({
        name: `xl/s${index}.xml`,
        content: `<worksheet><sheetData><row><c><v>${index}</v></c></row></sheetData></worksheet>`,
      })),
    ]);
    expect(await cellsOf('xlsx', file)).toEqual([row]);
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

  it('is read with booleans and lower-case references, and without phonetic readings', async () => {
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

  it('is read through its relations, regardless of the names of its parts', async () => {
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

  it('is read if a large entry expands like a sheet', async () => {
    const noise = Array.from({ length: 160_000 }, (_, n) => `<!--${(n * 7_919) % 1_000_003}-->`).join('');
    const large = `<row><c t="inlineStr"><is><t>An</t></is></c></row>${noise}`;
    expect(large.length).toBeGreaterThan(1_000_000);
    expect(await cellsOf('xlsx', sheet(large))).toEqual([['An']]);
    const small = `<row><c t="inlineStr"><is><t>An</t></is></c></row>${' '.repeat(500_000)}`;
    expect(await cellsOf('xlsx', sheet(small))).toEqual([['An']]);
  });

  it('is read without following links to other files', async () => {
    const external = relationsOf(['a', 'worksheet', 'elsewhere.xml']).replace(
      '/>',
      ' TargetMode="External"/>',
    );
    const own = relationsOf(['a', 'worksheet', 'own.xml']);
    const inner = external.replace('</Relationships>', '') + own.replace('<Relationships>', '');
    const file = makeZip([
      {
        name: 'xl/workbook.xml',
        content: '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
      },
      { name: 'xl/_rels/workbook.xml.rels', content: inner },
      { name: 'xl/own.xml', content: list('An') },
      { name: 'xl/elsewhere.xml', content: list('Bình') },
    ]);
    expect(await cellsOf('xlsx', file)).toEqual([['An']]);
  });

  it('is read from the first sheet with the most known titles', async () => {
    const guide = rowOf('Hướng dẫn', 'Điền đủ các cột');
    const titles = rowOf('Họ tên', 'SĐT');
    const file = bookOf(
      ['Hướng dẫn', guide],
      ['Hà Nội', titles + rowOf('An', '0912345678')],
      ['Trống', ''],
      ['Huế', titles + rowOf('Bình', '0912345679', 'x')],
    );
    expect(await read('xlsx', file)).toEqual([
      { number: 1, cells: ['Họ tên', 'SĐT'], otherSheets: ['Hướng dẫn!A:B', 'Huế!A:C'] },
      { number: 2, cells: ['An', '0912345678'] },
    ]);
  });

  it('is read although a sheet that is not imported cannot be read', async () => {
    const file = bookOf(['Hội viên', rowOf('Họ tên', 'SĐT')], ['Khác', '<row r="2"/><row r="1"/>']);
    expect(await cellsOf('xlsx', file)).toEqual([['Họ tên', 'SĐT']]);
  });

  it('is read with a vertically merged value in each of its rows', async () => {
    const rows = [
      ['Tỉnh', 'Tên'],
      ['Huế', 'An'],
      ['', 'Bình'],
      ['', ''],
      ['', 'Chi'],
      ['', 'Dũng'],
    ];
    const merges = '<mergeCells><mergeCell ref="A2:A5"/><mergeCell ref="B1:C1"/></mergeCells>';
    for (const size of [1, 65_536])
      expect(
        await cellsOf('xlsx', bookOf(['a', rows.map((cells) => rowOf(...cells)).join(''), merges]), size),
      ).toEqual([
        ['Tỉnh', 'Tên'],
        ['Huế', 'An'],
        ['Huế', 'Bình'],
        ['Huế', 'Chi'],
        ['', 'Dũng'],
      ]);
  });

  it.each([
    ['rows', sheet(noiseOf(200_000) + '<row><c><v>1</v></c></row>'.repeat(readLimits.rows + 2)), 'fileRows'],
    [
      'shared strings',
      withStrings(noiseOf(200_000) + '<si/>'.repeat(readLimits.sharedStrings + 1)),
      'fileTooLarge',
    ],
    [
      'shared characters',
      withStrings(
        noiseOf(400_000) +
          `<si><t>${'x'.repeat(2_000)}</t></si>`.repeat(readLimits.sharedCharacters / 2_000 + 1),
      ),
      'fileTooLarge',
    ],
  ])('I2 is refused with too many %s', async (_what, file, code) => {
    expect(await problemOf('xlsx', file)).toBe(code);
  });

  it('I2 may have as many rows below its titles as the limit allows', async () => {
    const file = sheet(noiseOf(200_000) + '<row><c><v>1</v></c></row>'.repeat(readLimits.rows + 1));
    expect(await read('xlsx', file)).toHaveLength(readLimits.rows + 1);
  });

  it('is read up to column SR', async () => {
    const file = sheet('<row><c r="A1"><v>1</v></c><c r="SR1"><v>2</v></c><c r="SS1"><v>3</v></c></row>');
    const [row] = await cellsOf('xlsx', file);
    expect([row?.length, row?.at(-1)]).toEqual([readLimits.columns, '2']);
  });

  it('is read with the formula of a cell that has no result', async () => {
    const cells =
      '<c><f>B2&amp;" "&amp;C2</f></c><c><f>"0912345678"</f><v></v></c><c><f t="shared" si="0"/></c><c t="str"><f>IF(A1="","")</f><v></v></c><c><f>1+1</f><v>2</v></c>';
    expect(await cellsOf('xlsx', sheet(`<row>${cells}</row>`))).toEqual([
      ['#N/A =B2&" "&C2', '#N/A ="0912345678"', '#N/A', '', '2'],
    ]);
  });

  it.each([
    ['an encrypted entry', () => encrypted(makeXlsx([['phone']])), 'fileFormat'],
    [
      'an entry that expands a thousand times',
      () => sheet(`<row>${' '.repeat(5_000_000)}</row>`),
      'fileTooLarge',
    ],
    [
      'an entry that expands more than 100 times',
      () => sheet(`${noiseOf(14_000)}<row>${' '.repeat(3_000_000)}</row>`),
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
      'an entry that claims more than the limit',
      () =>
        makeZip([
          ...workbook,
          {
            name: 'xl/worksheets/sheet1.xml',
            content: randomBytes(readLimits.sheetBytes / readLimits.zipRatio + 1),
            claimedBytes: readLimits.sheetBytes + 1,
          },
        ]),
      'fileTooLarge',
    ],
    [
      'too many entries',
      () =>
        makeZip(Array.from({ length: readLimits.zipEntries + 1 }, (_, n) => ({ name: `${n}`, content: '' }))),
      'fileTooLarge',
    ],
    [
      'the most entries, but no workbook',
      () => makeZip(Array.from({ length: readLimits.zipEntries }, (_, n) => ({ name: `${n}`, content: '' }))),
      'fileFormat',
    ],
    [
      'a text that is not in UTF-8',
      () =>
        makeZip([
          ...workbook,
          { name: 'xl/worksheets/sheet1.xml', content: Buffer.from('<worksheet>\xEA</worksheet>', 'latin1') },
        ]),
      'fileFormat',
    ],
    ['an entity', () => sheet('<!DOCTYPE x [<!ENTITY a "b">]><row/>'), 'fileFormat'],
    [
      'elements nested in more than 32',
      () => sheet(`<row r="1"><c>${'<x>'.repeat(29)}${'</x>'.repeat(29)}</c></row>`),
      'fileFormat',
    ],
    [
      'an element with more than 64 attributes',
      () => sheet(`<row ${Array.from({ length: 65 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
      'fileFormat',
    ],
    ['rows out of order', () => sheet('<row r="2"/><row r="1"/>'), 'fileFormat'],
    ['a shared string that does not exist', () => sheet('<row><c t="s"><v>9</v></c></row>'), 'fileFormat'],
    ['no zip archive', () => Buffer.from('phone\n0912345678'), 'fileFormat'],
  ])('I2 is refused with %s', async (_title, file, code) => {
    expect(await problemOf('xlsx', file())).toBe(code);
  });
});
