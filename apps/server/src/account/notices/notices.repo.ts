import { holdSeconds } from '@vid/contract/limits';
import type { Fragment, Queryable } from '#database/connection.ts';
import { noticeKinds, type NoticeKind } from '@vid/contract/messages/notices';
import { toReplacedPhone, type AccountAge, type LostChannel, type OwnChannels } from './notices.policy.ts';
import type { AccountsRow, DueNoticesRow, NoticeLinksRow } from '#database/tables.ts';

export type NewDueNotice = Omit<DueNoticesRow, 'createdAt' | 'lastAt' | 'dueAt' | 'isHeld'> & {
  /** Seconds to wait for other notices to join; 0 to compose the notice at once. */
  readonly holdSeconds: number;
  /**
   * Delay in seconds until the notice is composed without joining others. A repetition restarts the delay,
   * but the notice waits for at most twice the delay; otherwise an intruder could postpone the notice forever
   * by repeating a change every day.
   */
  readonly delaySeconds?: number;
};

export type DueNotice = Omit<DueNoticesRow, 'dueAt'>;

/**
 * SQL condition: a link still undoes the change that it reports. After a day, it locks the account instead.
 */
const undoes = (sql: Queryable): Fragment =>
  sql`(undoes and created_at > now() - make_interval(secs => ${holdSeconds}::int))`;

export type OwnerRow = OwnChannels & Pick<AccountsRow, 'locale' | 'phoneInDoubt'>;

export const noticeRepo = {
  /** `provedAt` is the time of the last return that proved the phone; null without one. */
  findOwner: (tx: Queryable, accountId: string) =>
    tx<OwnerRow[]>`
      select phone, phone_in_doubt, locale, case when email_confirmed_at is not null then email end as email,
        email_confirmed_at as email_since, now() as now, r.proved_at
      from accounts a left join account_returns r on r.account_id = a.id where a.id = ${accountId}`.first(),

  /** Returns the stored former phones and addresses of an account. */
  async listLostChannels(tx: Queryable, accountId: string): Promise<readonly LostChannel[]> {
    return tx<LostChannel[]>`
      select channel, is_phone, since, lost_at, coalesce(other.phone_since, other.created_at) as taken_at
      from (
        select phone as channel, true as is_phone, held_since as since, released_at as lost_at from released_phones
        where account_id = ${accountId}
        union all select email, false, confirmed_at, replaced_at from former_emails where account_id = ${accountId}) lost
      left join accounts other on is_phone and other.phone = channel`;
  },

  /** `firstAgreedAt` is the time of the oldest consent; null without one. */
  findAge: (tx: Queryable, accountId: string) =>
    tx<AccountAge[]>`
      select (select min(agreed_at) from consents where account_id = a.id) as first_agreed_at,
        email_confirmed_at as email_since, now() as now
      from accounts a where id = ${accountId}`.first(),

  /**
   * Returns when the account got each present or former phone and confirmed address; null for the first
   * phone.
   */
  async getChannelAges(tx: Queryable, accountId: string): Promise<ReadonlyMap<string, Date | null>> {
    const rows = await tx<{ channel: string; since: Date | null }[]>`
      select phone as channel, held_since as since from released_phones where account_id = ${accountId}
      union all select phone, phone_since from accounts where id = ${accountId} and phone is not null
      union all select email, confirmed_at from former_emails where account_id = ${accountId}
      union all select email, email_confirmed_at from accounts
        where id = ${accountId} and email_confirmed_at is not null`;
    return new Map(rows.map(({ channel, since }) => [channel, since]));
  },

  /** Stores a notice to compose later. An account has one row per kind, which counts the notices. */
  async insertDue(tx: Queryable, due: NewDueNotice): Promise<void> {
    const { delaySeconds = 0 } = due;
    await tx`
      insert into due_notices as d (account_id, kind, count, user_agent, address, skips_phone, is_held, due_at)
      values (${due.accountId}, ${due.kind}, ${due.count}, ${due.userAgent}, ${due.address}, ${due.skipsPhone},
        ${due.holdSeconds > 0}, now() + make_interval(secs => ${due.holdSeconds + delaySeconds}))
      on conflict (account_id, kind) do update set count = d.count + excluded.count, last_at = now(),
        user_agent = excluded.user_agent, address = excluded.address,
        skips_phone = d.skips_phone and excluded.skips_phone,
        due_at = case when d.is_held then d.due_at when excluded.is_held then excluded.due_at
          else least(excluded.due_at, d.created_at + make_interval(secs => ${2 * delaySeconds}::int)) end,
        is_held = d.is_held or excluded.is_held`;
  },

  /**
   * Returns the phone that the account lost in the transaction of the given time; null for none. A phone that
   * it lost later may be an intruder's: another account may have taken it back.
   */
  async findReplacedPhone(tx: Queryable, accountId: string, at: Date): Promise<string | null> {
    // A JavaScript date has no microseconds, but the column has.
    const [row] = await tx<{ phone: string }[]>`
      select phone from released_phones
      where account_id = ${accountId} and date_trunc('milliseconds', released_at) = ${at}`;
    return row?.phone ?? null;
  },

  async deleteDue(tx: Queryable, accountId: string, kind: NoticeKind): Promise<void> {
    await tx`delete from due_notices where account_id = ${accountId} and kind = ${kind}`;
  },

  async findDueAccounts(tx: Queryable, limit: number, except: readonly string[]): Promise<readonly string[]> {
    const rows = await tx<{ accountId: string }[]>`
      select account_id from due_notices where due_at <= now() and account_id <> all(${[...except]}::text[])
      group by account_id order by min(due_at) limit ${limit}::int`;
    return rows.map(({ accountId }) => accountId);
  },

  /**
   * Takes the due notices of accounts. When one held notice of an account is due, all its held notices are
   * due.
   */
  async takeDue(tx: Queryable, accountIds: readonly string[]): Promise<readonly DueNotice[]> {
    return tx<DueNotice[]>`
      delete from due_notices d
      where account_id = any(${[...accountIds]}::text[]) and (due_at <= now() or is_held and exists (
        select from due_notices first
        where first.account_id = d.account_id and first.is_held and first.due_at <= now()))
      returning account_id, kind, count, user_agent, address, skips_phone, is_held, created_at, last_at`;
  },

  /** `createdAt` is the time of the change; for a joined notice, of its first change. */
  async insertLink(
    tx: Queryable,
    link: Omit<NoticeLinksRow, 'expiresAt' | 'usedAt'> & { readonly ttlSeconds: number },
  ): Promise<void> {
    await tx`
      insert into notice_links (token_hash, account_id, kind, reports_recovery_code, user_agent, address, channel_since,
        undoes, former_channel, created_at, expires_at)
      values (${link.tokenHash}, ${link.accountId}, ${link.kind}, ${link.reportsRecoveryCode}, ${link.userAgent},
        ${link.address}, ${link.channelSince}, ${link.undoes}, ${link.formerChannel}, ${link.createdAt},
        now() + make_interval(secs => ${link.ttlSeconds}))`;
  },

  /**
   * Deletes the links that lock an account, and its waiting notices, whose links would lock it too. Keeps
   * notices of decisions, which have no such link. An intruder may have made the return, so `keepsUndo` keeps
   * the links that undo a change until they are a day old, and the waiting notices to replaced phones that the
   * account still lacks. `keptBefore` keeps the links to phones and addresses that the account had before that
   * time.
   */
  async deleteLinks(
    tx: Queryable,
    accountId: string,
    { keepsUndo, keptBefore }: { readonly keepsUndo: boolean; readonly keptBefore: Date | null },
  ): Promise<void> {
    const isEnded = tx`
      account_id = ${accountId}
        and (${keptBefore}::timestamptz is null or coalesce(channel_since, '-infinity') >= ${keptBefore}::timestamptz)`;
    await tx`delete from notice_links where ${isEnded} and not (${undoes(tx)} and ${keepsUndo})`;
    await tx`
      update notice_links set expires_at = least(expires_at, created_at + make_interval(secs => ${holdSeconds}::int))
      where ${isEnded}`;
    await tx`
      delete from due_notices d where account_id = ${accountId} and kind = any(${[...noticeKinds]}::text[])
        and not (${keepsUndo} and kind = any(${[...toReplacedPhone]}::text[]) and exists (
          select from released_phones where account_id = d.account_id and released_at = d.created_at))`;
  },

  findLink: (tx: Queryable, tokenHash: Buffer) =>
    tx<Omit<NoticeLinksRow, 'tokenHash' | 'expiresAt'>[]>`
      select account_id, kind, reports_recovery_code, created_at, used_at, user_agent, address, channel_since,
        ${undoes(tx)} as undoes, former_channel
      from notice_links
      where token_hash = ${tokenHash} and expires_at > now()`.first(),

  consumeLink: (tx: Queryable, tokenHash: Buffer) =>
    tx`
      update notice_links set used_at = now()
      where token_hash = ${tokenHash} and used_at is null and expires_at > now()`.hasRows(),
};
