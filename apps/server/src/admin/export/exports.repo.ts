import { randomUUID } from 'node:crypto';
import { exportLimits } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { MemberExportsRow } from '#database/tables.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';

/** Seconds that a process may take for one part before it is presumed dead. */
const leaseSeconds = 60;
const maxAttempts = 3;
const downloadMinutes = 30;

export type ExportRecord = Pick<
  MemberExportsRow,
  'id' | 'format' | 'withHashes' | 'status' | 'total' | 'rows' | 'requestedBy' | 'createdAt' | 'expiresAt'
> & { readonly bytes: number; readonly requesterName: string | null };

export type ClaimedExport = Pick<MemberExportsRow, 'id' | 'format' | 'withHashes' | 'columns'> & {
  readonly claimId: string;
};

const columns = (tx: Queryable): Fragment => tx`
  e.id, e.format, e.with_hashes, e.status, e.total, e.rows, e.bytes::float8 as bytes, e.requested_by, e.created_at,
  e.expires_at, ${authorName(tx, tx`a`)} as requester_name`;

export function createMemberExportRepo(sql: Sql) {
  return {
    /**
     * Starts an export. Returns false if the administrator already has the maximum number of files. Throws the
     * unique violation of `member_exports_running_key` if an export is running.
     */
    async insert(
      tx: Queryable,
      row: Pick<MemberExportsRow, 'id' | 'format' | 'withHashes' | 'columns' | 'requestedBy'>,
    ): Promise<boolean> {
      const { requestedBy } = row;
      await tx`
        update member_exports set status = 'failed', claim_id = null
        where requested_by = ${requestedBy} and status = 'running' and expires_at <= now()`;
      const { count } = await tx`
        insert into member_exports (id, format, with_hashes, columns, requested_by, expires_at)
        select ${row.id}, ${row.format}, ${row.withHashes}, ${row.columns}::text[], ${requestedBy},
          now() + make_interval(hours => ${exportLimits.hours})
        where (select count(*) from member_exports
          where requested_by = ${requestedBy} and expires_at > now()) < ${exportLimits.kept}`;
      await runSoon(tx, 'export-members');
      return count > 0;
    },

    async list() {
      return sql<ExportRecord[]>`
        select ${columns(sql)} from member_exports e join accounts a on a.id = e.requested_by
        where e.expires_at > now() order by e.created_at desc, e.id desc limit 100`;
    },

    find: (id: string) =>
      sql<ExportRecord[]>`
        select ${columns(sql)} from member_exports e join accounts a on a.id = e.requested_by
        where e.id = ${id} and e.expires_at > now()`.first(),

    /**
     * Deletes an export with its file. Returns false if the administrator has no such export. A process that
     * is still writing the file stops at its next part.
     */
    remove: (tx: Queryable, id: string, requestedBy: string) =>
      tx`
        delete from member_exports where id = ${id} and requested_by = ${requestedBy} and expires_at > now()`.hasRows(),

    /**
     * Lets a session read the parts, and returns their number. Returns undefined unless the account has this
     * file and it is complete.
     */
    async allowDownload(
      tx: Queryable,
      { id, requestedBy, sessionId }: { id: string; requestedBy: string; sessionId: string },
    ): Promise<number | undefined> {
      const [row] = await tx<{ parts: number }[]>`
        update member_exports set download_session_id = ${sessionId},
          download_until = now() + make_interval(mins => ${downloadMinutes})
        where id = ${id} and requested_by = ${requestedBy} and status = 'ready' and expires_at > now()
        returning parts`;
      return row?.parts;
    },

    async findPart({ id, part, sessionId }: { id: string; part: number; sessionId: string }) {
      const [row] = await sql<{ sealedContent: Buffer }[]>`
        select p.sealed_content from member_export_parts p join member_exports e on e.id = p.export_id
        where e.id = ${id} and p.part = ${part} and e.status = 'ready' and e.expires_at > now()
          and e.download_session_id = ${sessionId} and e.download_until > now()`;
      return row?.sealedContent;
    },

    /** Fails exports whose last attempt failed or was killed, and deletes their parts. */
    async failExhausted(): Promise<void> {
      await sql`
        with failed as (
          update member_exports set status = 'failed', claim_id = null
          where status = 'running' and attempts >= ${maxAttempts}
            and claimed_at < now() - make_interval(secs => ${leaseSeconds}) returning id)
        delete from member_export_parts where export_id in (select id from failed)`;
    },

    /**
     * Claims the oldest export that no process is writing, and deletes the parts of an earlier attempt. Returns
     * undefined if no export is due.
     */
    async claimNext(): Promise<ClaimedExport | undefined> {
      return sql.begin(async (tx) => {
        const [claimed] = await tx<ClaimedExport[]>`
          update member_exports e set claimed_at = now(), claim_id = ${randomUUID()}, attempts = e.attempts + 1,
            total = (select count(*) from accounts), rows = 0, bytes = 0, parts = 0
          where e.id = (
            select k.id from member_exports k
            where k.status = 'running' and k.attempts < ${maxAttempts} and k.expires_at > now()
              and (k.claimed_at is null or k.claimed_at < now() - make_interval(secs => ${leaseSeconds}))
            order by k.created_at limit 1 for update skip locked)
          returning e.id, e.format, e.with_hashes, e.columns, e.claim_id`;
        if (claimed) await tx`delete from member_export_parts where export_id = ${claimed.id}`;
        return claimed;
      });
    },

    /**
     * Adds the next part and renews the claim. `rows` is the number of members so far. Returns false if the
     * export was deleted or has expired, or if another process has claimed it.
     */
    async addPart(
      { id, claimId }: ClaimedExport,
      { rows, bytes, sealedContent }: { rows: number; bytes: number; sealedContent: Buffer },
    ): Promise<boolean> {
      return sql.begin(async (tx) => {
        const [claim] = await tx<{ part: number }[]>`
          update member_exports
          set parts = parts + 1, rows = ${rows}, bytes = bytes + ${bytes}, claimed_at = now()
          where id = ${id} and status = 'running' and claim_id = ${claimId} and expires_at > now()
          returning parts - 1 as part`;
        if (!claim) return false;
        await tx`
          insert into member_export_parts (export_id, part, sealed_content)
          values (${id}, ${claim.part}, ${sealedContent})`;
        return true;
      });
    },

    async finish({ id, claimId }: ClaimedExport): Promise<void> {
      await sql`
        update member_exports set status = 'ready', ready_at = now(), claim_id = null,
          expires_at = now() + make_interval(hours => ${exportLimits.hours})
        where id = ${id} and status = 'running' and claim_id = ${claimId} and expires_at > now()`;
    },
  };
}

export type MemberExportRepo = ReturnType<typeof createMemberExportRepo>;
