// Each parser throws an Error whose message continues the setting's name: "must be …".
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { SmtpServer } from '#ports/mail-smtp.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { isLoopback } from './loopback.ts';

const { IPv4, IPv6 } = ipaddr;

export const text = (value: string): string => value;

export function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

export function oneOf<const T extends readonly string[]>(...allowed: T) {
  return (value: string): T[number] => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
    return found;
  };
}

export function httpUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https URL');
  // `fetch` rejects a URL with credentials, and the log, the doctor and `settings` would show the password.
  if (url.username || url.password) throw new Error('must not contain a user name or a password');
  // A URL accepts other characters too, such as those of `$HOST`, which no shell has replaced.
  if (!/^(?:[\w.-]+|\[.*\])$/u.test(url.hostname)) throw new Error('must name one host');
  return url;
}

export function origin(value: string): URL {
  const url = httpUrl(value);
  if (url.pathname !== '/') throw new Error('must not have a path: VID needs its own host name');
  if (url.search || url.hash) throw new Error('must be an origin: scheme, host and optionally a port');
  // Browsers treat a host with a trailing dot as another host.
  url.hostname = url.hostname.replace(/\.$/u, '');
  if (/(?:^|\.)(?:\.|$)/u.test(url.hostname)) throw new Error('must name one host');
  return url;
}

/** Parses the path of a file or folder. A shell would have replaced `~` and variables. */
export function path(value: string): string {
  if (/^~|\$/u.test(value)) throw new Error('must be a path without ~ and $, which VID does not replace');
  return value;
}

/** Parses the host to listen on. An IPv6 address may have the brackets of a URL. */
export function listenHost(value: string): string {
  const host = value.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(host) === 0 && !/^[\w.-]+$/u.test(host))
    throw new Error('must be an address or a host name; VID_PORT has the port');
  return host;
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Parses the IP addresses and CIDR blocks of trusted proxies or of allowed networks. */
export function networks(value: string): readonly string[] {
  const entries = list(value);
  for (const entry of entries) {
    const isIpv4 = IPv4.isValidFourPartDecimal(entry) || IPv4.isValidCIDRFourPartDecimal(entry);
    if (!isIpv4 && !IPv6.isValid(entry) && !IPv6.isValidCIDR(entry))
      throw new Error(`must list IP addresses or CIDR blocks (“${entry}” is neither)`);
  }
  return entries;
}

export function ports(value: string): readonly number[] {
  return list(value).map(integer(1, 65_535));
}

/** Parses headers as W3C Baggage writes a list, which OTEL_EXPORTER_OTLP_HEADERS uses too. */
export function headers(value: string): Readonly<Record<string, string>> {
  const entries = list(value).map((entry) => {
    const { name = '', content = '' } =
      /^(?<name>[\w!#$%&'*+.^`|~-]+)=(?<content>.*)$/su.exec(entry)?.groups ?? {};
    const decoded = /^(?:[ -$&-~]|%[2-7][\da-f])+$/iu.test(content) ? decodeURIComponent(content) : '';
    // The message does not contain the entry, which may be a secret.
    if (!/^[ -~]+$/u.test(decoded))
      throw new Error(
        'must list headers such as authorization=Bearer%20…, separated by commas and percent-encoded',
      );
    return [name.toLowerCase(), decoded] as const;
  });
  return Object.fromEntries(entries);
}

/** Parses image sources for a content security policy. `*.` covers subdomains. */
export function imageHosts(value: string): readonly string[] {
  const entries = list(value);
  const wrong = entries.find((entry) => !/^https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/u.test(entry));
  if (wrong !== undefined)
    throw new Error(`must list origins such as https://*.example.com (“${wrong}” is not one)`);
  return entries;
}

export function countries(value: string): readonly string[] {
  const entries = list(value);
  if (entries.length === 0 || entries.some((entry) => !/^[A-Z]{2}$/u.test(entry))) {
    throw new Error('must list two-letter country codes, such as VN');
  }
  return entries;
}

export function namesOf<const T extends readonly string[]>(...allowed: T) {
  const name = oneOf(...allowed);
  return (value: string): readonly T[number][] => {
    const names = list(value).map(name);
    if (names.length === 0 || new Set(names).size < names.length)
      throw new Error(`must list one or more of ${allowed.join(', ')}, each once`);
    return names;
  };
}

export function key(value: string): Buffer {
  // `Buffer.from` skips all characters that are not base64, so a passphrase could be a short key.
  const isBase64 = /^[\w+/-]{43}=?$/u.test(value);
  const bytes = Buffer.from(value, isBase64 ? 'base64' : 'hex');
  if (!isBase64 && !/^[0-9a-f]{64}$/iu.test(value))
    throw new Error('must be 32 random bytes in hexadecimal or base64 (try: openssl rand -hex 32)');
  return bytes;
}

export function postgresUrl(value: string): string {
  parseDatabaseUrl(value);
  return value;
}

/**
 * Accepts a database URL with one host, because the lag measured on one connection counts for all
 * connections.
 */
export function standbyUrl(value: string): string {
  if (parseDatabaseUrl(value).hosts.length > 1) throw new Error('must name one server');
  return value;
}

export function jsonTemplate(value: string): string {
  try {
    const template: unknown = JSON.parse(value);
    if (typeof template === 'object' && template !== null) return value;
  } catch {
    // Malformed JSON gets the same error as JSON other than an object.
  }
  throw new Error('must be a JSON document with the placeholders {{to}}, {{text}} and {{id}}');
}

/**
 * Parses the URL of a mail server. Rejects query parameters, because nodemailer reads them as options, some
 * of which disable the certificate check.
 */
export function smtpUrl(value: string): SmtpServer {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isImplicit = url?.protocol === 'smtps:';
  if (!url || (!isImplicit && url.protocol !== 'smtp:') || url.hostname === '')
    throw new Error('must be a URL such as smtps://user:password@host or smtp://user:password@host:587');
  if (url.search || url.hash || (url.pathname !== '' && url.pathname !== '/'))
    throw new Error('must not have a path or parameters');
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1');
  return {
    host,
    port: Number(url.port) || (isImplicit ? 465 : 587),
    // A mail server on this machine rarely has a certificate, and its traffic does not leave the machine.
    tls: isImplicit ? 'implicit' : isLoopback(host) ? 'none' : 'starttls',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

export function mailSender(value: string): string {
  if (
    !/^(?:[^<>@,;:"\p{Cc}]* )?<?[^\s<>@,;:"]+@[^\s<>@,;:"]+>?$/u.test(value) ||
    value.includes('<') !== value.endsWith('>')
  )
    throw new Error('must be an address such as no-reply@example.vn or VID <no-reply@example.vn>');
  return value;
}
