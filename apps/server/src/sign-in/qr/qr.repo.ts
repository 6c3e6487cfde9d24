import { qrLimits } from '@vid/contract/limits';
import { batchReads } from '#database/batch.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { QrRequestsRow } from '#database/tables.ts';
import type { QrAnswer, QrStatus } from './qr.policy.ts';

/** Hashes that identify the browser that started a request. */
export type QrBrowser = { readonly preSessionHash: Buffer; readonly pollHashes: readonly Buffer[] };

export type QrRequest = Omit<QrRequestsRow, 'status' | 'pollHash' | 'preSessionHash'> & {
  readonly status: QrStatus;
  readonly expiresIn: number;
};

export type QrState = Pick<QrRequest, 'id' | 'status' | 'expiresIn'>;

/** `denied` and `used` remain after the expiry; every other status becomes `expired`. */
const status = (sql: Queryable): Fragment => sql`
  case when expires_at <= now() and status in ('pending', 'scanned', 'approved') then 'expired' else status end as status,
  greatest(0, ceil(extract(epoch from expires_at - now())))::int as expires_in`;

const requestColumns = (sql: Queryable): Fragment => sql`
  id, user_agent, address, number, decoy_one, decoy_two, account_id, amr, created_at, expires_at, ${status(sql)}`;

const isOfBrowser = (sql: Queryable, { preSessionHash, pollHashes }: QrBrowser): Fragment => sql`
  pre_session_hash = ${preSessionHash}
  and encode(poll_hash, 'hex') = any(${pollHashes.map((hash) => hash.toString('hex'))}::text[])`;

export function createQrRepo(sql: Sql) {
  return {
    async insert(
      row: Pick<
        QrRequestsRow,
        'id' | 'pollHash' | 'preSessionHash' | 'userAgent' | 'address' | 'number' | 'decoyOne' | 'decoyTwo'
      >,
    ): Promise<void> {
      await sql`
        insert into qr_requests (id, poll_hash, pre_session_hash, user_agent, address, number, decoy_one, decoy_two,
          expires_at)
        values (${row.id}, ${row.pollHash}, ${row.preSessionHash}, ${row.userAgent}, ${row.address}, ${row.number},
          ${row.decoyOne}, ${row.decoyTwo}, now() + make_interval(secs => ${qrLimits.lifeSeconds}))`;
    },

    find: (id: string) =>
      sql<QrRequest[]>`select ${requestColumns(sql)} from qr_requests where id = ${id}`.first(),

    findOfBrowser: (id: string, browser: QrBrowser) =>
      sql<QrRequest[]>`
        select ${requestColumns(sql)} from qr_requests where id = ${id} and ${isOfBrowser(sql, browser)}`.first(),

    /** Reads states in batches, because after a lost connection all screens read their state at once. */
    readState: batchReads<string, QrState>({
      readAll: (ids) => sql<QrState[]>`
        select found.* from unnest(${[...ids]}::text[]) as k (id), lateral (
          select q.id, ${status(sql)} from qr_requests q where q.id = k.id limit 1) found`,
      nameOf: (id) => id,
      nameOfRow: ({ id }) => id,
    }),

    scan: (tx: Queryable, id: string, accountId: string) =>
      tx`
        update qr_requests set status = 'scanned', account_id = ${accountId}
        where id = ${id} and status = 'pending' and expires_at > now()`.hasRows(),

    /** Stores the phone's decision, once. Returns false if the account may not, or can no longer, decide. */
    answer: (
      tx: Queryable,
      input: { id: string; accountId: string; answer: QrAnswer; amr: readonly string[] },
    ) =>
      tx`
        update qr_requests set amr = ${[...input.amr]}::text[], status = ${input.answer}
        where id = ${input.id} and account_id = ${input.accountId} and status = 'scanned'
          and expires_at > now()`.hasRows(),

    use: (tx: Queryable, request: { id: string; accountId: string }, browser: QrBrowser) =>
      tx`
        update qr_requests q set status = 'used'
        where q.id = ${request.id} and q.account_id = ${request.accountId} and ${isOfBrowser(tx, browser)}
          and q.status = 'approved' and q.expires_at > now()`.hasRows(),
  };
}
