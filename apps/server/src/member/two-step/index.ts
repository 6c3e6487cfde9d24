import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createTwoStepService } from './two-step.service.ts';

export function createTwoStepModule(deps: Access): Module {
  const twoStep = createTwoStepService(deps);
  return {
    handlers: {
      'GET /vid/api/users/two-step': ({ session }) => twoStep.getState(session),
      'POST /vid/api/users/two-step/setup': ({ session }) => twoStep.startSetup(session),
      'POST /vid/api/users/two-step/confirm': ({ session, body, caller }) =>
        twoStep.confirm(session, body.code, caller),
      'POST /vid/api/users/two-step/recovery-codes': ({ session, caller }) =>
        twoStep.replaceRecoveryCodes(session, caller),
      'DELETE /vid/api/users/two-step': ({ session, caller }) => twoStep.switchOff(session, caller),
    },
  };
}
