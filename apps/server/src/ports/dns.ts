import { Resolver } from 'node:dns/promises';

/** Returns IPv4 addresses first. Rejects if the host name has no address. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

type NameServers = Readonly<Record<'resolve4' | 'resolve6', (host: string) => Promise<string[]>>>;

const timeoutMs = 2_000;

/**
 * Asks the DNS servers directly. The resolver reads the system's list of servers for each lookup, because the
 * list changes with a new network, while a `Resolver` keeps the list that it read first. The system's
 * resolver occupies one of Node's four worker threads until it has an answer, so a name server that never
 * answers would delay password hashing.
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
