import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createAccountSupportRepo } from './account-support.repo.ts';
import {
  createAccountSupportService,
  type LiftOtpLimits,
  type LiftTwoStepLimit,
} from './account-support.service.ts';
import { createAccountLockService, type AccountLockService } from './account-lock.service.ts';
import { registerMachineAccountRoutes } from './machine-accounts.routes.ts';
import { createAccountsRepo } from './accounts.repo.ts';
import { registerAdminAccountRoutes } from './accounts.routes.ts';
import { createAccountsService, type ApplicationLists } from './accounts.service.ts';

type Deps = Platform &
  AccountServices &
  Access &
  ApplicationLists & {
    readonly liftOtpLimits: LiftOtpLimits;
    readonly liftTwoStepLimit: LiftTwoStepLimit;
  };

export function createAccountsModule(deps: Deps): Module & { readonly accountLock: AccountLockService } {
  const supportRepo = createAccountSupportRepo(deps.sql);
  const accountLock = createAccountLockService(deps);
  const accountList = createAccountsService({ ...deps, repo: createAccountsRepo(deps.sql), supportRepo });
  const accountSupport = createAccountSupportService({ ...deps, supportRepo });
  return {
    accountLock,
    routes(route) {
      registerAdminAccountRoutes(route, { accountList, accountLock, accountSupport });
      registerMachineAccountRoutes(route, { accountList, accountLock });
    },
  };
}
