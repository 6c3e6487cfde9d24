import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { defaultLocale } from '@vid/contract/limits';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { toProblem } from './problem.ts';

/** Limits of one connection; README.md gives the reasons. */
export type TransportLimits = {
  readonly bodyBytes: number;
  readonly urlBytes: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  /** From the first byte of a request to the end of its headers, and to the end of its body. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  /** A connection on which nothing moves, such as a reader that stopped reading. */
  readonly idleMs: number;
  /** How often Node looks for connections past their time; its own default of 30 s would allow 40 s. */
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
  checkEveryMs: 1_000,
};

export function newRequestId(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Refuses what no honest client sends, before routing has any effect.
 * Node drops headers beyond its maximum silently, so the count is taken one above it.
 */
export function refuseOddRequest(request: FastifyRequest, limits: TransportLimits): void {
  const { rawHeaders, url = '' } = request.raw;
  if (rawHeaders.length > limits.headerCount * 2) throw new AppError('HEADERS_TOO_LARGE');
  if (url.length > limits.urlBytes) throw new AppError('URI_TOO_LONG');
  // In its absolute form the address names a host itself, which RFC 9112 section 3.2.2 ranks above the header.
  if (!url.startsWith('/')) throw new AppError('MISDIRECTED_REQUEST');
  // PostgreSQL's text cannot hold NUL; RFC 9112 section 3.2 allows one Host.
  if (url.includes('%00') || countHosts(rawHeaders) > 1) throw new AppError('MALFORMED_REQUEST');
}

/** Bodies that are not ours to read; asked after where the request comes from, so that a foreign form is told that (S5). */
export function refuseOddBody(request: FastifyRequest): void {
  const { 'content-encoding': encoding, 'content-type': type } = request.headers;
  // No call needs a compressed body, and a few bytes of one may become gigabytes.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (type !== undefined && !request.is404 && !request.routeOptions.config.acceptsAnyType && !isJson(type))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Exactly JSON in UTF-8: odd spellings are how validators were walked around (CVE-2025-32442, CVE-2026-25223). */
function isJson(type: string): boolean {
  return /^application\/json(?:; ?charset="?utf-8"?)?$/iu.test(type);
}

const clientErrors: Readonly<Record<string, AppError['code']>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers what never became a request: bytes that are no HTTP, too many of them, or too slowly sent. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const code = clientErrors[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status, body } = toProblem(new AppError(code), defaultLocale, newRequestId());
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
