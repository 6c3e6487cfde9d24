import type { RequestOptions } from '#shared/api/request-types.ts';

export type SocialProof = RequestOptions<'POST /vid/ajax/auth/login/social'>['body'];
export type Provider = SocialProof['provider'];

export const providerNames: Readonly<Record<Provider, string>> = {
  zalo: 'Zalo',
  google: 'Google',
  facebook: 'Facebook',
};

/** The providers in the order of their buttons on the prerendered page. */
export const providers: readonly Provider[] = ['zalo', 'google', 'facebook'];

const isProvider = (value: unknown): value is Provider =>
  typeof value === 'string' && Object.hasOwn(providerNames, value);

export function offeredProviders(listed: unknown): readonly Provider[] {
  return Array.isArray(listed) ? listed.filter(isProvider) : [];
}

/** Purpose of a code flow, which the server writes into the state. */
export type ReturnIntent = 'signin' | 'link';

/**
 * Reads the parameters of a provider's redirect to /reception. Returns null for a URL that no flow of VID returns to.
 * `code` is null if the provider sent none.
 */
export function readReturn(
  search: string,
): { provider: Provider; intent: ReturnIntent; state: string; code: string | null } | null {
  const query = new URLSearchParams(search);
  const state = query.get('state') ?? '';
  const [provider, intent] = state.split('.');
  if (!isProvider(provider)) return null;
  const code = query.get('code');
  return { provider, intent: intent === 'link' ? 'link' : 'signin', state, code: code === '' ? null : code };
}
