import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerSmsDeskRoutes } from './sms-desk.routes.ts';
import { createSmsDeskService, type ReadBreaker } from './sms-desk.service.ts';

export function createSmsDeskModule(deps: Platform & { readonly readBreaker: ReadBreaker }): Module {
  const smsDesk = createSmsDeskService(deps);
  return { routes: (route) => registerSmsDeskRoutes(route, { smsDesk }) };
}
