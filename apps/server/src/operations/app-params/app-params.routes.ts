import { webClientId } from '@vid/contract/limits';
import type { Config } from '#config/config.ts';
import { facebookVersion } from '#config/settings/social.ts';
import { clientTokenKey } from '#http/browser/client-token.ts';
import type { Route } from '#http/routes/routes.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import type { AppParamsService } from './app-params.service.ts';

type Deps = Platform & { readonly appParams: AppParamsService };

export function registerAppParamsRoutes(route: Route, deps: Deps): void {
  route('GET /vid/gateway/app/params', () => deps.appParams.get());

  route('GET /vid/api/auth/client/config', ({ query, preSession }) => {
    const clientId = query.clientId ?? webClientId;
    if (clientId !== webClientId) throw new AppError('NOT_FOUND');
    return Promise.resolve({
      clientId,
      clientTokenKey: clientTokenKey(deps.keys, preSession.id).toString('base64'),
      serverTime: deps.nowMs(),
      captchaKinds: ['image' as const, 'proof-of-work' as const],
      social: socialOf(deps.config),
    });
  });
}

function socialOf(config: Config) {
  const { facebookAppId, googleClientId, zaloAppId } = config;
  return {
    facebook: facebookAppId === undefined ? null : { appId: facebookAppId, ...facebookSdkOf(config) },
    google: googleClientId === undefined ? null : { clientId: googleClientId },
    zalo: zaloAppId === undefined ? null : { appId: zaloAppId },
  };
}

/**
 * Returns the SDK's URL and version. The version is that of the Graph API, which verifies the SDK's tokens,
 * or `facebookVersion` if its URL names none.
 */
function facebookSdkOf({ facebookSdkUrl, facebookGraphUrl }: Config) {
  const version = /^\/(v\d+\.\d+)\//u.exec(facebookGraphUrl.pathname)?.[1] ?? facebookVersion;
  return { sdkUrl: facebookSdkUrl.href, version };
}
