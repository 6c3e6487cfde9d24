import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Header in which the operator's proxies name the visitor. Visitors can forge a header that the proxies do
 * not write.
 */
export type ProxyHeader = 'x-forwarded-for' | 'forwarded';

/**
 * Number of entries read from the right, where the proxies append theirs. A visitor can send thousands, and
 * reading all of them takes longer than most requests.
 */
const maxEntries = 20;

/**
 * Returns the last addresses of the configured header, where proxies add theirs, as the X-Forwarded-For that Fastify
 * reads: without ports, quotes and brackets. Returns undefined if X-Forwarded-For need not be replaced.
 */
export function forwardedAddresses(
  headers: IncomingHttpHeaders,
  proxyHeader: ProxyHeader,
): string | undefined {
  const { 'x-forwarded-for': list, forwarded } = headers;
  if (list === undefined && forwarded === undefined) return undefined;
  if (proxyHeader === 'x-forwarded-for')
    return list === undefined ? undefined : plainList(String(list).split(',').slice(-maxEntries));
  return plainList(forwarded === undefined ? [] : forElements(forwarded));
}

/**
 * Returns the value of `for` of each element of Forwarded (RFC 7239 section 4). An element without it counts as
 * `unknown`, so that elements keep their order. Empty elements of a list do not count (RFC 9110 section 5.6.1).
 */
function forElements(header: string): string[] {
  return splitOutsideQuotes(header, ',')
    .filter((element) => element.trim() !== '')
    .map((element) => {
      const pairs = splitOutsideQuotes(element, ';').map((pair) => /^\s*for\s*=(.*)$/isu.exec(pair)?.[1]);
      return pairs.find((value) => value !== undefined) ?? 'unknown';
    });
}

/**
 * Splits from the right, where the proxy appends its element, and returns at most the last `maxEntries` parts.
 * If the header were split from the left, a quote that a visitor leaves open would hide the proxy's element.
 */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let end = text.length;
  let isQuoted = false;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (text[index] === '"') isQuoted = !isQuoted;
    if (text[index] !== separator || isQuoted) continue;
    parts.unshift(text.slice(index + 1, end));
    if (parts.length === maxEntries) return parts;
    end = index;
  }
  return [text.slice(0, end), ...parts];
}

const plainList = (entries: readonly string[]): string =>
  entries
    .map((entry) =>
      plainAddress(
        entry
          .trim()
          .replace(/^"(.*)"$/u, '$1')
          .trim(),
      ),
    )
    .join(', ');

const port = String.raw`:(?:\d{1,5}|_[\w.-]+)`;
/** The port may be an identifier instead of a number (RFC 7239 section 6.3). */
const withPort = [
  new RegExp(String.raw`^\[(?<address>[^\]]*)\](?:${port})?$`, 'u'),
  new RegExp(String.raw`^(?<address>(?:::ffff:)?\d+(?:\.\d+){3})${port}$`, 'iu'),
];

/**
 * Returns an address without its port and brackets. Returns any other entry unchanged; the caller's address
 * is then the proxy's.
 */
function plainAddress(entry: string): string {
  const match = withPort.map((form) => form.exec(entry)).find((found) => found !== null);
  const { address = entry } = match?.groups ?? {};
  return isIP(address) === 0 ? entry : address;
}
