import { createAppParamsService } from '#operations/app-params/app-params.service.ts';
import { createStorageWatch } from '#operations/health/storage-watch.ts';
import { tablePurges } from '#operations/purge/purge.ts';
import type { PlatformDeps } from './platform.ts';

export function createOperationsDeps(deps: PlatformDeps) {
  const appParams = createAppParamsService(deps);
  return {
    appParams,
    pageParams: () => appParams.current(),
    /** The codes of the provinces that a profile may name. */
    listProvinces: async () => new Set((await appParams.get()).categories.provinces.map(({ code }) => code)),
    storage: createStorageWatch(deps),
    purges: tablePurges(deps.sql, deps.config),
  };
}
