import { createModules } from './modules.ts';
import { runPurges, tablePurges } from './operations/purge/purge.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { deleteDeadJobs } from './platform/jobs/queue.repo.ts';
import type { Module, Purge } from './platform/module.ts';
import type { Overrides, PlatformInput } from './platform/platform.ts';
import { createServices } from './services.ts';

/** Creates everything that a server consists of, except HTTP: the services, the features and their tasks. */
export function createDeps(input: PlatformInput, overrides: Overrides = {}) {
  const services = createServices(input, overrides);
  const { sql, log } = services;
  const modules = createModules(services);
  const features: readonly Module[] = Object.values(modules);
  const schedules = new Map(
    features.flatMap((feature) => feature.schedules ?? []).map(({ name, run }) => [name, run]),
  );
  const scheduled = (name: string) => {
    const run = schedules.get(name);
    if (!run) throw new Error(`no feature has the schedule ${name}`);
    return async (): Promise<unknown> => run();
  };
  const purges: readonly Purge[] = [
    ...tablePurges(sql),
    services.auditRetention,
    { name: 'counters', deleteExpired: (limit) => services.counters.deleteExpired(limit) },
    { name: 'password_throttles', deleteExpired: (limit) => services.throttle.deleteExpired(limit) },
    ...services.webhookPurges,
    { name: 'dead jobs', deleteExpired: (limit) => deleteDeadJobs(sql, limit) },
    ...features.flatMap((feature) => feature.purges ?? []),
  ];
  const jobs = createJobs({
    ...services,
    target: input.target,
    timing: overrides.jobTiming,
    tasks: {
      async deliverSms() {
        await services.notices.queueDue();
        await services.sms.deliverPending();
      },
      deliverMail: services.mail.deliverPending,
      advanceRecoveries: scheduled('advance-recoveries'),
      sendLogout: (id, isLastTry) => services.backchannelLogout.send(id, isLastTry),
      sweepLogouts: () => services.backchannelLogout.sweep(),
      sweepWebhooks: () => services.webhookDelivery.sweep(),
      buildExports: scheduled('build-exports'),
      eraseAccounts: scheduled('erase-accounts'),
      countActivity: scheduled('count-activity'),
      keepAudit: () => services.auditKeeper.run(),
      runImports: scheduled('run-imports'),
      exportMembers: scheduled('export-members'),
      remindOfExpiry: scheduled('remind-of-expiry'),
      tellOfIncidents: scheduled('tell-of-incidents'),
      async purge() {
        const deleted = await runPurges(purges);
        if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted');
      },
    },
  });
  return {
    ...services,
    modules,
    purges,
    jobs,
    async close(): Promise<void> {
      await jobs.stop();
      await services.webhookDelivery.stop();
      await services.storage.stop();
      services.statistics.stop();
      await services.attempts.stop();
      await services.events.stop();
      await services.background.idle();
      await services.smsHealth.flush().catch(() => undefined);
      services.outgoing.close();
      await services.closePools();
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;
