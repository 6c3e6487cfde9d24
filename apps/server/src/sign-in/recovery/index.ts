import { readFlowToken } from '#http/browser/cookies.ts';
import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createRecoveryAdvance } from './advance-recoveries.ts';
import { createSupportRecovery, type SupportRecovery } from './support-recovery.ts';
import { createPendingRecoveryService } from './pending-recovery.service.ts';
import { createRecoveryByCodeService } from './recovery-by-code.service.ts';
import { cookieSeconds } from './recovery.policy.ts';
import { createRecoveryService, type RecoveryService } from './recovery.service.ts';

export function createRecoveryModule(deps: SignIn): Module & {
  readonly recoveries: RecoveryService;
  readonly supportRecovery: SupportRecovery;
} {
  const { cookies, sessions } = deps;
  const recoveries = createRecoveryService({ ...deps, advance: createRecoveryAdvance(deps) });
  const recoveriesByCode = createRecoveryByCodeService(deps);
  const pendingRecoveries = createPendingRecoveryService(deps);
  return {
    recoveries,
    supportRecovery: createSupportRecovery(deps),
    handlers: {
      'GET /vid/ajax/auth/recovery': async ({ request, reply }) => {
        const token = cookies.read(request, 'vid_recovery');
        const found = await recoveries.find(token);
        if (token !== undefined && !found.canComplete) cookies.clear(reply, 'vid_recovery');
        return found;
      },
      'DELETE /vid/ajax/auth/recovery': async ({ reply }) => cookies.clear(reply, 'vid_recovery'),
      'POST /vid/ajax/auth/recovery/start': ({ body, ...call }) =>
        recoveries.start({ ...body, ...sessions.visitOf(call) }),
      'POST /vid/ajax/auth/recovery/start-by-code': async ({ body, ...call }) => {
        const started = await recoveriesByCode.start({ ...body, ...sessions.visitOf(call) });
        if ('readyAt' in started) return { readyAt: started.readyAt.toISOString() };
        cookies.write(call.reply, 'vid_recovery', started.recoveryToken, cookieSeconds);
        return { readyAt: null };
      },
      'POST /vid/ajax/auth/recovery/start-by-phone': async ({ body, ...call }) => {
        const otpToken = readFlowToken(cookies, call.request, body.otpToken);
        const started = await recoveries.startByPhone({ ...body, otpToken, ...sessions.visitOf(call) });
        cookies.clear(call.reply, 'vid_flow');
        return started;
      },
      'POST /vid/ajax/auth/recovery/check': async ({ body, caller, reply }) => {
        const checked = await recoveries.check(body.recoveryToken, caller);
        cookies.write(reply, 'vid_recovery', body.recoveryToken, Math.min(checked.expiresIn, cookieSeconds));
        return checked;
      },
      'POST /vid/ajax/auth/recovery/complete': async ({ body, ...call }) => {
        const otpToken = readFlowToken(cookies, call.request, body.otpToken);
        const token = cookies.read(call.request, 'vid_recovery') ?? '';
        await recoveries.complete({ ...body, otpToken, token, ...sessions.visitOf(call) });
        cookies.clear(call.reply, 'vid_flow');
        cookies.clear(call.reply, 'vid_recovery');
      },
      'GET /vid/api/users/recovery': ({ session }) => pendingRecoveries.find(session.account.id),
      'DELETE /vid/api/users/recovery': ({ session, caller }) =>
        pendingRecoveries.stop(session.account.id, caller),
    },
    schedules: [{ name: 'advance-recoveries', everyMinutes: 1, run: () => recoveries.advance() }],
  };
}
