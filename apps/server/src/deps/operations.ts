import { createAppParamsRepo } from '#operations/app-params/app-params.repo.ts';
import { createAppParamsService } from '#operations/app-params/app-params.service.ts';
import { createStorageWatch } from '#operations/health/storage-watch.ts';
import { tablePurges } from '#operations/purge/purge.ts';
import type { AccountDeps } from './account.ts';
import type { PlatformDeps } from './platform.ts';

export function createOperationsDeps(deps: PlatformDeps & Pick<AccountDeps, 'legal'>) {
  const paramRepo = createAppParamsRepo(deps.sql);
  const appParams = createAppParamsService({
    ...deps,
    repo: paramRepo,
    findLegalVersions: () => deps.legal.findVersions(),
  });
  return {
    appParams,
    paramRepo,
    pageParams: () => appParams.current(),
    nameProvinces: async () => (await appParams.get()).categories.provinces,
    /** The codes of the provinces that a profile may name. */
    listProvinces: async () => {
      const { provinces } = (await appParams.get()).categories;
      return new Set(provinces.filter(({ isDisabled }) => isDisabled !== true).map(({ code }) => code));
    },
    storage: createStorageWatch(deps),
    purges: tablePurges(deps.sql),
  };
}
