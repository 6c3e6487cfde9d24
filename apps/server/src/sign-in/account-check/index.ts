import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createAccountCheckService } from './account-check.service.ts';

export function createAccountCheckModule(deps: SignIn): Module {
  const accountCheck = createAccountCheckService(deps);
  return {
    handlers: {
      'POST /vid/api/users/checking/phone': ({ body, ...call }) =>
        accountCheck.check({ ...body, ...deps.sessions.visitOf(call) }),
    },
  };
}
