import { createApplicationFeatures } from '#applications/application-features.ts';
import { join } from '#lib/join.ts';
import type { Context } from '../command.ts';
import type { CommandDeps } from '../services.ts';

export type ApplicationDeps = CommandDeps & ReturnType<typeof createApplicationFeatures>;

export const withApplications = <T>(
  { withDeps }: Context,
  work: (deps: ApplicationDeps) => Promise<T>,
): Promise<T> => withDeps((deps) => work(join(deps, createApplicationFeatures(deps))));
