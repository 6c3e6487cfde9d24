import { toMap } from '@vid/contract/messages/message-texts.policy';
import { createAppParamsRepo } from './app-params/app-params.repo.ts';
import { createAppParamsService } from './app-params/app-params.service.ts';
import type { AppParams } from './app-params/built-in-params.ts';
import { createStorageWatch } from './health/storage-watch.ts';
import type { AccountServices } from '#account/services.ts';
import type { Brand } from '#platform/brand.ts';

export function createOperationsServices(deps: AccountServices) {
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
    refreshParams: () => appParams.refresh(),
    readContact: async () => brandOf(await appParams.get()),
    readBrand: async () => brandOf((await appParams.latest()).app),
    readMessageParams: async () => {
      const { messages, zns } = await appParams.latest();
      return { texts: toMap(messages), zns };
    },
    nameProvinces: async () => (await appParams.get()).categories.provinces,
    /** Lists the provinces that a member may choose: the enabled provinces and the member's current province. */
    listProvinces: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.provinces, held),
    /** Lists the member types that a member may choose: the enabled types and the member's current type. */
    listObjects: async (held: string | null) =>
      enabledCodes((await appParams.get()).categories.objects, held),
    storage: createStorageWatch(deps),
  };
}

function brandOf({ configurations }: AppParams): Brand {
  return {
    name: configurations.associationName,
    shortName: configurations.associationShortName,
    address: configurations.supportAddress,
    phone: configurations.supportPhone,
    email: configurations.supportEmail,
  };
}

type Category = { readonly code: string; readonly isDisabled?: boolean };

function enabledCodes(categories: readonly Category[], held: string | null): ReadonlySet<string> {
  const codes = categories.filter(({ isDisabled }) => isDisabled !== true).map(({ code }) => code);
  return new Set(held === null ? codes : [...codes, held]);
}

export type OperationsServices = AccountServices & ReturnType<typeof createOperationsServices>;
