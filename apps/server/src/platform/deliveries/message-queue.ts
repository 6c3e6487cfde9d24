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
 * A process may take this long to send a message. Other messages to the receiver wait during this time, even
 * if the process dies.
 */
const leaseSeconds = 60;
const dayTtlSeconds = 24 * 3_600;
/** The first retry waits twice this long, and each further wait is twice the previous wait. */
const retrySeconds = 15;
/** One process hands this many messages to the gateway at the same time. */
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
   * Returns `retry` only if the gateway certainly did not accept the message, and `dropped` if the message is
   * no longer needed.
   */
  readonly send: (row: ClaimedDelivery, content: Content) => Promise<Outcome>;
  /** VID calls this function for each message whose process died while sending it. */
  readonly onAbandoned: () => void;
};

export type QueuedMessage<Content> = {
  /** Another channel may already have sent the message with this id. */
  readonly id?: string;
  readonly type: string;
  /**
   * The id of the account or code that the message is about. Messages about the same account or code are sent
   * one after another.
   */
  readonly about: string;
  readonly phone?: string;
  readonly isUrgent?: boolean | undefined;
  /**
   * `delaySeconds` is the time before the first attempt; `ttlSeconds` is the time until the message expires.
   */
  readonly delaySeconds?: number;
  readonly ttlSeconds?: number;
  readonly content: Content;
};

/**
 * The receiver of messages about an account or a code is a keyed digest, so that a row does not outlive an
 * erasure as personal data.
 */
export function receiverOf(keys: Pick<Keys, 'derive'>, about: string): string {
  return createHmac('sha256', keys.derive('receiver')).update(about).digest('base64url');
}

/**
 * SMS and mail have one queue each. A message is a row with sealed content, written in the transaction of the
 * change that it reports and sent after the commit, at most once: if a process dies while sending, the
 * message is not sent again.
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
    /**
     * Call this function in the transaction of the change that the message reports, and `kick` after the
     * commit.
     */
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

    /** A timer retries failed messages. */
    kick: dispatcher.kick,
    /** The schedule sends what a stopped process leaves. */
    kickAfter: dispatcher.kickAfter,
    /** Returns the number of messages that the call tried to send. */
    deliverPending: dispatcher.run,
    stop: dispatcher.stop,

    /**
     * The schedule calls this method. It fails messages whose process died while sending them, and sends the
     * due messages.
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
