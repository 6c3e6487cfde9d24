import type { BodyOf, DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { checkTaxCode } from '@vid/contract/tax-code';
import type { AccountRepo } from '#account/account.repo.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import { searchText } from '#account/search/account-search.ts';
import { record, type AdminActor } from '#account/actor.ts';
import type { Sql } from '#database/connection.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { EnterpriseRow, EnterprisesRepo } from './enterprises.repo.ts';

type Query = BodyOf<Endpoints['POST /vid/api/admin/enterprises/search']>;
type List = DataOf<Endpoints['POST /vid/api/admin/enterprises/search']>;
type Detail = DataOf<Endpoints['GET /vid/api/admin/enterprises/:accountId']>;

type Deps = {
  readonly sql: Sql;
  readonly repo: EnterprisesRepo;
  readonly accounts: Pick<AccountRepo, 'lockRow'>;
  readonly notices: Pick<NoticeService, 'queue' | 'kick'>;
  readonly audit: Audit;
};

const defaultLimit = 20;

/** Lists, verifies and refuses enterprises. */
export function createEnterprisesService({ sql, repo, accounts, notices, audit }: Deps) {
  /** Stores the result of a check of the data that the administrator saw, and notifies the member. */
  const decide = async (
    { accountId, revision, refusal }: { accountId: string; revision: number; refusal: string | null },
    by: AdminActor,
  ): Promise<void> => {
    if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
    await sql.begin(async (tx) => {
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
    /** @throws AppError VALIDATION_FAILED for an invalid cursor */
    async search({ search = '', state = 'declared', after, limit = defaultLimit }: Query): Promise<List> {
      const text = searchText(search);
      const page = { after: readCursor(after), limit: limit + 1 };
      if (text === '') {
        const rows = await repo.list(state, page);
        const { items, next } = toPage(rows, limit, ({ microseconds, accountId }) => [
          microseconds,
          accountId,
        ]);
        return { items: items.map(toItem), next };
      }
      const rows = await repo.search(text, state, page);
      const { items, next } = toPage(rows, limit, ({ key, accountId }) => [key, accountId]);
      return { items: items.map(toItem), next };
    },

    /**
     * Returns the declared data of an enterprise. Audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(accountId: string, by: AdminActor): Promise<Detail> {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'enterprise.viewed', ...record(by, accountId) });
      const same = await repo.listSameTaxCode(accountId, row.taxCode);
      return {
        ...toItem(row),
        revision: row.revision,
        phone: row.phone,
        email: row.email,
        province: row.province,
        createdAt: row.createdAt.toISOString(),
        isOwn: accountId === by.actorId,
        isLocked: row.status === 'locked',
        reason: row.refusal,
        checkedBy: row.checkedBy === null ? null : { id: row.checkedBy, name: row.checkerName },
        sameTaxCode: same.map(({ accountId: id, name, state }) => ({ id, name, state })),
        brokers: await repo.countBrokers(accountId),
      };
    },

    /**
     * Verifies an enterprise.
     * @throws AppError NOT_FOUND, OWN_ACCOUNT, RECORD_CHANGED unless `revision` is the current one
     */
    verify: (accountId: string, revision: number, by: AdminActor): Promise<void> =>
      decide({ accountId, revision, refusal: null }, by),

    /**
     * Refuses an enterprise, or withdraws its verification.
     * @throws AppError as `verify`
     */
    refuse: (accountId: string, input: { revision: number; reason: string }, by: AdminActor): Promise<void> =>
      decide({ accountId, revision: input.revision, refusal: input.reason }, { ...by, reason: input.reason }),
  };
}

function toItem(row: EnterpriseRow): List['items'][number] {
  const { accountId: id, name, shortName, taxCode, representative, state } = row;
  return {
    id,
    name,
    shortName,
    taxCode,
    representative,
    taxCodeVerdict: taxCode === null ? 'none' : checkTaxCode(taxCode),
    state,
    declaredAt: row.declaredAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
  };
}

export type EnterprisesService = ReturnType<typeof createEnterprisesService>;
