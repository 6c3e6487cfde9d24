import { headLimits, ReadProblem, type FileRow } from '../read-limits.ts';
import type { ImportMapping } from '@vid/contract/endpoints/admin/transfers/imports';
import { columnsOf, findTitleRow, titlesAt, withoutTitles } from './columns.policy.ts';
import { evidenceOf, orderOf, type DayOrder } from './days.policy.ts';
import { fontOf, type OldFont } from './old-fonts.ts';

export type Table = {
  readonly titles: FileRow;
  /** The first rows of the file, including those above the titles. */
  readonly head: readonly FileRow[];
  readonly sample: readonly FileRow[];
  readonly rows: AsyncGenerator<FileRow>;
};

/**
 * Finds the titles of a table.
 * @param titleRow number of the title row, if it is known; 0 if the file has no titles
 * @throws ReadProblem fileEmpty
 */
export async function openTable(rows: AsyncGenerator<FileRow>, titleRow: number | null): Promise<Table> {
  const head: FileRow[] = [];
  while (head.length < headLimits.rows) {
    const next = await rows.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  const titles =
    titleRow === 0
      ? withoutTitles(head)
      : (titlesAt(
          head,
          head.findIndex(({ number }) => number === titleRow),
        ) ?? findTitleRow(head));
  if (head.length === 0 || !titles) throw new ReadProblem('fileEmpty');
  const sample = head.filter(({ number }) => number > titles.number);
  return {
    titles,
    head,
    sample,
    rows: (async function* () {
      yield* sample;
      yield* rows;
    })(),
  };
}

export function findFonts(sample: readonly FileRow[]): ReadonlyMap<number, OldFont> {
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  const fonts = new Map<number, OldFont>();
  for (let column = 0; column < width; column += 1) {
    const font = fontOf(sample.map(({ cells }) => cells[column] ?? ''));
    if (font) fonts.set(column, font);
  }
  return fonts;
}

const dayFields = ['certificateIssuedOn', 'certificateExpiresOn'] as const;

export const dayColumns = (mapping: ImportMapping): readonly number[] =>
  dayFields.flatMap((field) => columnsOf(mapping, field));

export async function findDayOrders(
  columns: readonly number[],
  rows: Iterable<FileRow> | AsyncIterable<FileRow>,
): Promise<ReadonlyMap<number, DayOrder>> {
  const seen = columns.map((column) => ({ column, evidence: new Set<ReturnType<typeof evidenceOf>>() }));
  for await (const { cells } of rows)
    for (const { column, evidence } of seen) evidence.add(evidenceOf(cells[column] ?? ''));
  return new Map(seen.map(({ column, evidence }) => [column, orderOf(evidence)]));
}
