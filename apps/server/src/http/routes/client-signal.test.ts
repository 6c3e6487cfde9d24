import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { clientSignal } from './client-signal.ts';

let app: FastifyInstance;
afterEach(() => app.close());

const post = async (
  handle: (signal: AbortSignal) => Promise<string>,
  client = new AbortController().signal,
): Promise<Response | undefined> => {
  app = fastify();
  app.post('/', (_request, reply) => handle(clientSignal(reply)));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'content-type': 'application/json' };
  return fetch(origin, { method: 'POST', body: '{}', headers, signal: client }).catch(() => undefined);
};
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('the signal of a client', () => {
  it('aborts when the client disconnects before the response', async () => {
    const client = new AbortController();
    const noticed = Promise.withResolvers<string>();
    const answer = post(async (signal) => {
      client.abort();
      await aborted(signal);
      noticed.resolve('aborted');
      return '';
    }, client.signal);
    expect(await answer).toBeUndefined();
    expect(await noticed.promise).toBe('aborted');
  });

  it('does not abort when the body has been read or the response sent', async () => {
    const signals: AbortSignal[] = [];
    const answer = await post(async (signal) => {
      signals.push(signal);
      // By now, Node has emitted the request's own `close` event.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return 'done';
    });
    expect(await answer?.text()).toBe('done');
    await app.close();
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });
});
