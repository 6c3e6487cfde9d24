import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { registerNotMeRoutes } from './not-me.routes.ts';
import { createNotMeService } from './not-me.service.ts';

export function createNotMeModule(deps: SignIn): Module {
  const notMe = createNotMeService(deps);
  return { routes: (route) => registerNotMeRoutes(route, notMe) };
}
