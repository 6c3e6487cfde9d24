import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the client disconnects before it has the whole response. Fastify's own
 * `request.signal` listens to the request's `close`, which Node emits as soon as the body has been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const client = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) client.abort();
  });
  return client.signal;
}
