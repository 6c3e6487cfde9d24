import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerTwoStepSignInRoutes } from './two-step.routes.ts';
import { createTwoStepSignInService } from './two-step.service.ts';

export function createTwoStepSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const twoStepSignIn = createTwoStepSignInService(deps);
  return {
    routes: (route) => registerTwoStepSignInRoutes(route, { twoStepSignIn, completion, sessions, cookies }),
  };
}
