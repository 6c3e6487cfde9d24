import type { EndAccess } from '#account/end-access.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import { forgetDevices } from '#account/known-devices/known-device-sql.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { RecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';
import type { SessionRepo } from './session.repo.ts';

type Deps = {
  readonly sessions: Pick<SessionRepo, 'deleteAll'>;
  readonly otpTokens: Pick<OtpTokens, 'revokeAll'>;
  readonly recoveries: Pick<RecoveryRepo, 'stop'>;
  readonly notices: Pick<NoticeService, 'notify'>;
};

export function createEndAccess({ sessions, otpTokens, recoveries, notices }: Deps): EndAccess {
  return async (tx, account, options = {}) => {
    const { sessionId, supportRecovery: keepsSupport = true, isReturn = false, nextPhone = null } = options;
    const ended = await sessions.deleteAll(tx, account.id, sessionId);
    for (const phone of new Set([account.phone, nextPhone]))
      if (phone !== null) await otpTokens.revokeAll(tx, phone);
    const isStopped = await recoveries.stop(tx, account.id, { keepsSupport });
    if (isStopped && !isReturn) await notices.notify(tx, { account, kind: 'recovery-stopped' });
    await forgetDevices(tx, account.id);
    return ended;
  };
}
