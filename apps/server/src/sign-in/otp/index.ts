import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createOtpAttemptRepo } from './otp-attempt.repo.ts';
import { createOtpAttemptService } from './otp-attempt.service.ts';
import { createOtpRepo } from './otp.repo.ts';
import { registerOtpRoutes } from './otp.routes.ts';
import { createOtpService } from './otp.service.ts';

export function createOtpModule(deps: SignIn): Module {
  const { cookies, deviceCookie } = deps;
  const otp = createOtpService({ ...deps, repo: createOtpRepo(deps.sql) });
  const attempts = createOtpAttemptService({ ...deps, repo: createOtpAttemptRepo(deps.sql) });
  return { routes: (route) => registerOtpRoutes(route, { otp, attempts, cookies, deviceCookie }) };
}
