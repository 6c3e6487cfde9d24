const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * Returns the variable that asks programs to use a proxy, if the variable is set. VID uses no proxy and connects
 * directly.
 */
export function ignoredProxy(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  return names.find((name) => (environment[name] ?? '') !== '');
}

/** A connection error ends with this sentence about an ignored proxy; the sentence is empty if no proxy is set. */
export function proxyHint(environment?: Readonly<Record<string, string | undefined>>): string {
  const name = ignoredProxy(environment);
  return name === undefined
    ? ''
    : ` ${name} is set, but VID uses no proxy: let the firewall pass direct connections.`;
}
