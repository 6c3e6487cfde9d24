import { siteKeyOf } from '#http/caller.ts';
import type { Hit } from './counters.ts';

/** An IPv6 site gets this many times the limit of one of its networks. */
const siteFactor = 4;

/**
 * Returns the hits of a limit per network: of the address, or of the /64 and the /48 of an IPv6 address. Providers
 * give a customer up to 65,536 networks of a /48, each of which would otherwise have a separate limit. Count the hits in
 * their order: a mobile network gives each phone a /64, and one phone over its limit must not use up the limit of the
 * 65,535 others in its /48.
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
