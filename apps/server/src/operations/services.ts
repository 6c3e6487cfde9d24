import { createAppParamsRepo } from './app-params/app-params.repo.ts';
import { createAppParamsService } from './app-params/app-params.service.ts';
import { createStorageWatch } from './health/storage-watch.ts';
import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';

export function createOperationsServices(deps: Platform & AccountServices) {
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
    /** Reloads the parameters of the pages, which name the current legal documents. */
    refreshParams: () => appParams.refresh(),
    /** Returns the contact of the association. */
    async readContact() {
      const { configurations } = await appParams.get();
      const { associationName: name, supportAddress: address, supportPhone: phone } = configurations;
      return { name, address, phone, email: configurations.supportEmail };
    },
    nameProvinces: async () => (await appParams.get()).categories.provinces,
    /** Lists the codes of the provinces that a member may choose: the enabled ones, and the member's present one. */
    listProvinces: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.provinces, held),
    /** Lists the codes of the kinds of members that a member may choose: the enabled ones, and the present one. */
    listObjects: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.objects, held),
    storage: createStorageWatch(deps),
  };
}

type Category = { readonly code: string; readonly isDisabled?: boolean };

function enabledCodes(categories: readonly Category[], held: string | null): ReadonlySet<string> {
  const codes = categories.filter(({ isDisabled }) => isDisabled !== true).map(({ code }) => code);
  return new Set(held === null ? codes : [...codes, held]);
}

export type OperationsServices = ReturnType<typeof createOperationsServices>;
