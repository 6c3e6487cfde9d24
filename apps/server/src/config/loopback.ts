import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether a host is this machine's loopback. The host may be a name or an address, with or without
 * brackets.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/u, '$1');
  // isIP rejects the short forms that ipaddr.js accepts, such as 127.1.
  return host === 'localhost' || (isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback');
}
