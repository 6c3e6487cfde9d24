import type { NoticeService } from '#account/notices/notices.service.ts';
import { healthOf, type Replies } from '#admin/sms/sms-health.policy.ts';
import type { Sql } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Due, IncidentNoticesRepo } from './incident-notices.repo.ts';

const batchSize = 50;
const healthMinutes = 5;

type Deps = {
  readonly sql: Sql;
  readonly repo: IncidentNoticesRepo;
  readonly notices: Pick<NoticeService, 'queue' | 'kick' | 'hasBacklog'>;
  readonly smsHealth: { flush(): Promise<void>; read(minutes: number): Promise<Replies> };
  readonly background: Background;
};

/**
 * The task that notifies the members affected by an incident. The transaction that queues a message marks its account,
 * so each account is notified once, across processes and restarts. The task pauses while many messages wait, because
 * other notices share the gateway, and while the gateway fails, because a message that the gateway refuses is given up.
 */
export function createIncidentNotices({ sql, repo, notices, smsHealth, background }: Deps) {
  const mustWait = async (): Promise<boolean> => {
    await smsHealth.flush();
    return healthOf(await smsHealth.read(healthMinutes)) === 'refusing' || (await notices.hasBacklog());
  };

  const notifySome = ({ id: incidentId, noticeId, notice }: Due): Promise<number> =>
    sql.begin(async (tx) => {
      const claimed = await repo.claim(tx, incidentId, batchSize);
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
    /** Returns the number of accounts that were notified. */
    run,
    /** Starts in the background. The task continues the work that a crash or a backlog left. */
    kick(): void {
      background.run('notify members of an incident', run);
    },
  };
}

export type IncidentNotices = ReturnType<typeof createIncidentNotices>;
