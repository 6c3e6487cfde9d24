import { importedAccounts } from '#account/imports/imported-accounts.repo.ts';
import type { Queryable } from '#database/connection.ts';
import { repeatOnOutage } from '#database/availability/repeat-on-outage.ts';
import type { ImportDeps } from '../import-file.ts';
import type { CheckedRow } from '../import-rows.repo.ts';
import type { RowRules } from '../map/field-reader.ts';
import { readRow, type ReadRow } from '../map/row.policy.ts';
import { leftOutColumns } from '../map/columns.policy.ts';
import { dayColumns, findDayOrders, findFonts, openTable, type Table } from '../map/table.ts';
import { ReadProblem } from '../read-limits.ts';
import { readFile } from '../read/read-file.ts';
import { sealRow, sealTitles } from '../sealed-row.ts';
import type { CheckClaims, ClaimedCheck } from './check-claims.ts';

/** Small enough for a batch to end within the statement timeout while the server is busy. */
const batchSize = 200;

/** Number of rows without a batch after which the claim is renewed. */
const renewalRows = 10_000;

type Deps = ImportDeps & {
  readonly claims: CheckClaims;
  readonly rulesOf: (claimed: ClaimedCheck) => Promise<RowRules>;
};

/**
 * Checks every row of a file without adding an account. Keeps one batch of rows and all phones of the file in
 * memory. Repeats a batch that fails because the database is down or busy. A killed check starts again from the
 * first row.
 */
export function createImportCheck(deps: Deps) {
  const { sql, repo, rowsRepo, claims } = deps;

  /**
   * Repeats a transaction after an outage. Requires a valid claim, so that an import that another process has
   * since checked and started keeps its rows.
   */
  const withClaim = <T>(claimed: ClaimedCheck, work: (tx: Queryable) => Promise<T>) =>
    repeatOnOutage(() =>
      sql.begin(async (tx) => {
        await claims.renew(tx, claimed);
        return work(tx);
      }),
    );

  const open = (claimed: ClaimedCheck): Promise<Table> =>
    openTable(readFile(claimed.fileType, deps.files.read(claimed, repeatOnOutage)), claimed.titleRow);

  /** Finds the day and month order from the whole file. Does not read a file without date columns. */
  const readDayOrders = async (claimed: ClaimedCheck): ReturnType<typeof findDayOrders> => {
    const columns = dayColumns(claimed.mapping);
    if (columns.length === 0) return new Map();
    const { rows } = await open(claimed);
    let count = 0;
    return findDayOrders(
      columns,
      (async function* () {
        for await (const row of rows) {
          count += 1;
          if (count % renewalRows === 0) await withClaim(claimed, () => Promise.resolve());
          yield row;
        }
      })(),
    );
  };

  const judge = async (claimed: ClaimedCheck): Promise<void> => {
    while ((await withClaim(claimed, (tx) => rowsRepo.deleteSome(tx, claimed.id))) > 0);
    const rules = await repeatOnOutage(() => deps.rulesOf(claimed));
    /** Phones as numbers, which need less memory than texts: +84912345678 becomes 84912345678. */
    const seen = new Set<number>();
    let batch: { number: number; read: ReadRow; isDuplicate: boolean }[] = [];
    const flush = async (): Promise<void> => {
      await write(claimed, batch);
      batch = [];
    };
    const dayOrders = await readDayOrders(claimed);
    const table = await open(claimed);
    const leftOut = sealTitles(deps.keys, [
      ...leftOutColumns(claimed.mapping, table.titles.cells),
      ...(table.head[0]?.otherSheets ?? []),
    ]);
    await withClaim(claimed, (tx) => repo.setLeftOut(tx, claimed.id, leftOut));
    const fonts = findFonts(table.sample);
    for await (const row of table.rows) {
      const read = readRow(row, { ...rules, fonts, dayOrders });
      const phone = read.isValid ? Number(read.member.phone.slice(1)) : 0;
      batch.push({ number: row.number, read, isDuplicate: read.isValid && seen.has(phone) });
      if (read.isValid) seen.add(phone);
      if (batch.length === batchSize) await flush();
    }
    await flush();
  };

  const write = (
    claimed: ClaimedCheck,
    batch: readonly { number: number; read: ReadRow; isDuplicate: boolean }[],
  ): Promise<void> =>
    withClaim(claimed, async (tx) => {
      const phones = batch.flatMap(({ read }) => (read.isValid ? [read.member.phone] : []));
      const taken = await importedAccounts.findPhones(tx, phones);
      const rows = batch.map(({ number, read, isDuplicate }): CheckedRow => {
        const notes = read.notes.map(({ field, note }) => `${field}:${note}`);
        if (!read.isValid) {
          const sealedRow = sealRow(deps.keys, { written: read.written, notes: read.notes });
          return { row: number, outcome: 'invalid', notes, sealedRow };
        }
        const { member, hash } = read;
        const outcome = isDuplicate ? 'duplicate' : taken.has(member.phone) ? 'exists' : 'new';
        const kept = outcome === 'new' ? hash : null;
        const sealedRow = sealRow(deps.keys, { member, hash: kept, notes: read.notes });
        return { row: number, outcome, notes, sealedRow };
      });
      if (rows.length > 0) await rowsRepo.insert(tx, claimed.id, rows);
    });

  return {
    async run(claimed: ClaimedCheck): Promise<void> {
      let problem: string | null = null;
      try {
        await judge(claimed);
      } catch (error) {
        if (!(error instanceof ReadProblem)) throw error;
        problem = error.code;
      }
      await withClaim(claimed, (tx) =>
        repo.finish(tx, claimed.id, problem === null ? 'checked' : 'failed', problem),
      );
    },
  };
}
