import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import type { Metrics } from '#lib/metrics.ts';
import { addressKeyOf, addressOf } from './caller.ts';

export const eventStreamType = 'text/event-stream';

export type EventStream<T> = { readonly send: (event: T) => void; readonly end: () => void };
/** Returns the function to call when either side has closed the stream. */
export type EventSource<T> = (stream: EventStream<T>) => () => void;

export type EventStreams = ReturnType<typeof createEventStreams>;

type Deps = {
  readonly config: Pick<Config, 'streamsAddress' | 'streamsProcess'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly heartbeatMs: number;
};

const reconnectMs = 3_000;

/**
 * Limits streams by network address and in total, because each occupies a connection. Streams end when the
 * server stops, and browsers reopen them on another server.
 */
export function createEventStreams(app: FastifyInstance, { config, metrics, heartbeatMs }: Deps) {
  const ends = new Set<() => void>();
  const countOf = new Map<string, number>();
  metrics.gauge('vid_event_streams', 'Open event streams.', 'sum', () => ends.size);
  app.addHook('preClose', (done) => {
    for (const end of ends) end();
    done();
  });

  const takePlace = (addressKey: string): (() => void) => {
    const count = countOf.get(addressKey) ?? 0;
    if (count >= config.streamsAddress) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 30 });
    countOf.set(addressKey, count + 1);
    return () => {
      const left = (countOf.get(addressKey) ?? 1) - 1;
      if (left > 0) countOf.set(addressKey, left);
      else countOf.delete(addressKey);
    };
  };

  return {
    /**
     * @throws AppError RATE_LIMITED over the address's limit or BUSY over the total limit, before `start`
     *   runs; otherwise the errors of `start`
     */
    async open<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      start: () => Promise<EventSource<T>>,
    ): Promise<FastifyReply> {
      if (ends.size >= config.streamsProcess) throw new AppError('BUSY', { retryAfterSeconds: 30 });
      const leavePlace = takePlace(addressKeyOf(addressOf(request)));
      const body = new Readable({ read: () => undefined });
      let isOver = false;
      const write = (text: string): void => {
        if (!isOver) body.push(text);
      };
      const end = (): void => {
        if (!isOver) body.push(null);
        isOver = true;
      };
      ends.add(end);
      const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs);
      let close: (() => void) | undefined;
      body.once('close', () => {
        isOver = true;
        clearInterval(heartbeat);
        ends.delete(end);
        leavePlace();
        close?.();
      });
      try {
        const source = await start();
        write(`retry: ${reconnectMs}\n\n`);
        close = source({ send: (event) => write(`data: ${JSON.stringify(event)}\n\n`), end });
      } catch (error) {
        body.destroy();
        throw error;
      }
      // Without this header, nginx would buffer the events.
      return reply.type(`${eventStreamType}; charset=utf-8`).header('x-accel-buffering', 'no').send(body);
    },
  };
}
