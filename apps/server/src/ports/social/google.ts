import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  getJwksCache,
  setJwksCache,
} from 'openid-client';
import { callProvider, textIn } from './outbound.ts';
import { SocialProviderDown, SocialProviderRefused, type SocialProvider } from './provider.ts';

type Options = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly authorizeUrl: URL;
  readonly tokenUrl: URL;
  readonly jwksUrl: URL;
  readonly returnUrl: string;
};

/**
 * Creates the provider for Google: the authorization code flow with PKCE, state and nonce. The profile comes
 * from the verified ID token.
 */
export function createGoogle(options: Options): SocialProvider {
  let keys: ReturnType<typeof getJwksCache>;

  /**
   * Creates a configuration for a single use, whose requests `signal` aborts. Google's keys are kept between
   * uses.
   */
  const configure = (signal: AbortSignal): Configuration => {
    const client = new Configuration(
      {
        issuer: options.issuer,
        authorization_endpoint: options.authorizeUrl.href,
        token_endpoint: options.tokenUrl.href,
        jwks_uri: options.jwksUrl.href,
      },
      options.clientId,
      options.clientSecret,
    );
    client[customFetch] = (url, { method, headers, body }) =>
      callProvider(
        new URL(url),
        { method, headers, ...(body instanceof URLSearchParams ? { body } : {}) },
        signal,
      );
    // openid-client skips the signature of an ID token from the token endpoint (OpenID Connect Core 1.0
    // section 3.1.3.7), so switch its verification on.
    enableNonRepudiationChecks(client);
    // In production, the settings allow http only for servers on this machine.
    if (options.tokenUrl.protocol === 'http:') allowInsecureRequests(client);
    if (keys) setJwksCache(client, keys);
    return client;
  };

  return {
    async authorizeUrl({ state, verifier, nonce }) {
      // Building the URL makes no request, so an aborted signal works.
      return buildAuthorizationUrl(configure(AbortSignal.abort()), {
        redirect_uri: options.returnUrl,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    async redeemCode(code, { state, verifier, nonce }, signal) {
      const returned = new URL(options.returnUrl);
      returned.search = new URLSearchParams({ code, state }).toString();
      const client = configure(signal);
      try {
        const tokens = await authorizationCodeGrant(client, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        keys = getJwksCache(client);
        const claims = tokens.claims();
        if (!claims) throw new SocialProviderRefused('Google returned no id token');
        return {
          subject: claims.sub,
          name: textIn(claims['name']),
          email: claims['email_verified'] === true ? textIn(claims['email']) : null,
          picture: textIn(claims['picture']),
        };
      } catch (error) {
        throw (
          findDown(error) ?? new SocialProviderRefused('Google did not confirm the sign-in', { cause: error })
        );
      }
    },
  };
}

/**
 * Finds the provider's failure among an error's causes, because openid-client wraps the errors of its fetch.
 */
function findDown(error: unknown): SocialProviderDown | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof SocialProviderDown) return current;
  return undefined;
}
