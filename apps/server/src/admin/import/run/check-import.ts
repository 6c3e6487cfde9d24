import { importedAccounts } from '#account/imports/imported-accounts.repo.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import { repeatOnOutage } from '#database/repeat-on-outage.ts';
import type { Keys } from '#lib/keys.ts';
import type { ImportFiles } from '../import-file.ts';
import type { CheckedRow, ImportRowsRepo } from '../import-rows.repo.ts';
import type { ImportRepo } from '../imports.repo.ts';
import { readRow, type ReadRow, type RowRules } from '../map/row.policy.ts';
import { ReadProblem } from '../read/read-limits.ts';
import { readFile } from '../read/read-file.ts';
import { sealRow } from '../sealed-row.ts';
import type { CheckClaims, ClaimedCheck } from './check-claims.ts';

/** A batch of this size fits the time limit of a statement while the server is busy. */
const batchSize = 200;

type Deps = {
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'seal'>;
  readonly repo: ImportRepo;
  readonly rowsRepo: ImportRowsRepo;
  readonly files: ImportFiles;
  readonly claims: CheckClaims;
  readonly rulesOf: (claimed: ClaimedCheck) => Promise<RowRules>;
};

/**
 * Checks every row of a file without adding an account. Keeps one batch of rows and the phones of the file in memory. A
 * batch that fails because the database is down or busy is repeated. A killed check starts again from the first row.
 */
export function createImportCheck(deps: Deps) {
  const { sql, repo, rowsRepo, claims } = deps;

  /**
   * Runs a transaction, and repeats it after an outage. Runs only while the claim holds: an import that another process
   * has checked and started keeps its rows.
   */
  const withClaim = <T>(claimed: ClaimedCheck, work: (tx: Queryable) => Promise<T>) =>
    repeatOnOutage(() =>
      sql.begin(async (tx) => {
        await claims.renew(tx, claimed);
        return work(tx);
      }),
    );

  const judge = async (claimed: ClaimedCheck): Promise<void> => {
    while ((await withClaim(claimed, (tx) => rowsRepo.deleteSome(tx, claimed.id))) > 0);
    const rules = await repeatOnOutage(() => deps.rulesOf(claimed));
    /** Numbers need less memory than texts: +84912345678 becomes 84912345678. */
    const seen = new Set<number>();
    let batch: { number: number; read: ReadRow; isDuplicate: boolean }[] = [];
    let isTitle = true;
    const flush = async (): Promise<void> => {
      await write(claimed, batch);
      batch = [];
    };
    const content = deps.files.read(claimed, repeatOnOutage);
    for await (const { number, cells } of readFile(claimed.fileType, content)) {
      if (isTitle) {
        isTitle = false;
        continue;
      }
      const read = readRow(cells, rules);
      const phone = read.isValid ? Number(read.member.phone.slice(1)) : 0;
      batch.push({ number, read, isDuplicate: read.isValid && seen.has(phone) });
      if (read.isValid) seen.add(phone);
      if (batch.length === batchSize) await flush();
    }
    if (isTitle) throw new ReadProblem('fileEmpty');
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
        const { notes } = read;
        if (!read.isValid)
          return {
            row: number,
            outcome: 'invalid',
            notes,
            sealedRow: sealRow(deps.keys, { written: read.written }),
          };
        const { member, hash } = read;
        const outcome = isDuplicate ? 'duplicate' : taken.has(member.phone) ? 'exists' : 'new';
        const kept = outcome === 'new' ? hash : null;
        return { row: number, outcome, notes, sealedRow: sealRow(deps.keys, { member, hash: kept }) };
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
