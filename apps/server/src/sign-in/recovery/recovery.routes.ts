import { readFlowToken } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { SignIn } from '../services.ts';
import type { PendingRecoveryService } from './pending-recovery.service.ts';
import { cookieSeconds } from './recovery.policy.ts';
import type { RecoveryByCodeService } from './recovery-by-code.service.ts';
import type { RecoveryService } from './recovery.service.ts';

type Deps = SignIn & {
  readonly recoveries: RecoveryService;
  readonly recoveriesByCode: RecoveryByCodeService;
  readonly pendingRecoveries: PendingRecoveryService;
};

export function registerRecoveryRoutes(route: Route, deps: Deps): void {
  const { recoveries, recoveriesByCode, pendingRecoveries, cookies, sessions } = deps;

  route('GET /vid/ajax/auth/recovery', async ({ request, reply }) => {
    const token = cookies.read(request, 'vid_recovery');
    const found = await recoveries.find(token);
    if (token !== undefined && !found.canComplete) cookies.clear(reply, 'vid_recovery');
    return found;
  });

  route('DELETE /vid/ajax/auth/recovery', async ({ reply }) => {
    cookies.clear(reply, 'vid_recovery');
    return true as const;
  });

  route('POST /vid/ajax/auth/recovery/start', async ({ body, ...call }) => {
    await recoveries.start({ ...body, ...sessions.visitOf(call) });
    return true as const;
  });

  route('POST /vid/ajax/auth/recovery/start-by-code', async ({ body, ...call }) => {
    const started = await recoveriesByCode.start({ ...body, ...sessions.visitOf(call) });
    if ('readyAt' in started) return { readyAt: started.readyAt.toISOString() };
    cookies.write(call.reply, 'vid_recovery', started.recoveryToken, cookieSeconds);
    return { readyAt: null };
  });

  route('POST /vid/ajax/auth/recovery/start-by-phone', async ({ body, ...call }) => {
    const otpToken = readFlowToken(cookies, call.request, body.otpToken);
    const started = await recoveries.startByPhone({ ...body, otpToken, ...sessions.visitOf(call) });
    cookies.clear(call.reply, 'vid_flow');
    return started;
  });

  route('POST /vid/ajax/auth/recovery/check', async ({ body, caller, reply }) => {
    const checked = await recoveries.check(body.recoveryToken, caller);
    cookies.write(reply, 'vid_recovery', body.recoveryToken, Math.min(checked.expiresIn, cookieSeconds));
    return checked;
  });

  route('POST /vid/ajax/auth/recovery/complete', async ({ body, ...call }) => {
    const otpToken = readFlowToken(cookies, call.request, body.otpToken);
    const token = cookies.read(call.request, 'vid_recovery') ?? '';
    await recoveries.complete({ ...body, otpToken, token, ...sessions.visitOf(call) });
    cookies.clear(call.reply, 'vid_flow');
    cookies.clear(call.reply, 'vid_recovery');
    return true as const;
  });

  route('GET /vid/api/users/recovery', ({ session }) => pendingRecoveries.find(session.account.id));

  route('DELETE /vid/api/users/recovery', ({ session, caller }) =>
    pendingRecoveries.stop(session.account.id, caller),
  );
}
