import type { Body } from '@vid/contract/endpoints/index';
import { checkTaxCode } from '@vid/contract/tax-code';
import { searchText } from '#account/search/account-search.ts';
import { authorOf, record, type AdminActor } from '#account/actor.ts';
import { readCountedPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { createEnterprisesRepo, type EnterpriseRow } from './enterprises.repo.ts';

type Query = Body<'POST /vid/api/admin/enterprises/search'>;

export function createEnterprisesService({ sql, accounts, notices, audit }: AccountServices) {
  const repo = createEnterprisesRepo(sql);
  const decide = async (
    { accountId, revision, refusal }: { accountId: string; revision: number; refusal: string | null },
    by: AdminActor,
  ): Promise<void> => {
    if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
    await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
      const account = await accounts.lockRow(tx, accountId);
      if (account?.kind !== 'enterprise') throw new AppError('NOT_FOUND');
      const check = { accountId, revision, refusal, checkedBy: by.actorId };
      if (!(await repo.storeFinding(tx, check))) throw new AppError('RECORD_CHANGED');
      const finding = refusal === null ? 'verified' : 'refused';
      await audit.write(tx, { kind: `enterprise.${finding}`, ...record(by, accountId) });
      await notices.queue(tx, {
        accountId,
        kind: `enterprise-${finding}`,
        ...(refusal !== null && { detail: refusal }),
      });
    });
    notices.kick();
  };

  return {
    async search({ search = '', state = 'declared', ...query }: Query) {
      const text = searchText(search);
      const { items, ...page } = await readCountedPage(
        query,
        (part) => (text === '' ? repo.list(state, part) : repo.search(text, state, part)),
        ({ key, accountId }) => [key, accountId],
        () => repo.count(text, state),
      );
      return { items: items.map(toItem), ...page };
    },

    /**
     * Returns an enterprise. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(accountId: string, by: AdminActor) {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'enterprise.viewed', ...record(by, accountId) });
      const same = await repo.listSameTaxCode(accountId, row.taxCode);
      return {
        ...toItem(row),
        isOwn: accountId === by.actorId,
        isLocked: row.status === 'locked',
        reason: row.refusal,
        checkedBy: authorOf(row.checkedBy, row.checkerName),
        sameTaxCode: same.map(({ accountId: id, name, state }) => ({ id, name, state })),
        brokers: await repo.countBrokers(accountId),
      };
    },

    /**
     * @throws AppError NOT_FOUND; OWN_ACCOUNT; RECORD_CHANGED if `revision` is not current, or if the enterprise is
     *   verified or incomplete
     */
    verify: (accountId: string, revision: number, by: AdminActor): Promise<void> =>
      decide({ accountId, revision, refusal: null }, by),

    /**
     * Refuses an enterprise, or withdraws its verification.
     * @throws AppError NOT_FOUND; OWN_ACCOUNT; RECORD_CHANGED if `revision` is not current, or if the enterprise is
     *   already refused
     */
    refuse: (accountId: string, input: { revision: number; reason: string }, by: AdminActor): Promise<void> =>
      decide({ accountId, revision: input.revision, refusal: input.reason }, by),
  };
}

const toItem = <Row extends EnterpriseRow>(row: Row) => ({
  ...row,
  id: row.accountId,
  taxCodeVerdict: row.taxCode === null ? ('none' as const) : checkTaxCode(row.taxCode),
});
