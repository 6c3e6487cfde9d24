import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import { addressKeyOf, addressOf, siteFactor, siteKeyOf } from './caller.ts';

export const eventStreamType = 'text/event-stream';

export type EventStream<T> = { readonly send: (event: T) => void; readonly end: () => void };
/** Starts sending events. Returns the function to call once either side has closed the stream. */
export type EventSource<T> = (stream: EventStream<T>) => () => void;

export type EventStreams = ReturnType<typeof createEventStreams>;

type Deps = {
  readonly config: Pick<Config, 'streamsAddress' | 'streamsProcess'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly heartbeatMs: number;
};

const reconnectMs = 3_000;

/**
 * Creates a function that takes one of `limit` places of a network, and one of the places of its /48 if it is an
 * IPv6 network. The created function returns a function that frees these places, and throws RATE_LIMITED if the
 * network or its /48 has no place left.
 */
export function createPlaces(limit: number) {
  const countOf = new Map<string, number>();
  return (addressKey: string): (() => void) => {
    const keys = [...new Set([addressKey, siteKeyOf(addressKey)])];
    const limitOf = (key: string) => (key === addressKey ? limit : siteFactor * limit);
    if (keys.some((key) => (countOf.get(key) ?? 0) >= limitOf(key)))
      throw new AppError('RATE_LIMITED', { retryAfterSeconds: 30 });
    for (const key of keys) countOf.set(key, (countOf.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) {
        const left = (countOf.get(key) ?? 1) - 1;
        if (left > 0) countOf.set(key, left);
        else countOf.delete(key);
      }
    };
  };
}

/**
 * Limits streams by network address and in total, because each occupies a connection. Streams end when the
 * server stops, and browsers reopen them on another server.
 */
export function createEventStreams(app: FastifyInstance, { config, metrics, heartbeatMs }: Deps) {
  const ends = new Set<() => void>();
  const takePlace = createPlaces(config.streamsAddress);
  metrics.gauge('vid_event_streams', 'Open event streams.', 'sum', () => ends.size);
  app.addHook('preClose', (done) => {
    for (const end of ends) end();
    done();
  });

  return {
    /**
     * @throws AppError RATE_LIMITED over the network's limit or BUSY over the total limit, before `start` runs;
     *   otherwise the errors of `start`
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
      // Without `x-accel-buffering`, nginx would buffer the events.
      return reply.type(`${eventStreamType}; charset=utf-8`).header('x-accel-buffering', 'no').send(body);
    },
  };
}
