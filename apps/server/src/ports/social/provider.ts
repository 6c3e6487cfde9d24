export type SocialProviderName = 'facebook' | 'google' | 'zalo';

/** The user's profile at a provider. Only `subject` identifies the user; the other fields are suggestions. */
export type SocialProfile = {
  readonly subject: string;
  readonly name: string | null;
  readonly picture: string | null;
  /** The address at the provider; null if the provider has not verified it. */
  readonly email: string | null;
};

export type CodeSecrets = { readonly state: string; readonly verifier: string; readonly nonce: string };

export type SocialProvider = {
  authorizeUrl(secrets: CodeSecrets): Promise<URL>;
  /**
   * Exchanges a code for the profile of the user who agreed.
   * @throws SocialProviderRefused, SocialProviderDown
   */
  redeemCode(code: string, secrets: CodeSecrets, signal: AbortSignal): Promise<SocialProfile>;
  /**
   * Returns the profile behind an access token that a page got. Absent if the provider's tokens do not name their app.
   */
  readToken?(accessToken: string, signal: AbortSignal): Promise<SocialProfile>;
};

/** The provider does not confirm the user, because the code or token is wrong, used, expired or foreign. */
export class SocialProviderRefused extends Error {}

/** The provider did not return a usable response in time. */
export class SocialProviderDown extends Error {}
