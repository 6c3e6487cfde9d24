import {
  createRemoveRecent,
  createReturnToOwner,
  type ReturnDeps,
} from '#account/return-to-owner/return-to-owner.service.ts';
import { createOtpTokens } from '#sign-in/otp/otp-token.ts';
import { createEndAccess } from '#sign-in/session/end-access.ts';
import { createRecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';
import { createSessionRepo } from '#sign-in/session/session.repo.ts';
import { createSessionService } from '#sign-in/session/session.service.ts';
import type { ManagedApplications } from '#sign-in/session/session-columns.ts';
import type { AccountServices } from '#account/services.ts';

export function createAccess(
  deps: AccountServices &
    Pick<
      ReturnDeps,
      'consents' | 'withdrawRights' | 'givenPermissions' | 'withdrawApprovals' | 'stopImports' | 'stopNotices'
    > & {
      readonly managedApplications: ManagedApplications;
    },
) {
  const sessionRepo = createSessionRepo(deps);
  const otpTokens = createOtpTokens(deps);
  const recoveryRepo = createRecoveryRepo(deps.sql);
  const endAccess = createEndAccess({ ...deps, sessions: sessionRepo, otpTokens, recoveries: recoveryRepo });
  return {
    sessionRepo,
    sessions: createSessionService({ ...deps, sessionRepo }),
    otpTokens,
    recoveryRepo,
    endAccess,
    returnToOwner: createReturnToOwner({ ...deps, recoveries: recoveryRepo, endAccess }),
    removeRecent: createRemoveRecent(deps),
  };
}

export type Access = AccountServices & ReturnType<typeof createAccess>;
