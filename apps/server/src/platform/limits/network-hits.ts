import { siteFactor, siteKeyOf } from '#http/caller.ts';
import type { Hit } from './counters.ts';

/**
 * Returns the hits of a limit per network: of the address, or of the /64 and the /48 of an IPv6 address.
 * Providers give a customer up to 65,536 networks of a /48, each of which would otherwise have a separate
 * limit. Count the hits in order: a mobile carrier gives each phone a /64, and one phone over its limit must
 * not use up the limit of the other phones in its /48.
 */
export function networkHits(
  name: string,
  addressKey: string,
  { limit, windowSeconds }: Pick<Hit, 'limit' | 'windowSeconds'>,
): readonly [Hit, ...Hit[]] {
  const network = { key: `${name}:${addressKey}`, windowSeconds, limit };
  const site = siteKeyOf(addressKey);
  if (site === addressKey) return [network];
  return [network, { key: `${name}:${site}`, windowSeconds, limit: siteFactor * limit }];
}
