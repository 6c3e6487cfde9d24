import type { EndAccess } from '#account/end-access.ts';
import { forgetDevices } from '#account/known-devices/known-device-sql.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { RecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';
import type { SessionRepo } from './session.repo.ts';

type Deps = {
  readonly sessions: Pick<SessionRepo, 'deleteAll'>;
  readonly otpTokens: Pick<OtpTokens, 'revokeAll'>;
  readonly recoveries: Pick<RecoveryRepo, 'stop'>;
};

export function createEndAccess({ sessions, otpTokens, recoveries }: Deps): EndAccess {
  return async (tx, account, { sessionId, supportRecovery: keepsSupport = true } = {}) => {
    const ended = await sessions.deleteAll(tx, account.id, sessionId);
    if (account.phone !== null) await otpTokens.revokeAll(tx, account.phone);
    await recoveries.stop(tx, account.id, { keepsSupport });
    await forgetDevices(tx, account.id);
    return ended;
  };
}
