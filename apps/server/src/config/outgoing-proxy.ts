import type { AgentOptions } from 'node:http';

type Environment = Readonly<Record<string, string | undefined>>;

const usedNames = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
const ignoredNames = ['all_proxy', 'ALL_PROXY'];
const thisMachine = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Returns the environment's proxies as agent options. Connections to this machine never go through a proxy.
 */
export function proxyOptions(environment: Environment = process.env): Pick<AgentOptions, 'proxyEnv'> {
  const given = environment['no_proxy'] || environment['NO_PROXY'];
  const direct = [...(given ? [given] : []), ...thisMachine].join(',');
  // Copy only the proxy variables, because Node keeps them for the life of the process and other variables
  // contain secrets.
  const proxies = Object.fromEntries(usedNames.map((name) => [name, environment[name]]));
  return { proxyEnv: { ...proxies, no_proxy: direct, NO_PROXY: direct } };
}

export function usedProxy(environment: Environment = process.env): string | undefined {
  return usedNames.find((name) => environment[name]);
}
export function ignoredProxy(environment: Environment = process.env): string | undefined {
  return usedProxy(environment) === undefined ? ignoredNames.find((name) => environment[name]) : undefined;
}

/** Returns the variable whose value is not the URL of an HTTP proxy. Node ignores a proxy of another scheme. */
export function wrongProxy(environment: Environment = process.env): string | undefined {
  return usedNames.find((name) => environment[name] && !/^https?:\/\/./iu.test(environment[name]));
}

export function proxyHint(environment?: Environment): string {
  const name = usedProxy(environment);
  return name === undefined
    ? ''
    : ` ${name} is set: check that the proxy lets VID reach this address, or add the address to NO_PROXY.`;
}

export function directHint(environment?: Environment): string {
  const name = usedProxy(environment) ?? ignoredProxy(environment);
  return name === undefined
    ? ''
    : ` ${name} is set, but this connection uses no proxy: let the firewall pass it.`;
}
