import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { IncidentAccountNotifiedBy } from '#database/tables.ts';
import { insertAudit } from '#platform/audit/audit.ts';
import type { Notice } from '../incidents.repo.ts';

export type Due = {
  readonly id: string;
  readonly noticeId: string;
  readonly notice: Notice;
  /** Null once the account of the administrator who requested the notice is erased. */
  readonly requestedBy: string | null;
};
export type Claimed = { readonly id: string; readonly accountId: string };

export const job = { address: 'local', requestId: 'incidents' };

type NoticeOf = Pick<Due, 'id' | 'noticeId'>;

/** Selects whether the incident `i` has no later notice. */
const isLatest = (tx: Queryable, { noticeId }: NoticeOf): Fragment => tx`
  not exists (select from incident_notices m where m.incident_id = i.id and m.id > ${noticeId}::text::bigint)`;

export function createIncidentNoticesRepo(sql: Sql) {
  return {
    async listDue(): Promise<readonly Due[]> {
      return sql<Due[]>`
        select i.id, n.id as notice_id, n.texts as notice, n.requested_by
        from incidents i cross join lateral (
          select m.id, m.texts, m.requested_by from incident_notices m where m.incident_id = i.id order by m.id desc limit 1) n
        where i.notice_requested_at is not null and i.members_notified_at is null
        order by i.notice_requested_at limit 10`;
    },

    /**
     * Locks up to `limit` entries that were on the list when the notice was requested and whose members have
     * not been notified. Skips entries that another process has locked. Returns none for a notice that was
     * stopped and requested again.
     */
    async claim(tx: Queryable, notice: NoticeOf, limit: number): Promise<readonly Claimed[]> {
      return tx<Claimed[]>`
        select r.id, r.account_id from incident_accounts r join incidents i on i.id = r.incident_id
        where r.incident_id = ${notice.id} and r.notified_at is null and r.account_id is not null
          and r.added_at <= i.notice_requested_at and i.members_notified_at is null and ${isLatest(tx, notice)}
        order by r.id limit ${limit} for update of r skip locked`;
    },

    async mark(
      tx: Queryable,
      { incidentId, noticeId }: { readonly incidentId: string; readonly noticeId: string },
      { id, accountId }: Claimed,
      notifiedBy: IncidentAccountNotifiedBy,
    ): Promise<void> {
      const details = { incident: incidentId, by: notifiedBy };
      const event = { kind: 'incident.member-told', accountId, actorId: null, caller: job, details } as const;
      await tx`
        with notified as (
          update incident_accounts set notified_at = now(), notified_by = ${notifiedBy}, notice_id = ${noticeId}::text::bigint
          where id = ${id}::text::bigint returning id)
        ${insertAudit(tx, event, tx`notified`)}`;
    },

    async listOfAdministrator(tx: Queryable, adminId: string) {
      return tx<NoticeOf[]>`
        select incident_id as id, id as notice_id from incident_notices
        where requested_by = ${adminId} order by incident_id, id`;
    },

    /**
     * Stops a notice, which can be requested again. Returns false if it is not being sent, or was stopped and
     * requested again.
     */
    stop: (tx: Queryable, notice: NoticeOf) =>
      tx`
        update incidents i set notice_requested_at = null, revision = revision + 1
        where id = ${notice.id} and notice_requested_at is not null and members_notified_at is null
          and ${isLatest(tx, notice)}`.hasRows(),

    /** Marks the members as notified, unless accounts remain to be notified. */
    async finish(tx: Queryable, incidentId: string): Promise<void> {
      await tx`
        update incidents i set members_notified_at = now(), revision = revision + 1
        where id = ${incidentId} and notice_requested_at is not null and members_notified_at is null and not exists (
          select from incident_accounts r
          where r.incident_id = i.id and r.notified_at is null and r.account_id is not null
            and r.added_at <= i.notice_requested_at)`;
    },
  };
}
