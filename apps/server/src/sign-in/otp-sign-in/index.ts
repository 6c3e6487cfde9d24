import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerOtpSignInRoutes } from './otp-sign-in.routes.ts';
import { createOtpSignInService } from './otp-sign-in.service.ts';

export function createOtpSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const otpSignIn = createOtpSignInService(deps);
  return { routes: (route) => registerOtpSignInRoutes(route, { otpSignIn, completion, sessions, cookies }) };
}
