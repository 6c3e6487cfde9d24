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
    /** The codes of the provinces that a member may choose: the enabled ones, and the one that is held already. */
    listProvinces: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.provinces, held),
    /** The codes of the kinds of members, in the same way. */
    listObjects: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.objects, held),
    storage: createStorageWatch(deps),
    purges: tablePurges(deps.sql),
  };
}

type Category = { readonly code: string; readonly isDisabled?: boolean };

function enabledCodes(categories: readonly Category[], held: string | null): ReadonlySet<string> {
  const codes = categories.filter(({ isDisabled }) => isDisabled !== true).map(({ code }) => code);
  return new Set(held === null ? codes : [...codes, held]);
}
