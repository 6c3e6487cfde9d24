import type { Logger } from 'pino';
import type { NoticeService } from '#account/notices/notices.service.ts';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { readAccountCopy, type NameApplications } from './account-copy.ts';
import type { ClaimedExport, ExportRepo } from './exports.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly repo: ExportRepo;
  readonly nameApplications: NameApplications;
  readonly keys: Pick<Keys, 'seal'>;
  readonly notices: NoticeService;
  readonly audit: Audit;
  readonly log: Pick<Logger, 'error'>;
};

const job = { address: 'local', requestId: 'export' };

export function createExportBuilder({ sql, repo, nameApplications, keys, notices, audit, log }: Deps) {
  const build = async ({ id, accountId, phone }: ClaimedExport): Promise<void> => {
    const copy = await sql.begin('isolation level repeatable read read only', (tx) =>
      readAccountCopy(tx, { id: accountId, phone }, nameApplications),
    );
    const sealed = keys.seal('export', JSON.stringify(copy));
    await sql.begin(async (tx) => {
      if (!(await repo.finish(tx, id, sealed))) return;
      await notices.notify(tx, { account: { id: accountId }, kind: 'export-ready' });
      await audit.write(tx, {
        kind: 'export.ready',
        accountId,
        actorId: null,
        caller: job,
        details: { export: id },
      });
    });
    notices.kick();
  };

  return {
    /** Builds copies until none is pending. A failed copy is tried again later, up to `maxAttempts` times. */
    async run(): Promise<number> {
      await repo.failExhausted();
      for (let count = 0; ; count += 1) {
        const claimed = await repo.claimNext();
        if (!claimed) return count;
        try {
          await build(claimed);
        } catch (error) {
          log.error({ err: error, export: claimed.id }, 'copy of an account could not be built');
        }
      }
    },
  };
}

export type ExportBuilder = ReturnType<typeof createExportBuilder>;
