import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { ClaimedDelivery, DeliveriesRepo } from './deliveries.repo.ts';
import { createDispatcher } from './dispatcher.ts';

/**
 * The maximum time in which a process sends a message. Other messages to the receiver wait during this time,
 * even if the process dies.
 */
const leaseSeconds = 60;
const dayTtlSeconds = 24 * 3_600;
/** Half of the wait before the first retry. Each further wait is twice as long as the previous wait. */
const retrySeconds = 15;
/** The number of messages that one process hands to the gateway at the same time. */
const places = 4;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly keys: Pick<Keys, 'seal' | 'open' | 'derive'>;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
};

type Outcome = 'sent' | 'failed' | 'retry' | 'dropped';

type Options<Content> = {
  readonly kind: 'sms' | 'mail';
  readonly maxAttempts: number;
  /** False if nothing can be sent. Rows that were queued while sending was enabled expire. */
  readonly isEnabled: boolean;
  /**
   * Hands a message to the gateway. `retry` only if the gateway certainly did not accept the message, `dropped` if the
   * message is no longer needed.
   */
  readonly send: (row: ClaimedDelivery, content: Content) => Promise<Outcome>;
  /** Reports a message whose process died while sending it. */
  readonly onAbandoned: () => void;
};

export type QueuedMessage<Content> = {
  /** The id of a message that another channel may have sent before. */
  readonly id?: string;
  readonly type: string;
  /** The id of the account or code that the message is about. Messages about it are sent one after another. */
  readonly about: string;
  readonly phone?: string;
  readonly isUrgent?: boolean | undefined;
  /** The time before the first attempt, and the time until the message expires. */
  readonly delaySeconds?: number;
  readonly ttlSeconds?: number;
  readonly content: Content;
};

/**
 * Returns the receiver of messages about an account or a code: a keyed digest, so that a row does not outlive an erasure
 * as personal data.
 */
export function receiverOf(keys: Pick<Keys, 'derive'>, about: string): string {
  return createHmac('sha256', keys.derive('receiver')).update(about).digest('base64url');
}

/**
 * Creates the queue of SMS or of mail. A message is a row with sealed content, written in the transaction of the change
 * that it reports and sent after the commit, at most once: if a process dies while sending, the message is not sent
 * again.
 */
export function createMessageQueue<Content>(deps: Deps, options: Options<Content>) {
  const { repo, keys, log } = deps;
  const { kind, maxAttempts, isEnabled, send, onAbandoned } = options;

  /** Only `queue` writes these rows, and the seal is authenticated, so the content needs no further check. */
  const open = (sealed: Uint8Array | null): Content | undefined => {
    if (sealed === null) return undefined;
    try {
      const content: Content = JSON.parse(keys.open(kind, sealed));
      return content;
    } catch {
      return undefined;
    }
  };

  /** If this statement fails, the row stays claimed and the message is never sent again, which is the safe outcome. */
  const settle = async (row: ClaimedDelivery, outcome: Outcome): Promise<void> => {
    try {
      if (outcome === 'dropped') return await repo.delete(row);
      if (outcome !== 'retry' || row.attempts >= maxAttempts)
        return await repo.end(row, outcome === 'sent' ? 'sent' : 'failed');
      const waitSeconds = retrySeconds * 2 ** row.attempts;
      await repo.retry(row, waitSeconds);
      dispatcher.kickAfter(waitSeconds);
    } catch (error) {
      log.error({ err: error, [kind]: row.id }, 'could not store the outcome of a message');
    }
  };

  const dispatcher = createDispatcher<ClaimedDelivery>({
    ...deps,
    name: `queued ${kind}`,
    places,
    claim: async (limit) => (isEnabled ? repo.claim({ kind, limit, leaseSeconds, mayRepeat: false }) : []),
    async deliver(row) {
      const content = open(row.sealedContent);
      await settle(row, content === undefined ? 'failed' : await send(row, content));
    },
  });

  return {
    /** Queues a message in the transaction of the change it reports. Call `kick` after the commit. */
    async queue(tx: Queryable, message: QueuedMessage<Content>): Promise<void> {
      const { type, about, phone, isUrgent = false, content } = message;
      await repo.insert(tx, {
        kind,
        id: message.id ?? newId(kind),
        type,
        receiver: receiverOf(keys, about),
        phone,
        sealedContent: keys.seal(kind, JSON.stringify(content)),
        isUrgent,
        delaySeconds: message.delaySeconds ?? 0,
        ttlSeconds: message.ttlSeconds ?? dayTtlSeconds,
      });
    },

    /** Sends pending messages in the background. A timer retries failures. */
    kick: dispatcher.kick,
    /** Calls `kick` after some seconds. The schedule sends what a stopped process leaves. */
    kickAfter: dispatcher.kickAfter,
    /** Sends pending messages and returns how many messages it tried to send. */
    deliverPending: dispatcher.run,
    stop: dispatcher.stop,

    /**
     * Fails messages whose process died while sending them, and sends the due messages. The schedule calls
     * this method.
     */
    async sweep(): Promise<void> {
      for (const id of await repo.failAbandoned(kind)) {
        onAbandoned();
        log.warn({ [kind]: id }, 'a process died while sending a message; it is not sent again');
      }
      dispatcher.kick();
    },
  };
}
