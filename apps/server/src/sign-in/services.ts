import { createSocialProofs } from '#account/identities/social-proof.service.ts';
import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';
import { createCaptchaService } from './captcha/captcha.service.ts';
import { createCompleteService, type CopyTransactions } from './complete/complete.service.ts';
import type { Access } from './session/access.ts';
import { createSessionPassword } from './session/session-password.ts';

type Deps = Platform & AccountServices & Access & { readonly copyTransactions: CopyTransactions };

export function createSignInServices(deps: Deps) {
  return {
    captchas: createCaptchaService(deps),
    completion: createCompleteService(deps),
    sessionPassword: createSessionPassword(deps),
    socialProofs: createSocialProofs(deps),
  };
}

export type SignIn = Platform & AccountServices & Access & ReturnType<typeof createSignInServices>;
