import type { AuditServices } from './audit/services.ts';
import { streamTask } from './audit/stream/audit-stream.ts';
import type { Module, Schedule } from './module.ts';
import type { Platform } from './platform.ts';
import { balanceTask } from './sms/sms-balances.ts';
import { renewalPolicy } from './zalo/zalo-renewal.policy.ts';
import { renewalTask } from './zalo/zalo-tokens.ts';

/**
 * The mail task starts the dispatcher without waiting for it. A task that waited until the queue is empty would
 * occupy one of the few task slots while a receiver hangs.
 */
export function createPlatformModule({
  mail,
  counters,
  auditKeeper,
  auditStream,
  auditRetention,
  zaloTokens,
  smsBalances,
}: Platform & AuditServices): Module {
  const renewal: Schedule | undefined = zaloTokens && {
    name: renewalTask,
    everyMinutes: renewalPolicy.everyMinutes,
    run: () => zaloTokens.renew(),
  };
  return {
    schedules: [
      { name: 'deliver-mail', everyMinutes: 1, run: () => mail.sweep() },
      { name: 'keep-audit', everyMinutes: 1, run: () => auditKeeper.run() },
      ...(auditStream ? [{ name: streamTask, everyMinutes: 1, run: () => auditStream.run() }] : []),
      ...(renewal ? [renewal] : []),
      ...(smsBalances ? [{ name: balanceTask, everyMinutes: 15, run: () => smsBalances.read() }] : []),
    ],
    purges: [auditRetention, { name: 'counters', deleteExpired: (limit) => counters.deleteExpired(limit) }],
  };
}
