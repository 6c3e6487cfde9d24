import type { Config } from '#config/config.ts';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { SocialProvider, SocialProviderName } from './provider.ts';
import { createZalo } from './zalo.ts';

export function createSocialProviders(config: Config): ReadonlyMap<SocialProviderName, SocialProvider> {
  const returnUrl = `${config.publicUrl.origin}/vid/web/reception`;
  const providers = new Map<SocialProviderName, SocialProvider>();
  const { zaloAppId, zaloAppSecret, facebookAppId, facebookAppSecret } = config;
  const { googleClientId, googleClientSecret } = config;
  if (zaloAppId !== undefined && zaloAppSecret !== undefined)
    providers.set(
      'zalo',
      createZalo({
        appId: zaloAppId,
        appSecret: zaloAppSecret,
        authorizeUrl: config.zaloAuthorizeUrl,
        tokenUrl: config.zaloTokenUrl,
        graphUrl: config.zaloGraphUrl,
        returnUrl,
      }),
    );
  if (googleClientId !== undefined && googleClientSecret !== undefined)
    providers.set(
      'google',
      createGoogle({
        clientId: googleClientId,
        clientSecret: googleClientSecret,
        issuer: config.googleIssuer,
        authorizeUrl: config.googleAuthorizeUrl,
        tokenUrl: config.googleTokenUrl,
        jwksUrl: config.googleJwksUrl,
        returnUrl,
      }),
    );
  if (facebookAppId !== undefined && facebookAppSecret !== undefined)
    providers.set(
      'facebook',
      createFacebook({
        appId: facebookAppId,
        appSecret: facebookAppSecret,
        dialogUrl: config.facebookDialogUrl,
        graphUrl: config.facebookGraphUrl,
        returnUrl,
      }),
    );
  return providers;
}
