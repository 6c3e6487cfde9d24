import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createNotMeService } from './not-me.service.ts';

export function createNotMeModule(deps: SignIn): Module {
  const notMe = createNotMeService(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/not-me/event': ({ body, caller }) => notMe.describe(body.code, caller),
      'POST /vid/ajax/auth/not-me': ({ body, caller }) => notMe.report(body.code, caller),
    },
  };
}
