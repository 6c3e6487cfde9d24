import ipaddr from 'ipaddr.js';

type Options = {
  /** Private addresses or CIDR blocks that are allowed. */
  readonly allowedNetworks: readonly string[];
  /** True in evaluation mode, where receivers run on the same machine. */
  readonly allowsLoopback: boolean;
};

/** Cloud metadata services return credentials, so no setting allows their addresses. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
]);

/** The only globally routed IPv6 unicast range (IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Decides which resolved addresses VID may connect to on behalf of a manager. Apart from the allowed networks
 * and, in evaluation mode, loopback, only global unicast is allowed: no private, shared, loopback,
 * link-local, multicast or reserved network, and no IPv6 form that contains an IPv4 address (mapped, NAT64,
 * 6to4, Teredo), because a gateway could forward such an address into a private network.
 */
export function createAddressGuard({ allowedNetworks, allowsLoopback }: Options) {
  const allowed = allowedNetworks.map(parseNetwork);
  return {
    isAllowed(text: string): boolean {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      // The system connects to the IPv4 address inside a mapped IPv6 address, so check that address too.
      const target = ipaddr.process(text);
      if (metadataAddresses.has(target.toString())) return false;
      if (allowed.some(([network, bits]) => contains(address, network, bits))) return true;
      const range = address.range();
      if (range === 'loopback') return allowsLoopback;
      if (range !== 'unicast') return false;
      return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast);
    },
  };
}

export type AddressGuard = ReturnType<typeof createAddressGuard>;

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  network: ipaddr.IPv4 | ipaddr.IPv6,
  bits: number,
): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
