import type { Config } from '#config/config.ts';
import type { Counters } from './counters.ts';

const windowSeconds = 600;

/**
 * Limits the sign-on requests that a network may leave in the database, because anyone can send them without signing
 * in. Returns the seconds to wait, or 0 if the request may be stored.
 */
export function createRequestLimit(
  counters: Pick<Counters, 'hit'>,
  { ssoAddressTenMinutes: limit }: Pick<Config, 'ssoAddressTenMinutes'>,
) {
  return async (addressKey: string): Promise<number> => {
    const [hit] = await counters.hit([{ key: `sso-requests:${addressKey}`, windowSeconds, limit }]);
    return hit?.isOver ? hit.resetsInSeconds : 0;
  };
}

export type RequestLimit = ReturnType<typeof createRequestLimit>;
