import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { isLoopback } from '#config/loopback.ts';

export const isFromOperator = (
  request: FastifyRequest,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean => isLocal(request) || hasToken(request, metricsToken);

/**
 * Returns whether a request comes directly from this machine. A loopback address is not enough: callers
 * behind a local proxy have one, and so has a page that rebinds its host name to 127.0.0.1 (DNS rebinding).
 * Forwarding headers and the Host header reveal these cases.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers);
  const host = (headers.host ?? '').replace(/:\d+$/u, '');
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/u, '');
  return !isForwarded && isLoopback(host) && isLoopback(peer);
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const presented = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || presented === undefined) return false;
  return timingSafeEqual(digest(presented), digest(token));
}

/** Hashes a text to a fixed length, which timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
