import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerPasswordSignInRoutes } from './password-sign-in.routes.ts';
import { createPasswordSignInService } from './password-sign-in.service.ts';

export function createPasswordSignInModule(deps: SignIn): Module {
  const { completion, sessions, cookies } = deps;
  const passwordSignIn = createPasswordSignInService(deps);
  return {
    routes: (route) => registerPasswordSignInRoutes(route, { passwordSignIn, completion, sessions, cookies }),
  };
}
