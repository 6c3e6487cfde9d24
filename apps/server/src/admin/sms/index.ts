import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createSmsChannelService, type ReadBreaker } from './sms-channel.service.ts';

export function createSmsChannelModule(deps: Platform & { readonly readBreaker: ReadBreaker }): Module {
  const smsChannel = createSmsChannelService(deps);
  return {
    handlers: {
      'GET /vid/api/admin/sms': () => smsChannel.get(),
      'GET /vid/api/admin/sms/gateways': () => smsChannel.getGateways(),
      'POST /vid/api/admin/sms/breaker': ({ body, by }) => smsChannel.hold(body, by),
      'POST /vid/api/admin/sms/breaker/release': ({ body, by }) => smsChannel.release(body.reason, by),
    },
  };
}
