import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { newRequestId } from '#lib/text/references.ts';
import { AppError } from '#lib/app-error.ts';
import { localeOf } from '../caller.ts';
import { plainPagePolicy } from '../pages/plain-page.ts';
import { needsPage, problemPage } from '../pages/problem-page.ts';
import { toProblem } from '../problem.ts';
import { dataHeaders } from '../browser/security-headers.ts';

/** Limits of one connection, with the reasons in README.md. */
export type TransportLimits = {
  readonly bodyBytes: number;
  readonly urlBytes: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  /** Time from the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  /**
   * Time that a connection may be without traffic in either direction, for example because the client stopped
   * reading.
   */
  readonly idleMs: number;
  /** Interval at which an event stream sends a comment, so that neither `idleMs` nor a proxy ends it. */
  readonly heartbeatMs: number;
  /**
   * Interval at which Node checks the header and request timeouts; its default of 30 s would let headers take
   * 40 s.
   */
  readonly checkEveryMs: number;
};

export const transportLimits: TransportLimits = {
  bodyBytes: 16 * 1024,
  urlBytes: 4 * 1024,
  headerBytes: 16 * 1024,
  headerCount: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveMs: 5_000,
  idleMs: 60_000,
  heartbeatMs: 20_000,
  checkEveryMs: 1_000,
};

/**
 * Rejects requests that are too large or ambiguous. Node silently drops headers beyond its maximum, so Node's
 * maximum is one above VID's limit.
 */
export function refuseOddRequest(request: FastifyRequest, limits: TransportLimits): void {
  const { rawHeaders, url = '' } = request.raw;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  // Check the URL first, because its page gives other advice than the page about too many cookies.
  if (url.length > limits.urlBytes) throw new AppError('URI_TOO_LONG');
  if (bytes > limits.headerBytes || rawHeaders.length > limits.headerCount * 2)
    throw new AppError('HEADERS_TOO_LARGE');
  // An absolute-form target names a host, which overrides the Host header (RFC 9112 section 3.2.2).
  if (!url.startsWith('/')) throw new AppError('MISDIRECTED_REQUEST');
  // PostgreSQL text cannot hold NUL; a request has exactly one Host (RFC 9112 section 3.2).
  if (url.includes('%00') || countHosts(rawHeaders) > 1) throw new AppError('MALFORMED_REQUEST');
}

/**
 * Rejects a body that VID does not parse. Runs after the origin check, so that a cross-site form gets CSRF
 * (S5).
 */
export function refuseOddBody(request: FastifyRequest): void {
  const { 'content-encoding': encoding, 'content-type': type } = request.headers;
  // No endpoint needs a compressed body, which can expand to a thousand times its size.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const { acceptsAnyType, acceptsTypes } = request.routeOptions.config;
  if (request.is404 || acceptsAnyType) return;
  const isGood = acceptsTypes ? acceptsTypes.includes(type ?? '') : type === undefined || isJson(type);
  if (!isGood) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Returns whether a content type is JSON in UTF-8. Unusual spellings have bypassed validators
 * (CVE-2025-32442, CVE-2026-25223).
 */
function isJson(type: string): boolean {
  return /^application\/json(?:; ?charset="?utf-8"?)?$/iu.test(type);
}

const clientErrors: Readonly<Record<string, AppError['code']>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

const longUrl = new RegExp(String.raw`^[A-Z]+ \S{${transportLimits.urlBytes + 1}}`, 'u');

/**
 * Responds to input that never becomes a request, because it is not HTTP, too large or too slow. Only closes a
 * connection that was reset or cannot be written.
 */
export function answerClientError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  // The oversized packet often contains the beginning of the headers.
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const isLongUrl = error.code === 'HPE_HEADER_OVERFLOW' && longUrl.test(packet);
  const code = isLongUrl ? 'URI_TOO_LONG' : (clientErrors[error.code ?? ''] ?? 'MALFORMED_REQUEST');
  const headerOf = (name: string) => new RegExp(`^${name}: *(.*)$`, 'imu').exec(packet)?.[1];
  const locale = localeOf(headerOf('accept-language'));
  const requestId = newRequestId();
  const { status, body } = toProblem(new AppError(code), locale, requestId);
  const isPage = needsPage(code, packet.startsWith('GET ') ? 'GET' : undefined, headerOf('accept'));
  const text = isPage ? problemPage({ code, text: body.error, locale, requestId }) : JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    `Content-Type: ${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    `Content-Security-Policy: ${isPage ? plainPagePolicy : dataHeaders['content-security-policy']}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
