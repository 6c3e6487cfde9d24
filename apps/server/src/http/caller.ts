import { isIP, isIPv6 } from 'node:net';
import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';

/** Who is calling, as far as transport tells: handed to services so that none of them sees HTTP. */
export type Caller = {
  readonly requestId: string;
  /** The network address, from the socket or from a trusted proxy. */
  readonly address: string;
  /** What counters are kept by: the address, or its /64 for IPv6. */
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

/** A junk X-Forwarded-For must never become an identity: what is no address falls back to the socket's peer. */
export function addressOf(request: FastifyRequest): string {
  const told = request.ip;
  const peer = request.socket.remoteAddress;
  const address = told && (told === peer || isIP(told) !== 0) ? told : (peer ?? '0.0.0.0');
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** One household or phone gets a whole /64 of IPv6, so counting single addresses would count nothing. */
export function addressKeyOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, '').toLowerCase())
    .join(':')}::/64`;
}

function cleanUserAgent(header: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not reach a log or a page
  return (header ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/gu, '').slice(0, 300);
}

/** RFC 9110 section 12.5.4, kept to the two languages there are: the first named one that we speak. */
export function localeOf(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  for (const part of header.slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase();
    if (tag.startsWith('vi')) return 'vi';
    if (tag.startsWith('en')) return 'en';
  }
  return defaultLocale;
}
