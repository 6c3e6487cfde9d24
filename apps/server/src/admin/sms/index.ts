import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerSmsChannelRoutes } from './sms-channel.routes.ts';
import { createSmsChannelService, type ReadBreaker } from './sms-channel.service.ts';

export function createSmsChannelModule(deps: Platform & { readonly readBreaker: ReadBreaker }): Module {
  const smsChannel = createSmsChannelService(deps);
  return { routes: (route) => registerSmsChannelRoutes(route, { smsChannel }) };
}
