import { webClientId } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';
import type { Provider, SocialProof } from './providers.ts';

/**
 * - `left`: the browser is leaving for the provider, which returns to /reception.
 * - `proof`: an access token of Facebook's SDK.
 * - `cancelled`: Facebook's SDK returned no token, for example because the user closed the popup.
 * - `blocked`: this browser cannot sign in with the provider.
 */
export type Asked =
  | { readonly kind: 'left' | 'cancelled' | 'blocked' }
  | { readonly kind: 'proof'; readonly proof: SocialProof };

type Options = {
  /** Starts a code flow on the server and returns the URL of the provider's page. */
  readonly start: () => Promise<{ address: string }>;
  /** Whether to redirect even where a popup would work. */
  readonly redirects?: boolean;
};

/** Asks a provider to identify the user: Facebook by its SDK where popups work, otherwise by a redirect. */
export async function askProvider(provider: Provider, { start, redirects = false }: Options): Promise<Asked> {
  const app = inAppBrowser();
  // Google shows its own error in in-app browsers. Without cookies, the server cannot match the provider's redirect to
  // this flow.
  if (!navigator.cookieEnabled || (provider === 'google' && app !== null)) return { kind: 'blocked' };
  if (provider === 'facebook' && app === null && !redirects) {
    const accessToken = await askBySdk();
    if (accessToken === null) return { kind: 'cancelled' };
    if (accessToken !== undefined) return { kind: 'proof', proof: { provider, accessToken } };
  }
  const { address } = await start();
  location.assign(address);
  return { kind: 'left' };
}

/**
 * Returns the token from Facebook's SDK, or null if the SDK returned none, for example because the user
 * closed the popup. Returns undefined if Facebook is not configured or the SDK is unavailable, for example
 * because a tracker blocker refuses it.
 */
async function askBySdk(): Promise<string | null | undefined> {
  const [{ social }, { askFacebook }] = await Promise.all([
    api.get('/vid/api/auth/client/config', { query: { type: 'web', clientId: webClientId } }),
    import('./facebook-sdk.ts'),
  ]);
  if (social.facebook === null) return undefined;
  return askFacebook(social.facebook).catch(() => undefined);
}
