import { isIP } from 'node:net';
import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** `managerOf`: the application that the account manages without owning it. */
export type SignedIn = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly managerOf?: string;
};

/**
 * `accountId`: account that created the secret or set the keys with which the client got its token; null for
 * the operator and for an erased account.
 */
export type Machine = {
  readonly clientId: string;
  readonly applicationId: string;
  readonly accountId: string | null;
  readonly tokenHash: Buffer;
};

export type Caller = {
  readonly requestId: string;
  readonly address: string;
  /** Key of per-address counters: the IPv4 address, or the /64 of an IPv6 address. */
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

/**
 * Returns the caller's IP address, or the socket's peer if X-Forwarded-For is malformed, so that the header cannot
 * become an identity. Returns 0.0.0.0 if neither is known. All spellings of an address give the same text, also of IPv4
 * in IPv6.
 */
export function addressOf(request: FastifyRequest): string {
  const forwarded = request.ip;
  const peer = request.socket.remoteAddress;
  const address =
    forwarded && (forwarded === peer || isIP(forwarded) !== 0) ? forwarded : (peer ?? '0.0.0.0');
  return address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/**
 * Returns the address, or its /64 for IPv6. A household or a phone has a whole /64, so limiting single IPv6
 * addresses would be useless.
 */
export function addressKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%', 1);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()}/64`;
}

/** Factor between the limit of an IPv6 site (/48) and the limit of one of its networks. */
export const siteFactor = 4;

/**
 * Returns the /48 of an IPv6 key, because a provider may give a customer a /48 with 65,536 networks. Returns
 * any other key unchanged.
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

/**
 * Returns the first of VID's languages in Accept-Language (RFC 9110 section 12.5.4), ignoring weights, or else the
 * default language.
 */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  for (const part of header.slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return defaultLocale;
}
