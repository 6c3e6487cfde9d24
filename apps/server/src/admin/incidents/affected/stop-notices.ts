import type { ReturnDeps } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Platform } from '#platform/platform.ts';
import { createIncidentNoticesRepo } from './incident-notices.repo.ts';

/**
 * Stops the incident notices that an account has requested, when the account returns to its owner: an intruder
 * may have written them. Another administrator can request a notice again.
 */
export function createStopNotices({
  sql,
  audit,
}: Pick<Platform, 'sql' | 'audit'>): ReturnDeps['stopNotices'] {
  const repo = createIncidentNoticesRepo(sql);
  return async (tx, { accountId, by }) => {
    for (const notice of await repo.listOfAdministrator(tx, accountId))
      if (await repo.stop(tx, notice))
        await audit.write(tx, { kind: 'incident.notice-stopped', ...by, details: { incident: notice.id } });
  };
}
