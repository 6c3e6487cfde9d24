import { authorName } from '#database/account-names.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AccountsRow, RecoveryRequestChannel, RecoveryRequestsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import {
  codeTtlSeconds,
  keptFor,
  keptSeconds,
  linkTtlSeconds,
  mailPauseSeconds,
  receivedTtlSeconds,
  waitSeconds,
  type RecoveryHistory,
} from './recovery.policy.ts';

type Origin = Pick<RecoveryRequestsRow, 'userAgent' | 'address' | 'requestId'>;

export const originOf = ({ userAgent, address, requestId }: Caller): Origin => ({
  userAgent,
  address,
  requestId,
});

type Waiting = Origin &
  Pick<RecoveryRequestsRow, 'id' | 'accountId' | 'channel' | 'emailHash' | 'sealedInput'>;

export function createRecoveryRepo(sql: Sql) {
  return {
    async insertReceived(request: Origin & { id: string; sealedInput: Buffer }): Promise<void> {
      await sql`
        insert into recovery_requests (id, status, channel, sealed_input, user_agent, address, request_id, expires_at)
        values (${request.id}, 'received', 'mail', ${request.sealedInput}, ${request.userAgent}, ${request.address},
          ${request.requestId}, now() + make_interval(secs => ${receivedTtlSeconds}))`;
    },

    /**
     * Claims the oldest received request, and locks it until the transaction ends. Returns undefined without
     * one.
     */
    claimReceived: (tx: Queryable) =>
      tx<(Origin & Pick<RecoveryRequestsRow, 'id' | 'sealedInput'>)[]>`
        select id, sealed_input, user_agent, address, request_id from recovery_requests
        where status = 'received' and expires_at > now() order by created_at limit 1 for update skip locked`.first(),

    async delete(tx: Queryable, id: string): Promise<void> {
      await tx`delete from recovery_requests where id = ${id}`;
    },

    /**
     * Returns the accounts with this phone or former phone and this confirmed address, the account with the
     * current phone first.
     */
    async listOwners(tx: Queryable, owner: { phone: string; email: string }) {
      return tx<Pick<AccountsRow, 'id' | 'role' | 'status' | 'lockedByOwner'>[]>`
        select a.id, a.role, a.status, a.locked_by_owner from accounts a
        where a.id in (
            select id from accounts where phone = ${owner.phone}
            union all select account_id from released_phones where phone = ${owner.phone})
          and lower(a.email) = ${owner.email} and a.email_confirmed_at is not null
        order by a.phone is not distinct from ${owner.phone} desc, a.id`;
    },

    /**
     * Returns the account's recoveries that count for a new request. First deletes an expired recovery, which
     * would block the request. The caller must hold the account's row lock, so that no other recovery begins.
     */
    async getHistory(tx: Queryable, accountId: string): Promise<RecoveryHistory> {
      await tx`
        delete from recovery_requests
        where account_id = ${accountId} and status in ('waiting', 'ready') and expires_at <= now()`;
      const [row] = await tx<RecoveryHistory[]>`
        select max(channel) filter (where status in ('waiting', 'ready')) as open,
          coalesce(array_agg(channel order by channel) filter (where status = 'stopped' and expires_at > now()), '{}') as stopped,
          coalesce(bool_or(channel = 'support' and status = 'stopped' and expires_at > now()), false) as is_support_stopped,
          coalesce(bool_or(channel = 'mail' and status = 'stopped'
            and expires_at > now() + make_interval(secs => ${keptSeconds - mailPauseSeconds}::int)), false) as is_mail_paused
        from recovery_requests where account_id = ${accountId}`;
      if (!row) throw new Error('the history was not read');
      return row;
    },

    async startWait(
      tx: Queryable,
      { id, accountId, emailHash }: { id: string; accountId: string; emailHash: Buffer },
    ): Promise<void> {
      await tx`
        update recovery_requests set status = 'waiting', account_id = ${accountId}, sealed_input = null,
          email_hash = ${emailHash}, ready_at = now() + make_interval(secs => ${waitSeconds}),
          expires_at = now() + make_interval(secs => ${keptFor('mail')})
        where id = ${id}`;
    },

    /** Stores a recovery whose wait begins now. Returns the end of the wait. */
    async insertWaiting(
      tx: Queryable,
      request: Origin & {
        id: string;
        accountId: string;
        channel: RecoveryRequestChannel;
        codeHash?: Buffer;
        sealedInput?: Buffer;
        requestedBy?: string | null;
        confirmedBy?: string | null;
      },
    ): Promise<Date> {
      const {
        channel,
        codeHash = null,
        sealedInput = null,
        requestedBy = null,
        confirmedBy = null,
      } = request;
      const [row] = await tx<{ readyAt: Date }[]>`
        insert into recovery_requests (id, status, channel, account_id, code_hash, sealed_input, user_agent, address,
          request_id, ready_at, expires_at, requested_by, confirmed_by)
        values (${request.id}, 'waiting', ${channel}, ${request.accountId}, ${codeHash}, ${sealedInput},
          ${request.userAgent}, ${request.address}, ${request.requestId},
          now() + make_interval(secs => ${waitSeconds}), now() + make_interval(secs => ${keptFor(channel)}),
          ${requestedBy}, ${confirmedBy})
        returning ready_at`;
      if (!row) throw new Error('the recovery was not written');
      return row.readyAt;
    },

    /**
     * Returns when the wait of the open recovery that this code began ends or ended; undefined without one.
     */
    async findByCode(tx: Queryable, accountId: string, codeHash: Buffer): Promise<Date | undefined> {
      const [row] = await tx<{ readyAt: Date }[]>`
        select ready_at from recovery_requests
        where account_id = ${accountId} and code_hash = ${codeHash} and status in ('waiting', 'ready')
          and expires_at > now()`;
      return row?.readyAt;
    },

    /**
     * Sets a new token for the recovery that this code began. Returns false before the end of the wait, or if
     * the recovery is no longer open.
     */
    setReadyByCode: (
      tx: Queryable,
      { accountId, codeHash, tokenHash }: { accountId: string; codeHash: Buffer; tokenHash: Buffer },
    ) =>
      tx`
        update recovery_requests set status = 'ready', token_hash = ${tokenHash}
        where account_id = ${accountId} and code_hash = ${codeHash} and status in ('waiting', 'ready')
          and ready_at <= now() and expires_at > now()`.hasRows(),

    /**
     * Stores a recovery that can be completed immediately, in place of an open recovery, which needed no
     * stronger proof. An open recovery by support must not be replaced.
     */
    async replaceWithReady(
      tx: Queryable,
      request: Origin & { id: string; accountId: string; tokenHash: Buffer },
    ): Promise<void> {
      await tx`
        delete from recovery_requests where account_id = ${request.accountId} and status in ('waiting', 'ready')`;
      await tx`
        insert into recovery_requests
          (id, status, channel, account_id, token_hash, user_agent, address, request_id, ready_at, expires_at)
        values (${request.id}, 'ready', 'code', ${request.accountId}, ${request.tokenHash}, ${request.userAgent},
          ${request.address}, ${request.requestId}, now(), now() + make_interval(secs => ${codeTtlSeconds}))`;
    },

    /**
     * Returns a request whose link is due; undefined without one. Does not lock the request, because the
     * account's row must be locked first.
     */
    findDue: (tx: Queryable) =>
      tx<{ id: string; accountId: string | null }[]>`
        select id, account_id from recovery_requests where status = 'waiting' and channel <> 'code' and ready_at <= now()
        order by ready_at limit 1`.first(),

    /**
     * Ends the wait and sets the link's token. Returns the request with its sealed input, which is erased;
     * returns undefined if the request was stopped or another process has ended the wait.
     */
    setReady: (tx: Queryable, id: string, tokenHash: Buffer) =>
      tx<Waiting[]>`
        update recovery_requests r set status = 'ready', token_hash = ${tokenHash}, sealed_input = null,
          expires_at = now() + make_interval(secs => ${linkTtlSeconds})
        from recovery_requests old
        where r.id = ${id} and old.id = r.id and r.status = 'waiting' and r.ready_at <= now()
        returning r.id, r.account_id, r.channel, r.email_hash, old.sealed_input, r.user_agent, r.address, r.request_id`.first(),

    findReady: (tokenHash: Buffer) =>
      sql<{ accountId: string; expiresIn: number }[]>`
        select account_id, ceil(extract(epoch from expires_at - now()))::int as expires_in from recovery_requests
        where token_hash = ${tokenHash} and status = 'ready' and expires_at > now()`.first(),

    /**
     * Completes the recovery of a token and returns its channel and, by mail, the hash of the address that was
     * notified; undefined if the recovery was completed or stopped, or the token has expired or was replaced.
     */
    complete: (tx: Queryable, tokenHash: Buffer) =>
      tx<Pick<RecoveryRequestsRow, 'channel' | 'emailHash'>[]>`
        update recovery_requests set status = 'completed', token_hash = null,
          expires_at = now() + make_interval(secs => ${keptSeconds})
        where token_hash = ${tokenHash} and status = 'ready' and expires_at > now()
        returning channel, email_hash`.first(),

    /**
     * Deletes and returns the open recoveries by support that an administrator requested or confirmed. A
     * deleted recovery does not count as stopped by its owner, who may stop only one recovery by support in 30
     * days.
     */
    async deleteOfAdministrator(tx: Queryable, adminId: string) {
      return tx<{ accountId: string; createdAt: Date }[]>`
        delete from recovery_requests
        where ${adminId} in (requested_by, confirmed_by) and status in ('waiting', 'ready')
        returning account_id, created_at`;
    },

    findOpen: (accountId: string) =>
      sql<Pick<RecoveryRequestsRow, 'createdAt' | 'readyAt' | 'userAgent' | 'address'>[]>`
        select created_at, ready_at, user_agent, address from recovery_requests
        where account_id = ${accountId} and status in ('waiting', 'ready') and expires_at > now()`.first(),

    findOpenWithPeople: (accountId: string) =>
      sql<
        (Pick<
          RecoveryRequestsRow,
          | 'status'
          | 'channel'
          | 'sealedInput'
          | 'createdAt'
          | 'readyAt'
          | 'expiresAt'
          | 'requestedBy'
          | 'confirmedBy'
        > & { requesterName: string | null; confirmerName: string | null })[]
      >`
        select r.status, r.channel, r.sealed_input, r.created_at, r.ready_at, r.expires_at, r.requested_by, r.confirmed_by,
          ${authorName(sql, sql`q`)} as requester_name, ${authorName(sql, sql`c`)} as confirmer_name
        from recovery_requests r
          left join accounts q on q.id = r.requested_by left join accounts c on c.id = r.confirmed_by
        where r.account_id = ${accountId} and r.status in ('waiting', 'ready') and r.expires_at > now()`.first(),

    deleteOpen: (tx: Queryable, accountId: string) =>
      tx`
        delete from recovery_requests
        where account_id = ${accountId} and status in ('waiting', 'ready') and expires_at > now()`.hasRows(),

    /**
     * Stops the open recovery, unless `keepsSupport` is set and support began it. Returns whether a recovery
     * was stopped.
     */
    stop: (tx: Queryable, accountId: string, { keepsSupport }: { readonly keepsSupport: boolean }) =>
      tx`
        update recovery_requests set status = 'stopped', token_hash = null, sealed_input = null,
          expires_at = now() + make_interval(secs => ${keptSeconds})
        where account_id = ${accountId} and status in ('waiting', 'ready')
          and not (${keepsSupport} and channel = 'support')`.hasRows(),
  };
}

export type RecoveryRepo = ReturnType<typeof createRecoveryRepo>;
