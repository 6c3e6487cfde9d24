import type Provider from 'oidc-provider';
import { isOutage } from '#database/availability/outage.ts';
import { slowDownPolling } from '#oidc/device/device-polling.ts';
import { answerOutage } from './error-page.ts';
import {
  adjustAnswer,
  answerInstead,
  keepSessionCookie,
  overrideModels,
  VidProvider,
} from './library-overrides.ts';
import { traceAttempts } from './trace-attempts.ts';
import { createConfiguration, type Jwks, type ProviderDeps } from './provider-configuration.ts';

export function createProvider(deps: ProviderDeps, jwks: Jwks): Provider {
  const sessionCookie = deps.cookies.nameOf('vid_sid');
  const onFault = (err: unknown): void => deps.log.error({ err }, 'OpenID Connect request failed');
  const provider = new VidProvider(deps.issuer, createConfiguration(deps, jwks), deps.exchange);
  provider.proxy = true;
  overrideModels(provider);
  provider.on('server_error', (ctx, error) => {
    ctx.state['isOutage'] = isOutage(error);
    onFault(error);
  });
  const reportAnswer = traceAttempts(provider, deps.attempts);
  const overrides = { provider, sessionCookie, refusals: deps.refusalLog };
  provider.use(async (ctx, next) => {
    try {
      if (await answerInstead(overrides, ctx)) return;
      await next();
      await slowDownPolling(deps.sql, deps.keys, ctx);
      // Replace oidc-provider's own error for an outage with 503.
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
