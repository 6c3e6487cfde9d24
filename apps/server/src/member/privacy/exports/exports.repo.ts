import { exportIntervalSeconds } from '@vid/contract/privacy-limits';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountsRow, PrivacyExportsRow } from '#database/tables.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';

const exportTtlSeconds = 7 * 86_400;
/** Time after which an unfinished attempt is presumed dead, so that another process may build the copy. */
const leaseSeconds = 120;
const maxAttempts = 3;

export type ExportRow = Pick<PrivacyExportsRow, 'id' | 'status' | 'createdAt' | 'expiresAt'>;
export type ClaimedExport = Pick<PrivacyExportsRow, 'id' | 'accountId'> & Pick<AccountsRow, 'phone'>;

/**
 * Stores copies of account data. A process claims a copy before building it, so that no two processes build
 * the same copy.
 */
export function createExportRepo(sql: Sql) {
  return {
    async list(accountId: string): Promise<readonly ExportRow[]> {
      return sql<ExportRow[]>`
        select id, status, created_at, expires_at from privacy_exports
        where account_id = ${accountId} and expires_at > now() order by created_at desc limit 20`;
    },

    /**
     * Returns the seconds until the member may request another copy; undefined if the member may request one
     * now. Failed copies do not count.
     */
    async findWait(tx: Queryable, accountId: string): Promise<number | undefined> {
      const [row] = await tx<{ seconds: number }[]>`
        select ceil(extract(epoch from created_at - now()) + ${exportIntervalSeconds}::int)::int as seconds
        from privacy_exports where account_id = ${accountId} and status <> 'failed'
          and created_at > now() - make_interval(secs => ${exportIntervalSeconds}::int)
        order by created_at desc limit 1`;
      return row?.seconds;
    },

    async insert(tx: Queryable, id: string, accountId: string): Promise<ExportRow> {
      const [row] = await tx<ExportRow[]>`
        insert into privacy_exports (id, account_id, expires_at)
        values (${id}, ${accountId}, now() + make_interval(secs => ${exportTtlSeconds}))
        returning id, status, created_at, expires_at`;
      if (!row) throw new Error('the export was not written');
      await runSoon(tx, 'build-exports');
      return row;
    },

    async findContent(accountId: string, id: string): Promise<Buffer | undefined> {
      const [row] = await sql<{ sealedContent: Buffer }[]>`
        select sealed_content from privacy_exports
        where id = ${id} and account_id = ${accountId} and status = 'ready' and expires_at > now()`;
      return row?.sealedContent;
    },

    /** Marks copies as failed whose last attempt failed or was killed. */
    async failExhausted(): Promise<void> {
      await sql`
        update privacy_exports set status = 'failed' where status = 'pending' and attempts >= ${maxAttempts}
          and claimed_at < now() - make_interval(secs => ${leaseSeconds})`;
    },

    claimNext: () =>
      sql<ClaimedExport[]>`
        update privacy_exports e set claimed_at = now(), attempts = e.attempts + 1
        from accounts a where a.id = e.account_id and e.id = (
          select k.id from privacy_exports k
          where k.status = 'pending' and k.attempts < ${maxAttempts} and k.expires_at > now()
            and (k.claimed_at is null or k.claimed_at < now() - make_interval(secs => ${leaseSeconds}))
          order by k.created_at limit 1 for update skip locked)
        returning e.id, e.account_id, a.phone`.first(),

    finish: (tx: Queryable, id: string, sealedContent: Buffer) =>
      tx`
        update privacy_exports set status = 'ready', sealed_content = ${sealedContent}, ready_at = now()
        where id = ${id} and status = 'pending'`.hasRows(),
  };
}
