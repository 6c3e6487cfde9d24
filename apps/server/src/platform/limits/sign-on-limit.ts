import type { Config } from '#config/config.ts';
import type { Counters, Hit } from './counters.ts';
import { networkHits } from './network-hits.ts';

const windowSeconds = 600;

/**
 * Limits the sign-on requests that are stored before a member has signed in: per network, because some of
 * these requests need no authentication, or per authenticated client. Each method returns the seconds to
 * wait, or 0 if the request may be stored.
 */
export function createRequestLimit(
  counters: Pick<Counters, 'hitInOrder'>,
  config: Pick<Config, 'ssoAddressTenMinutes' | 'ssoClientTenMinutes'>,
) {
  const wait = async (...hits: readonly Hit[]): Promise<number> => {
    const over = (await counters.hitInOrder(hits)).find(({ isOver }) => isOver);
    return over?.resetsInSeconds ?? 0;
  };
  return {
    ofNetwork: (addressKey: string) =>
      wait(...networkHits('sso-requests', addressKey, { windowSeconds, limit: config.ssoAddressTenMinutes })),
    ofClient: (clientId: string) =>
      wait({ key: `sso-client:${clientId}`, windowSeconds, limit: config.ssoClientTenMinutes }),
    /**
     * Limits the client assertions and DPoP proofs, which are stored so that each can be used only once.
     * `prover` is an authenticated client or a network, distinguished by a prefix, because a client's id may
     * look like an IP address.
     */
    ofProofs: (prover: `client:${string}` | `network:${string}`) =>
      wait({ key: `sso-proofs:${prover}`, windowSeconds, limit: config.ssoClientTenMinutes }),
  };
}

export type RequestLimit = ReturnType<typeof createRequestLimit>;
