import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { ManagedApplicationsRepo, ManagedRow } from './applications.repo.ts';
import type { SignInsRepo } from './sign-ins.repo.ts';

type Item = DataOf<Endpoints['GET /vid/api/apps']>[number];
type Detail = DataOf<Endpoints['GET /vid/api/apps/:appId']>;
type SignIns = DataOf<Endpoints['GET /vid/api/apps/:appId/sign-ins']>;

const signInDays = 30;

type Deps = { readonly repo: ManagedApplicationsRepo; readonly signIns: SignInsRepo };

export function createManagedApplicationsService({ repo, signIns }: Deps) {
  return {
    list: async (accountId: string): Promise<Item[]> => (await repo.list(accountId)).map(toItem),

    /** @throws AppError NOT_FOUND if the application has just been deleted */
    async get(appId: string, accountId: string): Promise<Detail> {
      const row = await repo.find(appId, accountId);
      if (!row) throw new AppError('NOT_FOUND');
      const { usersWithout, ...item } = row;
      return { ...toItem(item), createdAt: row.createdAt.toISOString(), locked: row.locked, usersWithout };
    },

    listSignIns: async (appId: string): Promise<SignIns> => [...(await signIns.list(appId, signInDays))],
  };
}

function toItem({ createdAt: _createdAt, locked: _locked, ...item }: ManagedRow): Item {
  return item;
}

export type ManagedApplicationsService = ReturnType<typeof createManagedApplicationsService>;
