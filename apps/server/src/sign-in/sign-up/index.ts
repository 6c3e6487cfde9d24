import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerSignUpRoutes } from './sign-up.routes.ts';
import { createSignUpService, type SignUpService } from './sign-up.service.ts';

export function createSignUpModule(deps: SignIn): Module & { readonly signUp: SignUpService } {
  const { completion, sessions, cookies } = deps;
  const signUp = createSignUpService(deps);
  return {
    signUp,
    routes: (route) => registerSignUpRoutes(route, { signUp, completion, sessions, cookies }),
  };
}
