import { createManagementServices } from '#applications/management-services.ts';
import { join } from '#lib/join.ts';
import type { Context } from './command.ts';
import type { CommandDeps } from './services.ts';

export type ApplicationDeps = CommandDeps & ReturnType<typeof createManagementServices>;

/** Runs `work` with the services of applications. */
export const withApplications = <T>(
  { withDeps }: Context,
  work: (deps: ApplicationDeps) => Promise<T>,
): Promise<T> => withDeps((deps) => work(join(deps, createManagementServices(deps))));
