import type { FastifyReply, FastifyRequest } from 'fastify';
import { qrLimits } from '@vid/contract/limits';
import type { Cookies } from '#http/browser/cookies.ts';
import type { Keys } from '#lib/keys.ts';
import { maxOpenCodes } from './qr.policy.ts';

const shape = /^[\w-]{43}$/u;
const separator = '.';

/**
 * Stores the secrets of the browser's QR requests, the newest last, in a cookie that scripts cannot read. A
 * cookie is needed because EventSource cannot send headers and a URL must not contain a secret.
 */
export function createPollCookie({ cookies, keys }: { readonly cookies: Cookies; readonly keys: Keys }) {
  const read = (request: FastifyRequest): string[] =>
    (cookies.read(request, 'vid_qr') ?? '')
      .split(separator)
      .filter((secret) => shape.test(secret))
      .slice(-maxOpenCodes);
  return {
    hashes: (request: FastifyRequest): readonly Buffer[] =>
      read(request).map((secret) => keys.hashSecret(secret)),
    add(request: FastifyRequest, reply: FastifyReply, secret: string): void {
      const secrets = [...read(request), secret];
      cookies.write(reply, 'vid_qr', secrets.join(separator), qrLimits.lifeSeconds);
    },
    clear: (reply: FastifyReply): void => cookies.clear(reply, 'vid_qr'),
  };
}
