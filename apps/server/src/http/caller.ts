import { isIP } from 'node:net';
import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The session that makes a request, and the application that its account manages without owning it. */
export type SignedIn = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly managerOf?: string;
};

/** The machine client that makes a request, its application, and the account behind the secret or keys it presented. */
export type Machine = {
  readonly clientId: string;
  readonly applicationId: string;
  readonly accountId: string | null;
  /** The hash by which the client's token is stored. */
  readonly tokenHash: Buffer;
};

export type Caller = {
  readonly requestId: string;
  readonly address: string;
  /** The key of counters per address: the address, or its /64 for IPv6. */
  readonly addressKey: string;
  readonly userAgent: string;
  readonly locale: Locale;
  readonly signedIn?: SignedIn;
  readonly machine?: Machine;
};

export function callerOf(request: FastifyRequest): Caller {
  const address = addressOf(request);
  return {
    requestId: request.id,
    address,
    addressKey: addressKeyOf(address),
    userAgent: cleanUserAgent(request.headers['user-agent']),
    locale: localeOf(request.headers['accept-language']),
  };
}

const ipv4InIpv6 = '::ffff:';

/**
 * Returns the caller's address. If X-Forwarded-For is malformed, this is the socket's peer, so that the header cannot
 * become an identity.
 */
export function addressOf(request: FastifyRequest): string {
  const forwarded = request.ip;
  const peer = request.socket.remoteAddress;
  const address =
    forwarded && (forwarded === peer || isIP(forwarded) !== 0) ? forwarded : (peer ?? '0.0.0.0');
  return address.startsWith(ipv4InIpv6) ? address.slice(ipv4InIpv6.length) : address;
}

/**
 * Removes what some proxies write around an address in X-Forwarded-For: a port, quotes, and the brackets of IPv6 (RFC
 * 7239 section 6 has them in Forwarded). Anything else stays as it is and is refused later.
 */
export function plainForwardedFor(header: string): string {
  return header
    .split(',')
    .map((entry) =>
      plainAddress(
        entry
          .trim()
          .replace(/^"(.*)"$/u, '$1')
          .trim(),
      ),
    )
    .join(', ');
}

function plainAddress(entry: string): string {
  const { address = entry } =
    (/^\[(?<address>[^\]]*)\](?::\d{1,5})?$/u.exec(entry) ?? /^(?<address>[\d.]+):\d{1,5}$/u.exec(entry))
      ?.groups ?? {};
  return isIP(address) === 0 ? entry : address;
}

/**
 * Returns the address, or its /64 for IPv6. A household or a phone has a whole /64, so a limit per single IPv6 address
 * would be useless.
 */
export function addressKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%', 1);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()}/64`;
}

/**
 * Returns the /48 of the key of an IPv6 address, which providers give to one customer: it has 65,536 networks. The key of
 * another address is returned as it is.
 */
export function siteKeyOf(addressKey: string): string {
  const [address = '', length] = addressKey.split('/');
  if (length === undefined || isIP(address) !== 6) return addressKey;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`;
}

function cleanUserAgent(header: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- the expression exists to remove control characters
  return (header ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/gu, '').slice(0, 300);
}

/** Returns the first of VID's two languages in Accept-Language (RFC 9110 section 12.5.4), without regard to weights. */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  for (const part of header.slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return defaultLocale;
}
