import type { AuditServices } from './audit/chain/services.ts';
import type { Module } from './module.ts';
import type { Platform } from './platform.ts';

/**
 * Creates the module of mail, counters and the audit log. The schedule only wakes the dispatcher of mail: a task that
 * sent until its queue is empty would keep one of the few places for tasks while a receiver hangs.
 */
export function createPlatformModule({
  mail,
  counters,
  auditKeeper,
  auditRetention,
}: Platform & AuditServices): Module {
  return {
    schedules: [
      { name: 'deliver-mail', everyMinutes: 1, run: () => mail.sweep() },
      { name: 'keep-audit', everyMinutes: 1, run: () => auditKeeper.run() },
    ],
    purges: [auditRetention, { name: 'counters', deleteExpired: (limit) => counters.deleteExpired(limit) }],
  };
}
