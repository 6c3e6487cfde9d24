import type Provider from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import { isOutage } from '#database/outage.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import { slowDownPolling } from '#oidc/device/device-polling.ts';
import type { TokenExchange } from '#oidc/grants/token-exchange.ts';
import { answerOutage } from './error-page.ts';
import {
  adjustAnswer,
  answerInstead,
  keepSessionCookie,
  overrideModels,
  VidProvider,
} from './library-overrides.ts';
import { traceAttempts } from './trace-attempts.ts';
import { createConfiguration, type ConfigurationDeps } from './provider-configuration.ts';

type Deps = ConfigurationDeps & {
  readonly issuer: string;
  readonly sql: Sql;
  readonly exchange: TokenExchange;
  readonly attempts: Pick<AttemptLog, 'begin' | 'continue'>;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
};

/** Connects the certified library to VID's accounts, sessions, clients and screens. */
export function createProvider(deps: Deps): Provider {
  const { sql, sessionCookie, refusals, onFault } = deps;
  const provider = new VidProvider(deps.issuer, createConfiguration(deps), deps.exchange);
  provider.proxy = true;
  overrideModels(provider);
  provider.on('server_error', (ctx, error) => {
    ctx.state['isOutage'] = isOutage(error);
    onFault(error);
  });
  const reportAnswer = traceAttempts(provider, deps.attempts, deps.nowMs);
  const overrides = { provider, sessionCookie, refusals };
  provider.use(async (ctx, next) => {
    try {
      if (await answerInstead(overrides, ctx)) return;
      await next();
      await slowDownPolling(sql, deps.keys, ctx);
      // The library reports an outage as its own error, so replace its answer with 503.
      if (ctx.state['isOutage'] === true) answerOutage(ctx);
      await adjustAnswer(overrides, ctx);
      reportAnswer(ctx);
    } catch (error) {
      onFault(error);
      keepSessionCookie(ctx, sessionCookie);
      if (isOutage(error)) {
        answerOutage(ctx);
        return;
      }
      ctx.status = 500;
      ctx.body = { error: 'server_error', error_description: 'oops! something went wrong' };
    }
  });
  return provider;
}
