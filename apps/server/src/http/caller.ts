import { isIP } from 'node:net';
import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

export type Caller = {
  readonly requestId: string;
  readonly address: string;
  /** The key of counters per address: the address, or its /64 for IPv6. */
  readonly addressKey: string;
  readonly userAgent: string;
  readonly locale: Locale;
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
 * The caller's address. If X-Forwarded-For is malformed, this is the socket's peer, so that the header cannot become
 * an identity.
 */
export function addressOf(request: FastifyRequest): string {
  const forwarded = request.ip;
  const peer = request.socket.remoteAddress;
  const address =
    forwarded && (forwarded === peer || isIP(forwarded) !== 0) ? forwarded : (peer ?? '0.0.0.0');
  return address.startsWith(ipv4InIpv6) ? address.slice(ipv4InIpv6.length) : address;
}

/** A household or a phone has a whole /64 of IPv6, so a limit per single address would be useless. */
export function addressKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%', 1);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()}/64`;
}

function cleanUserAgent(header: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- the expression exists to remove control characters
  return (header ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/gu, '').slice(0, 300);
}

/** The first of our two languages in Accept-Language (RFC 9110 section 12.5.4), without regard to weights. */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  for (const part of header.slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return defaultLocale;
}
