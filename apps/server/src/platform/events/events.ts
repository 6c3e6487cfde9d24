import type { Logger } from 'pino';
import type { ConnectionTarget, Queryable } from '#database/connection.ts';
import { openListener, type Listener } from './listener.ts';

/**
 * The kind of change. The key of a notification names the changed row, or is fixed for the channel, and must
 * not be secret, because any database role can listen.
 */
export type EventChannel =
  | 'qr'
  | 'params'
  | 'sms-breaker'
  | 'attempts'
  | 'webhooks'
  | 'logouts'
  | 'tasks'
  | 'maintenance';

type Deps = {
  readonly target: ConnectionTarget;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Interval of the connection checks; tests shorten it. */
  readonly checkMs?: number | undefined;
};

/** A single PostgreSQL channel, so that one `listen` is enough. */
const postgresChannel = 'vid_events';

/**
 * Creates events, which notify all processes through LISTEN and NOTIFY. The connection opens with the first
 * subscription. While it cannot listen, every subscriber is called after each failed check instead.
 */
export function createEvents({ target, log, checkMs }: Deps) {
  const subscribers = new Map<string, Set<() => void>>();
  let listener: Listener | undefined;

  const call = (name: string): void => {
    for (const onChange of subscribers.get(name) ?? []) onChange();
  };

  return {
    publish: publishEvent,

    /**
     * Calls `onChange` after each change, and whenever a notification may have been missed. A notification
     * carries no state, so `onChange` must read the current state. Returns the function that unsubscribes.
     */
    subscribe(channel: EventChannel, key: string, onChange: () => void): () => void {
      listener ??= openListener({
        target,
        log,
        checkMs,
        channel: postgresChannel,
        onNotification: call,
        onGap() {
          for (const name of subscribers.keys()) call(name);
        },
      });
      const name = nameOf(channel, key);
      const own = subscribers.get(name) ?? new Set();
      subscribers.set(name, own.add(onChange));
      return () => {
        own.delete(onChange);
        if (own.size === 0 && subscribers.get(name) === own) subscribers.delete(name);
      };
    },

    async stop(): Promise<void> {
      await listener?.stop();
    },
  };
}

export type Events = ReturnType<typeof createEvents>;

/** Notifies subscribers in every process once `tx` commits. */
export async function publishEvent(tx: Queryable, channel: EventChannel, key: string): Promise<void> {
  await tx`select pg_notify(${postgresChannel}, ${nameOf(channel, key)})`;
}

function nameOf(channel: EventChannel, key: string): string {
  return `${channel} ${key}`;
}
