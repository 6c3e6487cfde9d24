import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import type { SignUpService } from '../sign-up/sign-up.service.ts';
import { createSocialSignUpRepo } from './social-sign-up.repo.ts';
import { createSocialSignUpService } from './social-sign-up.service.ts';
import { registerSocialRoutes } from './social.routes.ts';
import { createSocialService } from './social.service.ts';

export function createSocialModule(deps: SignIn & { readonly signUp: SignUpService }): Module {
  const { completion, sessions, cookies } = deps;
  const socialSignUps = createSocialSignUpRepo(deps);
  const social = createSocialService({ ...deps, socialSignUps });
  const socialSignUp = createSocialSignUpService({ ...deps, socialSignUps });
  return {
    routes: (route) => registerSocialRoutes(route, { social, socialSignUp, completion, sessions, cookies }),
  };
}
