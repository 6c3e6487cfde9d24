export type SocialProviderName = 'facebook' | 'google' | 'zalo';

/** Only `subject` identifies the user; the other fields are suggestions. */
export type SocialProfile = {
  readonly subject: string;
  readonly name: string | null;
  readonly picture: string | null;
  /** Null if the provider gives no e-mail address or marks it as unverified. */
  readonly email: string | null;
};

export type CodeSecrets = { readonly state: string; readonly verifier: string; readonly nonce: string };

export type SocialProvider = {
  authorizeUrl(secrets: CodeSecrets): Promise<URL>;
  /** @throws SocialProviderRefused for an invalid code, SocialProviderDown without a usable response */
  redeemCode(code: string, secrets: CodeSecrets, signal: AbortSignal): Promise<SocialProfile>;
  /** Present if the provider's SDK gives the page an access token. */
  readToken?(accessToken: string, signal: AbortSignal): Promise<SocialProfile>;
};

/**
 * Thrown if the provider does not confirm the user, because the code or token is wrong, used, expired or
 * issued to another application.
 */
export class SocialProviderRefused extends Error {}

/** Thrown if the provider does not return a usable response in time. */
export class SocialProviderDown extends Error {}
