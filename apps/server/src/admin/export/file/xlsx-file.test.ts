import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { readFile } from '#admin/import/read/read-file.ts';
import { openArchive } from '#admin/import/read/zip-entries.ts';
import { createXlsxFile } from './xlsx-file.ts';

async function* chunks(file: Buffer) {
  yield file;
}
const cellsOf = async (file: Buffer) =>
  (await Array.fromAsync(readFile('xlsx', chunks(file)))).map(({ cells }) => cells);
const entryOf = async (file: Buffer, name: string) =>
  String(Buffer.concat(await Array.fromAsync((await openArchive(file)).open(name) ?? [])));

it('keeps every text unchanged, except for characters that XML does not allow', async () => {
  const texts = ['+84912345678', '=1+1', '@x', "'a", ' Ổn  ', '<b>&amp;"', '😀', '0012'];
  const file = createXlsxFile(texts.map((_, index) => `title ${index}`));
  const pieces = [
    await file.begin(),
    await file.write([texts, [null, 'a\u0000b\u000B\uFFFF', null, '', null, null, null, 'end']]),
    await file.end(),
  ];
  const bytes = Buffer.concat(pieces);
  const rows = await cellsOf(bytes);
  expect(rows.slice(1)).toEqual([texts, ['', 'ab', '', '', '', '', '', 'end']]);
});

it('continues on another sheet with the header row when one sheet is full', async () => {
  const file = createXlsxFile(['n'], undefined, 3);
  const pieces = [await file.begin(), await file.write(['1', '2', '3'].map((cell) => [cell]))];
  pieces.push(await file.write([['4'], ['5']]), await file.end());
  const bytes = Buffer.concat(pieces);
  expect(await cellsOf(bytes)).toEqual([['n'], ['1'], ['2']]);
  const third = await entryOf(bytes, 'xl/worksheets/sheet3.xml');
  expect([...third.matchAll(/<t [^>]*>([^<]*)</gu)].map(([, text]) => text)).toEqual(['n', '5']);
  const book = await entryOf(bytes, 'xl/workbook.xml');
  expect(book.match(/<sheet /gu)).toHaveLength(3);
});

it('resumes from another process’s stored state after any piece', async () => {
  const rows = Array.from({ length: 4 }, (_, n) => [[`a${n}`], [`b${n}`]]);
  const written = async (stopAfter: number) => {
    let file = createXlsxFile(['n']);
    const pieces = [await file.begin()];
    for (const [index, piece] of rows.entries()) {
      if (index === stopAfter) file = createXlsxFile(['n'], JSON.parse(JSON.stringify(file.state)));
      pieces.push(await file.write(piece));
    }
    return Buffer.concat([...pieces, await file.end()]);
  };
  const whole = await written(-1);
  for (const stopAfter of rows.keys()) expect((await written(stopAfter)).equals(whole)).toBe(true);
  expect(await cellsOf(whole)).toEqual([['n'], ...rows.flat()]);
});

it('writes the checksum of each entry after its content and in the directory', async () => {
  const file = createXlsxFile(['n']);
  const bytes = Buffer.concat([await file.begin(), await file.write([['1']]), await file.end()]);
  const { names } = await openArchive(bytes);
  expect(names.size).toBe(6);
  for (const name of names) {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(await entryOf(bytes, name)));
    expect(bytes.toString('latin1').split(sum.toString('latin1'))).toHaveLength(3);
  }
});
