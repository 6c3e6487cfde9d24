import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { PendingRecoveryService } from './pending-recovery.service.ts';
import type { RecoveryByCodeService } from './recovery-by-code.service.ts';
import type { RecoveryService } from './recovery.service.ts';

type Deps = {
  readonly recoveries: RecoveryService;
  readonly recoveriesByCode: RecoveryByCodeService;
  readonly pendingRecoveries: PendingRecoveryService;
  readonly cookies: Cookies;
};

export function registerRecoveryRoutes(route: Route, deps: Deps): void {
  const { recoveries, recoveriesByCode, pendingRecoveries, cookies } = deps;

  route('POST /vid/ajax/auth/recovery/start', async ({ body, caller, preSession }) => {
    await recoveries.start({ ...body, caller, preSession });
    return true as const;
  });

  route('POST /vid/ajax/auth/recovery/start-by-code', ({ body, caller, preSession }) =>
    recoveriesByCode.start({ ...body, caller, preSession }),
  );

  route(
    'POST /vid/ajax/auth/recovery/start-by-phone',
    async ({ body, caller, preSession, request, reply }) => {
      const started = await recoveries.startByPhone({
        phone: body.phone,
        otpToken: readFlowToken(cookies, request, body.otpToken),
        caller,
        preSession,
      });
      cookies.clear(reply, 'vid_flow');
      return started;
    },
  );

  route('POST /vid/ajax/auth/recovery/check', ({ body, caller }) =>
    recoveries.check(body.recoveryToken, caller),
  );

  route('POST /vid/ajax/auth/recovery/complete', async ({ body, caller, preSession, request, reply }) => {
    await recoveries.complete({
      token: body.recoveryToken,
      phone: body.phone,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      newPassword: body.newPassword,
      caller,
      preSession,
      signal: clientSignal(reply),
    });
    cookies.clear(reply, 'vid_flow');
    return true as const;
  });

  route('GET /vid/api/users/recovery', ({ session }) => pendingRecoveries.find(session.account.id));

  route('DELETE /vid/api/users/recovery', async ({ session, caller }) => {
    await pendingRecoveries.stop(session.account.id, caller);
    return true as const;
  });
}
