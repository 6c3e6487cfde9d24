import type { Locale } from '@vid/contract/limits';
import type { AccountServices } from '#account/services.ts';
import { readAccountCopy, type NameApplications } from './account-copy.ts';
import { renderCopyPage } from './copy-page.ts';
import { createExportRepo, type ClaimedExport } from './exports.repo.ts';

type Deps = AccountServices & { readonly nameApplications: NameApplications };

/** Sealed content of a copy: the JSON document, and a readable page in each language. */
export type StoredCopy = { readonly json: string; readonly pages: Readonly<Record<Locale, string>> };

const job = { address: 'local', requestId: 'export' };

export function createExportBuilder({ sql, nameApplications, keys, notices, audit, log }: Deps) {
  const repo = createExportRepo(sql);
  const build = async ({ id, accountId, phone }: ClaimedExport): Promise<void> => {
    const copy = await sql.begin('isolation level repeatable read read only', (tx) =>
      readAccountCopy(tx, { id: accountId, phone }, nameApplications),
    );
    // Rendering is slow and a member can download the copy many times, so the pages are rendered only once.
    const stored: StoredCopy = {
      json: JSON.stringify(copy, null, 2),
      pages: { vi: renderCopyPage(copy, 'vi'), en: renderCopyPage(copy, 'en') },
    };
    const sealed = keys.seal('export', JSON.stringify(stored));
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
    /**
     * Builds the copies that can be claimed, and returns the number of attempts. A failed copy is retried later, up to
     * `maxAttempts` attempts in total.
     */
    async run(): Promise<number> {
      await repo.failExhausted();
      for (let count = 0; ; count += 1) {
        const claimed = await repo.claimNext();
        if (!claimed) return count;
        try {
          await build(claimed);
        } catch (error) {
          log.error({ err: error, export: claimed.id }, 'failed to build the copy of an account');
        }
      }
    },
  };
}
