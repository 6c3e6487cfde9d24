import { isActiveAdmin } from '#account/administrators.ts';
import type { AccountServices } from '#account/services.ts';
import { healthOf } from '#admin/sms/sms-health.policy.ts';
import type { Queryable } from '#database/connection.ts';
import { createIncidentNoticesRepo, job, type Due } from './incident-notices.repo.ts';

const batchSize = 50;
const healthMinutes = 5;

/**
 * Notifies the members affected by an incident. The transaction that queues a message marks its account, so
 * each account is notified once, across processes and restarts. The task pauses while many messages wait,
 * because other notices share the gateway, and while the gateway fails, because refused messages are dropped.
 * It stops a notice if the administrator who requested it has lost the role or is locked; another administrator
 * can request the notice again (M7).
 */
export function createIncidentNotices({ sql, notices, smsAttempts, background, audit }: AccountServices) {
  const repo = createIncidentNoticesRepo(sql);
  const mustWait = async (): Promise<boolean> => {
    await smsAttempts.flush();
    return (
      healthOf(await smsAttempts.countAnswers(healthMinutes)) === 'refusing' || (await notices.hasBacklog())
    );
  };

  const mayContinue = async (tx: Queryable, due: Due): Promise<boolean> => {
    const { id, requestedBy } = due;
    if (requestedBy === null || (await isActiveAdmin(tx, requestedBy))) return true;
    const event = { kind: 'incident.notice-stopped', actorId: null, caller: job } as const;
    if (await repo.stop(tx, due)) await audit.write(tx, { ...event, details: { incident: id } });
    return false;
  };

  const notifySome = (due: Due): Promise<number> =>
    sql.begin(async (tx) => {
      if (!(await mayContinue(tx, due))) return 0;
      const { id: incidentId, noticeId, notice } = due;
      const claimed = await repo.claim(tx, due, batchSize);
      for (const row of claimed) {
        const { accountId } = row;
        const notifiedBy = await notices.queue(tx, { accountId, kind: 'data-incident', detail: notice });
        await repo.mark(tx, { incidentId, noticeId }, row, notifiedBy);
      }
      if (claimed.length === 0) await repo.finish(tx, incidentId);
      return claimed.length;
    });

  const run = async (): Promise<number> => {
    let total = 0;
    for (const incident of await repo.listDue()) {
      let count: number;
      do {
        if (await mustWait()) return total;
        count = await notifySome(incident);
        total += count;
        if (count > 0) notices.kick();
      } while (count > 0);
    }
    return total;
  };

  return {
    run,
    /** Starts notifying now. The scheduled task continues after a crash or a backlog. */
    kick(): void {
      background.run('notify members of an incident', run);
    },
  };
}

export type IncidentNotices = ReturnType<typeof createIncidentNotices>;
