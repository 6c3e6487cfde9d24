import { Resolver } from 'node:dns/promises';

/** Returns a host's addresses, IPv4 first. Rejects if the host has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

type NameServers = Readonly<Record<'resolve4' | 'resolve6', (host: string) => Promise<string[]>>>;

const timeoutMs = 2_000;

/**
 * Creates a resolver that asks the name servers directly, except for localhost. It reads the system's list of servers
 * for each lookup, because a `Resolver` keeps its first list when the network changes. The system's resolver would
 * occupy one of Node's worker threads during a lookup, so a name server that never responds would delay password
 * hashing.
 */
export function createDnsResolver(
  open = (): NameServers => new Resolver({ timeout: timeoutMs, tries: 1 }),
): ResolveHost {
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const resolver = open();
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw new Error(`no address of ${host} was found`);
    return found;
  };
}
