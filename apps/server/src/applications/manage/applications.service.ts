import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import { createManagedApplicationsRepo } from './applications.repo.ts';
import { createSignInsRepo } from './sign-ins.repo.ts';

const signInDays = 30;

export function createManagedApplicationsService({ sql }: Platform) {
  const repo = createManagedApplicationsRepo(sql);
  const signIns = createSignInsRepo(sql);
  return {
    list: (accountId: string) => repo.list(accountId),

    /** @throws AppError NOT_FOUND if the application was deleted */
    async get(appId: string, accountId: string) {
      const row = await repo.find(appId, accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return row;
    },

    listSignIns: (appId: string) => signIns.list(appId, signInDays),
  };
}
