import type { Body } from '@vid/contract/endpoints/index';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newSecret } from '#lib/ids.ts';
import { allowedPicture } from '#ports/social/picture.ts';
import type { Platform } from '#platform/platform.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import {
  SocialProviderDown,
  SocialProviderRefused,
  type CodeSecrets,
  type SocialProfile,
  type SocialProvider,
  type SocialProviderName,
} from '#ports/social/provider.ts';
import { createSocialProviders } from '#ports/social/providers.ts';
import { createSocialRequestRepo, requestSeconds } from './social-request.repo.ts';

/** Time limit for all provider calls of one proof; the caller must get a response within 6 s (L8). */
const providerMs = 5_000;

export type SocialProof = Body<'POST /vid/ajax/auth/login/social'>;

/**
 * Part of the state that tells the return page which call to make, and whether the page runs in an
 * application's popup.
 */
export type SocialIntent = 'signin' | 'popup' | 'link';

/**
 * Verifies that the user of a browser owns an identity at a provider. `holder`, the hash of the browser's
 * pre-session or of the session that links the identity, binds a code flow to the browser that started it.
 * The state is consumed before the code is exchanged, so each code is exchanged at most once (L2).
 */
export function createSocialProofs(platform: Platform) {
  const { config, counters, log } = platform;
  const socialProviders = createSocialProviders(config);
  const requests = createSocialRequestRepo(platform);
  const pictureHosts: Readonly<Record<SocialProviderName, readonly string[]>> = {
    facebook: config.facebookPictureHosts,
    google: config.googlePictureHosts,
    zalo: config.zaloPictureHosts,
  };

  const requireProvider = (name: SocialProviderName): SocialProvider => {
    const provider = socialProviders.get(name);
    if (!provider) throw new AppError('SOCIAL_DISABLED');
    return provider;
  };

  /**
   * Limits calls per address, because most calls need no sign-in, and each stores a row or calls a provider.
   */
  const countCall = async ({ addressKey }: Pick<Caller, 'addressKey'>): Promise<void> => {
    const limit = { windowSeconds: requestSeconds, limit: config.socialAddressTenMinutes };
    await counters.allow(...networkHits('social', addressKey, limit));
  };

  const verify = async (proof: SocialProof, holder: Buffer): Promise<SocialProfile> => {
    const provider = requireProvider(proof.provider);
    const { accessToken, oauthCode, state } = proof;
    if (oauthCode !== undefined && state !== undefined && accessToken === undefined) {
      const secrets = await requests.take({ provider: proof.provider, holder }, state);
      if (!secrets) throw new AppError('SOCIAL_INVALID', { internal: 'no such request of this browser' });
      return provider.redeemCode(oauthCode, secrets, AbortSignal.timeout(providerMs));
    }
    if (accessToken === undefined || oauthCode !== undefined || !provider.readToken)
      throw new AppError('SOCIAL_INVALID', { internal: 'not a proof of this provider' });
    return provider.readToken(accessToken, AbortSignal.timeout(providerMs));
  };

  return {
    offered: (): readonly SocialProviderName[] => [...socialProviders.keys()],

    /**
     * Requires that VID offers the provider.
     * @throws AppError SOCIAL_DISABLED
     */
    requireOffered(name: SocialProviderName): void {
      requireProvider(name);
    },

    /**
     * Starts a code flow and returns the URL of the provider's page.
     * @throws AppError SOCIAL_DISABLED, RATE_LIMITED
     */
    async start(
      name: SocialProviderName,
      { intent, holder, caller }: { intent: SocialIntent; holder: Buffer; caller: Caller },
    ): Promise<string> {
      const provider = requireProvider(name);
      await countCall(caller);
      const secrets: CodeSecrets = {
        state: `${name}.${intent}.${newSecret()}`,
        verifier: newSecret(),
        nonce: newSecret(),
      };
      const address = await provider.authorizeUrl(secrets);
      await requests.insert({ provider: name, holder }, secrets);
      return address.href;
    },

    /**
     * Returns the profile that the provider has verified.
     * @throws AppError SOCIAL_DISABLED, RATE_LIMITED, SOCIAL_INVALID, SOCIAL_UNAVAILABLE
     */
    async verify(
      proof: SocialProof,
      { holder, caller }: { holder: Buffer; caller: Caller },
    ): Promise<SocialProfile> {
      requireProvider(proof.provider);
      await countCall(caller);
      try {
        const profile = await verify(proof, holder);
        return { ...profile, picture: allowedPicture(profile.picture, pictureHosts[proof.provider]) };
      } catch (error) {
        const { provider } = proof;
        if (error instanceof SocialProviderRefused) {
          log.warn({ provider, reason: error.message, err: error.cause }, 'social identity refused');
          throw new AppError('SOCIAL_INVALID', { cause: error });
        }
        if (error instanceof SocialProviderDown) {
          log.warn({ provider, reason: error.message, err: error.cause }, 'social provider unavailable');
          throw new AppError('SOCIAL_UNAVAILABLE', { cause: error });
        }
        throw error;
      }
    },
  };
}

export type SocialProofs = ReturnType<typeof createSocialProofs>;
