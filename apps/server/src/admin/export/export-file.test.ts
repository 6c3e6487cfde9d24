import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFile } from '#admin/import/read/read-file.ts';
import { openArchive } from '#admin/import/read/zip-entries.ts';
import { writeExportFile, type Cells } from './export-file.ts';

async function* inBatches(...batches: Cells[][]) {
  yield* batches;
}
async function* chunks(file: Buffer) {
  yield file;
}
const written = async (...input: Parameters<typeof writeExportFile>) =>
  Buffer.concat(await Array.fromAsync(writeExportFile(...input)));
const entryOf = async (file: Buffer, name: string) =>
  Buffer.concat(await Array.fromAsync((await openArchive(file)).open(name) ?? []));

describe('an XLSX file', () => {
  it('keeps every cell unchanged, except for characters that XML does not allow', async () => {
    const texts = ['+84912345678', '=1+1', '@x', "'a", ' Ổn  ', '<b>&amp;"', '😀', '0012'];
    const titles = texts.map((_, index) => `title ${index}`);
    const others = [null, 'a\u0000b\u000B\uFFFF\r', null, '', null, null, null, 'end'];
    const file = await written('xlsx', titles, inBatches([texts], [others]));
    const rows = await Array.fromAsync(readFile('xlsx', chunks(file)));
    expect(rows.map(({ cells }) => cells)).toEqual([titles, texts, ['', 'ab', '', '', '', '', '', 'end']]);
  });

  it('gives every cell the number format for text', async () => {
    const file = await written('xlsx', ['n'], inBatches([['0012'], [null]]));
    const sheet = String(await entryOf(file, 'xl/worksheets/sheet1.xml'));
    expect([...sheet.matchAll(/<c r="(..)"[^>]* s="1"/gu)].map(([, cell]) => cell)).toEqual([
      'A1',
      'A2',
      'A3',
    ]);
    const styles = String(await entryOf(file, 'xl/styles.xml'));
    const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/u.exec(styles)?.[1]?.match(/<xf [^>]*>/gu);
    const id = /numFmtId="(\d+)" formatCode="@"/u.exec(styles)?.[1];
    expect(formats?.[1]).toContain(`numFmtId="${id}"`);
  });

  it('writes the checksum of each entry after its content and in the directory', async () => {
    const file = await written('xlsx', ['n'], inBatches([['1']]));
    const { names } = await openArchive(file);
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) {
      const sum = Buffer.alloc(4);
      sum.writeUInt32LE(crc32(await entryOf(file, name)));
      expect(file.toString('latin1').split(sum.toString('latin1'))).toHaveLength(3);
    }
  });

  it('fails with the same error as its source of rows', async () => {
    const lost = new Error('connection lost');
    const rows = async function* () {
      yield [['1']];
      throw lost;
    };
    await expect(written('xlsx', ['n'], rows())).rejects.toBe(lost);
  });
});

describe('a text longer than an Excel cell', () => {
  const limit = 32_767;
  const cut = `${'😀'.repeat((limit - 5) / 2)} […]`;

  it.each(['csv', 'xlsx'] as const)('is cut in %s, and ends with a mark', async (format) => {
    const texts = ['x'.repeat(limit), 'x'.repeat(limit + 1), '😀'.repeat(limit)];
    const file = await written(format, ['a', 'b', 'c'], inBatches([texts]));
    const text = String(format === 'csv' ? file : await entryOf(file, 'xl/worksheets/sheet1.xml'));
    const cells = text.match(/x{9,}(?: \[…\])?|😀+ \[…\]/gu);
    expect(cells).toEqual([texts[0], `${'x'.repeat(limit - 4)} […]`, cut]);
  });

  it('is not cut in JSON lines', async () => {
    const text = 'x'.repeat(limit + 1);
    const file = await written('jsonl', ['a'], inBatches([[text]]));
    expect(JSON.parse(String(file))).toEqual({ a: text });
  });
});
