import { createModules } from './modules.ts';
import { runPurges, tablePurges } from './operations/purge/purge.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import type { Module, Purge, Schedule } from './platform/module.ts';
import type { Overrides, PlatformInput } from './platform/platform.ts';
import { createServices } from './services.ts';

/** Creates everything that a server consists of, except HTTP: the services, the features and their tasks. */
export function createDeps(input: PlatformInput, overrides: Overrides = {}) {
  const services = createServices(input, overrides);
  const { sql, log } = services;
  const modules = createModules(services);
  const features: readonly Module[] = Object.values(modules);
  const purges: readonly Purge[] = [
    ...tablePurges(sql),
    services.auditRetention,
    { name: 'counters', deleteExpired: (limit) => services.counters.deleteExpired(limit) },
    { name: 'password_throttles', deleteExpired: (limit) => services.throttle.deleteExpired(limit) },
    ...services.webhookPurges,
    ...features.flatMap((feature) => feature.purges ?? []),
  ];
  // The schedule only wakes the dispatchers: a task that sent until its queue is empty would keep one of the few places
  // for tasks while a receiver hangs.
  const schedules: readonly Schedule[] = [
    {
      name: 'deliver-sms',
      everyMinutes: 1,
      async run() {
        await services.notices.queueDue();
        await services.sms.sweep();
      },
    },
    { name: 'deliver-mail', everyMinutes: 1, run: () => services.mail.sweep() },
    { name: 'deliver-logouts', everyMinutes: 1, run: async () => services.backchannelLogout.kick() },
    { name: 'sweep-webhooks', everyMinutes: 1, run: () => services.webhookDelivery.sweep() },
    { name: 'keep-audit', everyMinutes: 1, run: () => services.auditKeeper.run() },
    {
      name: 'purge',
      everyMinutes: 5,
      async run() {
        const deleted = await runPurges(purges);
        if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted');
      },
    },
    ...features.flatMap((feature) => feature.schedules ?? []),
  ];
  const jobs = createJobs({ ...services, timing: overrides.jobTiming, tasks: schedules });
  return {
    ...services,
    modules,
    purges,
    jobs,
    async close(): Promise<void> {
      // Stop claiming first: a run of jobs or background work ends only when its queue is empty or claiming has stopped.
      const senders = [services.backchannelLogout, services.sms, services.mail].map((sender) =>
        sender.stop(),
      );
      await jobs.stop();
      await services.webhookDelivery.stop();
      await Promise.all(senders);
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
