import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createRecoveryAdvance } from './advance-recoveries.ts';
import { createSupportRecovery } from './support-recovery.ts';
import { createPendingRecoveryService } from './pending-recovery.service.ts';
import { createRecoveryByCodeService } from './recovery-by-code.service.ts';
import { registerRecoveryRoutes } from './recovery.routes.ts';
import { createRecoveryService, type RecoveryService } from './recovery.service.ts';

export function createRecoveryModule(deps: SignIn): Module & {
  readonly recoveries: RecoveryService;
  readonly startSupportRecovery: ReturnType<typeof createSupportRecovery>;
} {
  const advance = createRecoveryAdvance(deps);
  const recoveries = createRecoveryService({ ...deps, advance });
  const recoveriesByCode = createRecoveryByCodeService(deps);
  const pendingRecoveries = createPendingRecoveryService(deps);
  const services = { ...deps, recoveries, recoveriesByCode, pendingRecoveries };
  return {
    recoveries,
    startSupportRecovery: createSupportRecovery(deps),
    routes: (route) => registerRecoveryRoutes(route, services),
    schedules: [{ name: 'advance-recoveries', everyMinutes: 1, run: () => recoveries.advance() }],
  };
}
