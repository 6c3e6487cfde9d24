import { createBaseServices } from '#base-services.ts';
import { join } from '#lib/join.ts';
import type { PlatformInput } from '#platform/platform.ts';

/**
 * Creates the services that every command needs. A command adds the services of one feature and loads no other
 * feature.
 */
export function createCommandServices(input: PlatformInput) {
  const base = createBaseServices(input, {});
  return join(base, {
    async close(): Promise<void> {
      await base.events.stop();
      await base.background.idle();
      base.outgoing.close();
      await base.closePools();
    },
  });
}

export type CommandDeps = ReturnType<typeof createCommandServices>;
