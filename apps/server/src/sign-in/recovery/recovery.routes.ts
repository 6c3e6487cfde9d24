import { clientSignal } from '#http/client-signal.ts';
import type { DeviceCookie } from '#account/known-devices/device-cookie.ts';
import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { PendingRecoveryService } from './pending-recovery.service.ts';
import { cookieSeconds } from './recovery.policy.ts';
import type { RecoveryByCodeService } from './recovery-by-code.service.ts';
import type { RecoveryService } from './recovery.service.ts';

type Deps = {
  readonly recoveries: RecoveryService;
  readonly recoveriesByCode: RecoveryByCodeService;
  readonly pendingRecoveries: PendingRecoveryService;
  readonly cookies: Cookies;
  readonly deviceCookie: DeviceCookie;
};

export function registerRecoveryRoutes(route: Route, deps: Deps): void {
  const { recoveries, recoveriesByCode, pendingRecoveries, cookies } = deps;

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

  route('POST /vid/ajax/auth/recovery/start', async ({ body, caller, preSession }) => {
    await recoveries.start({ ...body, caller, preSession });
    return true as const;
  });

  route(
    'POST /vid/ajax/auth/recovery/start-by-code',
    async ({ body, caller, preSession, request, reply }) => {
      const started = await recoveriesByCode.start({
        phone: body.phone,
        recoveryCode: body.recoveryCode,
        password: body.password,
        captchaToken: body.captchaToken,
        devices: deps.deviceCookie.read(request).map(({ hash }) => hash),
        caller,
        preSession,
        signal: clientSignal(reply),
      });
      if ('readyAt' in started) return { readyAt: started.readyAt.toISOString() };
      cookies.write(reply, 'vid_recovery', started.recoveryToken, cookieSeconds);
      return { readyAt: null };
    },
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

  route('POST /vid/ajax/auth/recovery/check', async ({ body, caller, reply }) => {
    const checked = await recoveries.check(body.recoveryToken, caller);
    cookies.write(reply, 'vid_recovery', body.recoveryToken, Math.min(checked.expiresIn, cookieSeconds));
    return checked;
  });

  route('POST /vid/ajax/auth/recovery/complete', async ({ body, caller, preSession, request, reply }) => {
    await recoveries.complete({
      token: cookies.read(request, 'vid_recovery') ?? '',
      phone: body.phone,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      newPassword: body.newPassword,
      isNewOwner: body.isNewOwner ?? false,
      caller,
      preSession,
      signal: clientSignal(reply),
    });
    cookies.clear(reply, 'vid_flow');
    cookies.clear(reply, 'vid_recovery');
    return true as const;
  });

  route('GET /vid/api/users/recovery', ({ session }) => pendingRecoveries.find(session.account.id));

  route('DELETE /vid/api/users/recovery', ({ session, caller }) =>
    pendingRecoveries.stop(session.account.id, caller),
  );
}
