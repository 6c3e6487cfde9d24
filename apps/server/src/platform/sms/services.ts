import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import type { Events } from '#platform/events/events.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import { createZaloTokens } from '#platform/zalo/zalo-tokens.ts';
import type { SmsGateway } from '#ports/sms/sms.ts';
import { createSmsAttempts } from './sms-attempts.ts';
import { createSmsBalances } from './sms-balances.ts';
import { createSmsBreaker } from './sms-breaker.ts';
import { createSmsCeiling } from './sms-cost.ts';
import { chooseSmsGateways } from './sms-gateways.ts';
import { createSmsRouter } from './sms-router.ts';
import { createSmsService } from './sms.service.ts';

type Deps = {
  readonly config: Config;
  readonly sql: Sql;
  readonly keys: Keys;
  readonly background: Background;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly events: Events;
  readonly deliveries: DeliveriesRepo;
  readonly outbox: Outbox | undefined;
  readonly messages: Messages;
  readonly maySend: MaySend;
  readonly maySendSms: MaySend;
  /** Replaces the gateways of the settings in tests. */
  readonly replacement: SmsGateway | undefined;
};

/** Creates the services that send codes and notices by SMS or Zalo, and watch their cost. */
export function createSmsServices(deps: Deps) {
  const { config, sql, log, metrics, background, replacement } = deps;
  const smsAttempts = createSmsAttempts({ sql, background, metrics });
  const smsCeiling = createSmsCeiling({ sql, config, log, metrics });
  const zaloTokens = createZaloTokens(deps);
  const gateways = replacement ? [replacement] : chooseSmsGateways({ ...deps, zaloTokens });
  const smsRouter = createSmsRouter({
    gateways,
    orders:
      replacement || config.smsChannels.length === 0
        ? { all: gateways.map(({ channel }) => channel), carriers: {} }
        : config.smsOrders,
    attempts: smsAttempts,
    log,
    timeoutMs: config.smsTimeoutMs,
  });
  return {
    smsAttempts,
    smsCeiling,
    zaloTokens,
    smsRouter,
    smsBalances: createSmsBalances({ sql, gateways, config, metrics }),
    smsBreaker: createSmsBreaker({ sql, events: deps.events, smsCeiling }),
    sms: createSmsService({
      ...deps,
      repo: deps.deliveries,
      router: smsRouter,
      attempts: smsAttempts,
      ceiling: smsCeiling,
      maySend: deps.maySendSms,
    }),
  };
}
