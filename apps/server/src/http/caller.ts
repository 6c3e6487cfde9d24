import { isIP } from 'node:net';
import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** `managerOf` is the application that the account manages without owning it. */
export type SignedIn = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly managerOf?: string;
};

/** `accountId` is the account behind the secret or keys that the machine client presented. */
export type Machine = {
  readonly clientId: string;
  readonly applicationId: string;
  readonly accountId: string | null;
  readonly tokenHash: Buffer;
};

export type Caller = {
  readonly requestId: string;
  readonly address: string;
  /** The key of per-address counters: the address, or its /64 for IPv6. */
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
 * Returns the caller's address: the socket's peer if X-Forwarded-For is malformed, so that the header cannot
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
 * 7239 section 6 has them in Forwarded). Any other text stays as it is and is refused later.
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
 * Returns the /48 of an IPv6 key, because a provider gives a customer a /48 with 65,536 networks. Returns the key of
 * any other address unchanged.
 */
export function siteKeyOf(addressKey: string): string {
  const [address = '', length] = addressKey.split('/');
  if (length === undefined || isIP(address) !== 6) return addressKey;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString()}/48`;
}

/** Returns the address of a request, or its /48 for IPv6. */
export const siteOf = (request: FastifyRequest): string => siteKeyOf(addressKeyOf(addressOf(request)));

function cleanUserAgent(header: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- the expression exists to remove control characters
  return (header ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/gu, '').slice(0, 300);
}

/** Returns the first of VID's two languages in Accept-Language (RFC 9110 section 12.5.4), ignoring weights. */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  for (const part of header.slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return defaultLocale;
}
