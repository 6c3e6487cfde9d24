import type { Config } from '#config/config.ts';
import { socialProviders } from '#config/settings/social.ts';

/** Returns the additions to the content security policy for the configured providers. */
export function socialSourcesOf(config: Config): {
  readonly imageHosts: readonly string[];
  readonly sdkOrigins: readonly string[];
} {
  const offered = socialProviders.filter(({ id }) => config[id] !== undefined);
  const usesSdk = offered.some(({ name }) => name === 'facebook');
  return {
    imageHosts: offered.flatMap(({ pictureHosts }) => config[pictureHosts]),
    sdkOrigins: usesSdk
      ? [...new Set([config.facebookDialogUrl.origin, config.facebookGraphUrl.origin])]
      : [],
  };
}
