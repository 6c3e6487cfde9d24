import { throttledName } from '#account/credentials/code-demand.ts';
import { accountTables } from '#member/privacy/account-data.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { AccountServices } from '#account/services.ts';
import type { DeletionRepo } from './deletion.repo.ts';

type Deps = AccountServices & { readonly repo: DeletionRepo };

const batchSize = 100;
const job = { address: 'local', requestId: 'erasure' };

const deletedBy = (reference: 'phone' | 'account_id'): string[] =>
  Object.entries(accountTables)
    .filter(([, { by, erasure }]) => by === reference && erasure === 'delete')
    .map(([name]) => name);

export function createErasure(deps: Deps) {
  const { sql, erasures, repo, accounts, throttle, notices, audit, installation, log } = deps;

  const remind = async (): Promise<void> => {
    const reminded = await sql.begin(async (tx) => {
      const ids = await repo.claimReminders(tx, batchSize);
      for (const id of ids) await notices.notify(tx, { account: { id }, kind: 'deletion-soon' });
      return ids.length;
    });
    if (reminded > 0) notices.kick();
  };

  /**
   * Erases one account if its erasure is still due, and keeps only stubs of its audit rows. Returns whether
   * the account was erased.
   */
  const erase = (accountId: string): Promise<boolean> =>
    erasures.begin(async (tx) => {
      const account = await accounts.lockRow(tx, accountId);
      if (!account || !(await repo.isDue(tx, accountId))) return false;
      await throttle.clear(tx, throttledName(account));
      for (const table of deletedBy('phone'))
        await tx`delete from ${tx(table)} where phone = ${account.phone}`;
      for (const table of deletedBy('account_id'))
        await tx`delete from ${tx(table)} where account_id = ${accountId}`;
      await audit.keepStubs(tx, [accountId]);
      await publishWebhooks(tx, { event: 'account.deleted', accountId });
      await accounts.erase(tx, accountId);
      await audit.write(tx, { kind: 'account.erased', accountId, actorId: null, caller: job, details: {} });
      return true;
    });

  return {
    /**
     * Reminds the owners of accounts that will soon be erased, erases the due accounts, and returns the number
     * of erased accounts. Accounts that cannot be erased do not block others, regardless of how many they are.
     * On a copy of the database, it reminds no one and erases nothing: the owner of a due account may have kept
     * it after the backup.
     */
    async run(): Promise<number> {
      if (await installation.isCopy()) return 0;
      await remind();
      let erased = 0;
      const kept: string[] = [];
      let due: readonly string[];
      do {
        due = await repo.listDue(batchSize, kept);
        for (const accountId of due) {
          try {
            if (await erase(accountId)) erased += 1;
            else kept.push(accountId);
          } catch (error) {
            kept.push(accountId);
            log.error({ err: error, accountId }, 'failed to erase an account');
          }
        }
      } while (due.length === batchSize);
      if (erased > 0) log.info({ erased }, 'accounts erased');
      return erased;
    },
  };
}
