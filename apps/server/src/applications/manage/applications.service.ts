import type { Data } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import { createManagedApplicationsRepo, type ManagedRow } from './applications.repo.ts';
import { createSignInsRepo } from './sign-ins.repo.ts';

type Item = Data<'GET /vid/api/apps'>[number];
type Detail = Data<'GET /vid/api/apps/:appId'>;
type SignIns = Data<'GET /vid/api/apps/:appId/sign-ins'>;

const signInDays = 30;

export function createManagedApplicationsService({ sql }: Platform) {
  const repo = createManagedApplicationsRepo(sql);
  const signIns = createSignInsRepo(sql);
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
