import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPollCookie } from './poll-cookie.ts';
import { createQrApprovalService } from './qr-approval.service.ts';
import { createQrSignInService } from './qr-sign-in.service.ts';
import { createQrRepo } from './qr.repo.ts';
import { registerQrRoutes } from './qr.routes.ts';
import { createQrService } from './qr.service.ts';

export function createQrModule(deps: SignIn): Module {
  const { completion, sessions } = deps;
  const repo = createQrRepo(deps.sql);
  const services = {
    qr: createQrService({ ...deps, repo }),
    qrApproval: createQrApprovalService({ ...deps, repo }),
    qrSignIn: createQrSignInService({ ...deps, repo }),
    pollCookie: createPollCookie(deps),
    completion,
    sessions,
  };
  return { routes: (route) => registerQrRoutes(route, services) };
}
