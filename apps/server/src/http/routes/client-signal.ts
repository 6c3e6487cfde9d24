import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts if the client disconnects before it has received the whole response. Fastify's
 * `request.signal` follows the request's `close` event, which Node emits as soon as the body has been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const client = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abort();
  });
  return client.signal;
}
