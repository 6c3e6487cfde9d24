import { createOtpTokens } from '#sign-in/otp/otp-token.ts';
import { createEndAccess } from '#sign-in/session/end-access.ts';
import { createRecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';
import { createSessionRepo } from '#sign-in/session/session.repo.ts';
import { createSessionService } from '#sign-in/session/session.service.ts';
import type { ManagedApplications } from '#sign-in/session/session-columns.ts';
import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';

/** Creates the services of `sign-in` that store and end access to an account. */
export function createAccess(
  deps: Platform &
    Pick<AccountServices, 'accounts' | 'deviceCookie'> & {
      readonly managedApplications: ManagedApplications;
    },
) {
  const sessionRepo = createSessionRepo(deps);
  const otpTokens = createOtpTokens(deps);
  const recoveryRepo = createRecoveryRepo(deps.sql);
  return {
    sessionRepo,
    sessions: createSessionService({ ...deps, repo: sessionRepo }),
    otpTokens,
    recoveryRepo,
    endAccess: createEndAccess({ sessions: sessionRepo, otpTokens, recoveries: recoveryRepo }),
  };
}

export type Access = ReturnType<typeof createAccess>;
