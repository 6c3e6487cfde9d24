import ipaddr from 'ipaddr.js';

/** The widest private networks are 10.0.0.0/8 and fc00::/7. */
const widestBlock = { ipv4: 8, ipv6: 7 } as const;

/**
 * Returns whether a trusted block covers more than any private network. With 0.0.0.0/0, every caller is a
 * proxy and chooses its own address in X-Forwarded-For, which disables all per-address limits.
 */
export function coversStrangers(block: string): boolean {
  if (!block.includes('/')) return false;
  const [network, bits] = ipaddr.parseCIDR(block);
  const isMappedIpv4 = network.kind() === 'ipv6' && network.range() === 'ipv4Mapped' && bits >= 96;
  if (isMappedIpv4) return bits - 96 < widestBlock.ipv4;
  return bits < widestBlock[network.kind()];
}

export function isZeroKey(key: Uint8Array): boolean {
  return key.every((byte) => byte === 0);
}

/**
 * Returns whether the costs are below OWASP's minimum for argon2id with one lane: 19 MiB and two passes, or
 * 46 MiB and one pass.
 */
export function isBelowArgon2Minimum(memoryKib: number, iterations: number): boolean {
  return memoryKib < 19_456 || (memoryKib < 47_104 && iterations < 2);
}
