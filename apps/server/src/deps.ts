import { createModules } from './modules.ts';
import { purgeSchedule } from './operations/purge/purge.ts';
import type { Module, Purge, Schedule } from './platform/module.ts';
import type { Overrides, PlatformInput } from './platform/platform.ts';
import { createServices } from './services.ts';

/** Creates the whole server except HTTP: services, features, schedules and purges. */
export function createDeps(input: PlatformInput, overrides: Overrides = {}) {
  const services = createServices(input, overrides);
  const modules = createModules(services);
  const features: readonly Module[] = Object.values(modules);
  const purges: readonly Purge[] = features.flatMap((feature) => feature.purges ?? []);
  const schedules: readonly Schedule[] = [
    purgeSchedule(purges, services),
    ...features.flatMap((feature) => feature.schedules ?? []),
  ];
  return {
    ...services,
    modules,
    purges,
    schedules,
    async close(): Promise<void> {
      // Stop the senders first, because a sender's run ends only when its queue is empty or the sender is
      // stopping.
      const senders = [services.backchannelLogout, services.sms, services.mail].map((sender) =>
        sender.stop(),
      );
      services.auditStream?.stop();
      await services.jobs.stop();
      await services.webhookDelivery.stop();
      await Promise.all(senders);
      await services.storage.stop();
      services.statistics.stop();
      await services.attempts.stop();
      await services.events.stop();
      await services.background.idle();
      await services.smsAttempts.flush().catch(() => undefined);
      services.outgoing.close();
      await services.telemetry?.close();
      await services.closePools();
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;
