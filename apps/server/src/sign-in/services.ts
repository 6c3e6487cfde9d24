import { findAnyDevice } from '#account/known-devices/known-device-sql.ts';
import { createAccountCheckService } from '#sign-in/account-check/account-check.service.ts';
import { createCaptchaRepo } from '#sign-in/captcha/captcha.repo.ts';
import { createCaptchaService } from '#sign-in/captcha/captcha.service.ts';
import { createCompleteService } from '#sign-in/complete/complete.service.ts';
import { createNotMeService } from '#sign-in/not-me/not-me.service.ts';
import { createOtpSignInService } from '#sign-in/otp-sign-in/otp-sign-in.service.ts';
import { createOtpRepo } from '#sign-in/otp/otp.repo.ts';
import { createOtpService } from '#sign-in/otp/otp.service.ts';
import { createAssertions } from '#sign-in/passkey/assertions.ts';
import { createChallenges } from '#sign-in/passkey/challenges.ts';
import { createPasskeySignInService } from '#sign-in/passkey/passkey-sign-in.service.ts';
import { createPasskeyRepo } from '#account/passkeys/passkey.repo.ts';
import { createPasskeysService } from '#sign-in/passkey/passkeys.service.ts';
import { createSessionPasskey } from '#sign-in/passkey/session-passkey.ts';
import { createPasswordResetService } from '#sign-in/password-reset/password-reset.service.ts';
import { createPasswordSignInService } from '#sign-in/password-sign-in/password-sign-in.service.ts';
import { createPollCookie } from '#sign-in/qr/poll-cookie.ts';
import { createQrApprovalService } from '#sign-in/qr/qr-approval.service.ts';
import { createQrSignInService } from '#sign-in/qr/qr-sign-in.service.ts';
import { createQrRepo } from '#sign-in/qr/qr.repo.ts';
import { createQrService } from '#sign-in/qr/qr.service.ts';
import { createReauthenticateService } from '#sign-in/reauthenticate/reauthenticate.service.ts';
import { createRecoveryAdvance } from '#sign-in/recovery/advance-recoveries.ts';
import { createDeskRecovery } from '#sign-in/recovery/desk-recovery.ts';
import { createPendingRecoveryService } from '#sign-in/recovery/pending-recovery.service.ts';
import { createRecoveryPassword } from '#sign-in/recovery/recovery-password.ts';
import { createRecoveryByCodeService } from '#sign-in/recovery/recovery-by-code.service.ts';
import { createRecoveryService } from '#sign-in/recovery/recovery.service.ts';
import { createSessionPassword } from '#sign-in/session/session-password.ts';
import { createSignUpService } from '#sign-in/sign-up/sign-up.service.ts';
import { createTwoStepSignInService } from '#sign-in/two-step/two-step.service.ts';
import { createSocialSignUpRepo } from '#sign-in/social/social-sign-up.repo.ts';
import { createSocialSignUpService } from '#sign-in/social/social-sign-up.service.ts';
import { createSocialService } from '#sign-in/social/social.service.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';

type CompleteDeps = Parameters<typeof createCompleteService>[0];

/** `copyTransactions` belongs to the community protocol. */
export function createSignInServices(
  deps: Platform & AccountServices & Access & Pick<CompleteDeps, 'copyTransactions'>,
) {
  const { sql } = deps;
  const captchas = createCaptchaService({
    ...deps,
    repo: createCaptchaRepo(sql),
    findDevice: (hashes) => findAnyDevice(sql, hashes),
  });
  const completion = createCompleteService(deps);
  const sessionPassword = createSessionPassword(deps);
  const qrRepo = createQrRepo(sql);
  /** Used by most methods of signing in. */
  const shared = { ...deps, captchas, completion, sessionPassword };
  const signUp = createSignUpService(shared);
  const withSocial = { ...shared, signUp, socialSignUps: createSocialSignUpRepo(deps) };
  const passkeyRepo = createPasskeyRepo(sql);
  const challenges = createChallenges(deps);
  const assertions = createAssertions({ ...deps, repo: passkeyRepo, challenges });
  const passkey = { ...shared, repo: passkeyRepo, challenges, assertions };
  const recovery = { ...shared, repo: deps.recoveryRepo };
  return {
    captchas,
    sessionPassword,
    otp: createOtpService({ ...shared, repo: createOtpRepo(sql) }),
    completion,
    accountCheck: createAccountCheckService(shared),
    signUp,
    social: createSocialService(withSocial),
    socialSignUp: createSocialSignUpService(withSocial),
    passwordSignIn: createPasswordSignInService(shared),
    otpSignIn: createOtpSignInService(shared),
    twoStepSignIn: createTwoStepSignInService(shared),
    passkeySignIn: createPasskeySignInService(passkey),
    passkeys: createPasskeysService(passkey),
    passwordReset: createPasswordResetService(shared),
    pollCookie: createPollCookie(deps),
    qr: createQrService({ ...shared, repo: qrRepo }),
    qrApproval: createQrApprovalService({ ...shared, repo: qrRepo }),
    qrSignIn: createQrSignInService({ ...shared, repo: qrRepo }),
    notMe: createNotMeService(shared),
    recoveries: createRecoveryService({ ...recovery, advance: createRecoveryAdvance(recovery) }),
    recoveriesByCode: createRecoveryByCodeService({
      ...recovery,
      recoveryPassword: createRecoveryPassword(deps),
    }),
    startDeskRecovery: createDeskRecovery(recovery),
    pendingRecoveries: createPendingRecoveryService(recovery),
    reauthenticate: createReauthenticateService({ ...shared, sessionPasskey: createSessionPasskey(passkey) }),
  };
}

export type SignInServices = ReturnType<typeof createSignInServices>;
