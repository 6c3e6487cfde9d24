import type { Config } from '#config/config.ts';
import type { Counters } from './counters.ts';

const windowSeconds = 600;

/**
 * Limits the sign-on requests that are stored before a member has signed in: per network, because anyone can
 * send some of these requests, or per authenticated client. Each method returns the seconds to wait, or 0 if
 * the request may be stored.
 */
export function createRequestLimit(
  counters: Pick<Counters, 'hit'>,
  config: Pick<Config, 'ssoAddressTenMinutes' | 'ssoClientTenMinutes'>,
) {
  const wait = async (key: string, limit: number): Promise<number> => {
    const [hit] = await counters.hit([{ key, windowSeconds, limit }]);
    return hit?.isOver ? hit.resetsInSeconds : 0;
  };
  return {
    ofNetwork: (addressKey: string) => wait(`sso-requests:${addressKey}`, config.ssoAddressTenMinutes),
    ofClient: (clientId: string) => wait(`sso-client:${clientId}`, config.ssoClientTenMinutes),
    /**
     * Limits the client assertions and DPoP proofs that are stored so that each can be used only once.
     * `prover` is an authenticated client or a network, distinguished by its prefix, because a client's id
     * may look like an address.
     */
    ofProofs: (prover: `client:${string}` | `network:${string}`) =>
      wait(`sso-proofs:${prover}`, config.ssoClientTenMinutes),
  };
}

export type RequestLimit = ReturnType<typeof createRequestLimit>;
