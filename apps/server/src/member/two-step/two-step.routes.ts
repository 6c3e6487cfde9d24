import type { Route } from '#http/routes.ts';
import type { TwoStepService } from './two-step.service.ts';

export function registerTwoStepRoutes(route: Route, twoStep: TwoStepService): void {
  route('GET /vid/api/users/two-step', ({ session }) => twoStep.getState(session));

  route('POST /vid/api/users/two-step/setup', ({ session }) => twoStep.startSetup(session));

  route('POST /vid/api/users/two-step/confirm', ({ session, body, caller }) =>
    twoStep.confirm(session, body.code, caller),
  );

  route('POST /vid/api/users/two-step/recovery-codes', ({ session, caller }) =>
    twoStep.replaceRecoveryCodes(session, caller),
  );

  route('DELETE /vid/api/users/two-step', async ({ session, caller }) => {
    await twoStep.switchOff(session, caller);
    return true as const;
  });
}
