import { createProvinceReader } from '../map/provinces.policy.ts';
import { guessHashFormat, guessMapping } from '../map/columns.policy.ts';
import type { RowRules } from '../map/field-reader.ts';
import { readRow, type ReadRow } from '../map/row.policy.ts';
import { dayColumns, findDayOrders, findFonts, openTable } from '../map/table.ts';
import { readFile } from '../read/read-file.ts';

export type JudgedFile = {
  readonly titleRow: number;
  readonly mapping: RowRules['mapping'];
  readonly rows: readonly ({ readonly row: number } & ReadRow)[];
};

/** Judges every row of a file like an import with default choices, without a database. */
export async function judgeFile(
  content: Buffer | string,
  type: 'csv' | 'xlsx' = 'csv',
  choices: Partial<RowRules> = {},
): Promise<JudgedFile> {
  const chunks = async function* () {
    yield Buffer.from(content);
  };
  const { titles, sample, rows } = await openTable(readFile(type, chunks()), null);
  const mapping = choices.mapping ?? guessMapping(titles.cells, sample);
  const all = await Array.fromAsync(rows);
  const hash = typeof mapping.passwordHash === 'number' ? sample[0]?.cells[mapping.passwordHash] : undefined;
  const rules: RowRules = {
    mapping,
    hashFormat: guessHashFormat(hash, mapping.passwordSalt !== undefined),
    phoneCountries: ['VN'],
    today: '2026-11-29',
    readProvince: createProvinceReader([
      { code: '79', name: { vi: 'Thành phố Hồ Chí Minh', en: 'Ho Chi Minh City' } },
    ]),
    fonts: findFonts(sample),
    dayOrders: await findDayOrders(dayColumns(mapping), all),
    ...choices,
  };
  const judged = all.map((row) => ({ row: row.number, ...readRow(row, rules) }));
  return { titleRow: titles.number, mapping, rows: judged };
}
