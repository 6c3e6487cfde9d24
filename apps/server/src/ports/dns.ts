import { Resolver } from 'node:dns/promises';

/** The addresses of a host name, IPv4 first. Rejects if there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const timeoutMs = 2_000;

/**
 * Asks the DNS servers themselves. The system's resolver occupies one of Node's four worker threads until it has an
 * answer, so a name server that never answers would hold up password hashing.
 */
export function createDnsResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0) throw new Error(`no address of ${host} was found`);
    return found;
  };
}
