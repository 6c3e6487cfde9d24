import { findAnyDevice } from '#account/known-devices/known-device-sql.ts';
import type { AccountServices } from '#account/services.ts';
import type { Platform } from '#platform/platform.ts';
import { createCaptchaRepo } from './captcha/captcha.repo.ts';
import { createCaptchaService } from './captcha/captcha.service.ts';
import { createCompleteService, type CopyTransactions } from './complete/complete.service.ts';
import type { Access } from './session/access.ts';
import { createSessionPassword } from './session/session-password.ts';

type Deps = Platform & AccountServices & Access & { readonly copyTransactions: CopyTransactions };

/** What the methods of signing in share. */
export function createSignInServices(deps: Deps) {
  const { sql } = deps;
  return {
    captchas: createCaptchaService({
      ...deps,
      repo: createCaptchaRepo(sql),
      findDevice: (hashes) => findAnyDevice(sql, hashes),
    }),
    completion: createCompleteService(deps),
    sessionPassword: createSessionPassword(deps),
  };
}

/** What a feature of this wing is made from. */
export type SignIn = Platform & AccountServices & Access & ReturnType<typeof createSignInServices>;
