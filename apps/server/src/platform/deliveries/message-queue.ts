import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { ClaimedDelivery, DeliveriesRepo } from './deliveries.repo.ts';
import { createDispatcher } from './dispatcher.ts';

/**
 * Duration of the lease while a message is sent. The receiver's other messages wait until the lease ends,
 * even if the process dies.
 */
const leaseSeconds = 60;
const dayTtlSeconds = 24 * 3_600;
/** Half of the first retry delay; each further delay is twice the previous one. */
const retrySeconds = 15;
/** Number of messages that one process sends in parallel. */
const places = 4;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly keys: Pick<Keys, 'seal' | 'open' | 'pepper'>;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
};

type Outcome = 'sent' | 'failed' | 'retry' | 'dropped';

type Options<Content> = {
  readonly kind: 'sms' | 'mail';
  readonly maxAttempts: number;
  /** Returns the message types that are held back now. Messages of these types do not expire. */
  readonly waitingTypes?: () => Promise<readonly string[]>;
  /** False if nothing can be sent. Rows that were queued while sending was enabled expire. */
  readonly isEnabled: boolean;
  /**
   * Returns `retry` only if the gateway certainly did not accept the message, and `dropped` if the message is
   * no longer needed.
   */
  readonly send: (row: ClaimedDelivery, content: Content) => Promise<Outcome>;
  readonly onAbandoned: () => void;
};

export type QueuedMessage<Content> = {
  /** The id under which another channel may already have sent the message. */
  readonly id?: string;
  readonly type: string;
  /**
   * Id of the account or code that the message is about. Messages about the same id are sent one after
   * another.
   */
  readonly about: string;
  readonly phone?: string;
  readonly isUrgent?: boolean | undefined;
  readonly delaySeconds?: number;
  readonly ttlSeconds?: number;
  readonly content: Content;
};

/**
 * Returns the receiver key of an account or code, a keyed digest, so that a row that outlives an erasure
 * contains no personal data.
 */
export function receiverOf(keys: Pick<Keys, 'pepper'>, about: string): string {
  return keys.pepper('receiver', about).toString('base64url');
}

/**
 * Creates the queue of SMS or mail. A message is a row with sealed content, written in the transaction of the
 * change that it reports and sent after the commit, at most once: if a process dies while sending a message,
 * the message is not sent again.
 */
export function createMessageQueue<Content>(deps: Deps, options: Options<Content>) {
  const { repo, keys, log } = deps;
  const { kind, maxAttempts, isEnabled, waitingTypes = async () => [], send, onAbandoned } = options;

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

  /**
   * Records the outcome. If the database fails here, the row stays claimed and the message is never sent
   * again.
   */
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
    claim: async (limit) =>
      isEnabled
        ? repo.claim({ kind, limit, leaseSeconds, mayRepeat: false, withoutTypes: await waitingTypes() })
        : [],
    async deliver(row) {
      const content = open(row.sealedContent);
      await settle(row, content === undefined ? 'failed' : await send(row, content));
    },
  });

  return {
    /**
     * Queues a message. Call this function in the transaction of the change that the message reports, and
     * `kick` after the commit.
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

    kick: dispatcher.kick,
    kickAfter: dispatcher.kickAfter,
    deliverPending: dispatcher.run,
    stop: dispatcher.stop,

    /**
     * Fails messages whose process died while sending them, extends the expiry of held messages, and sends
     * the due messages.
     */
    async sweep(): Promise<void> {
      for (const id of await repo.failAbandoned(kind)) {
        onAbandoned();
        log.warn({ [kind]: id }, 'a process died while sending a message; it is not sent again');
      }
      const waiting = await waitingTypes();
      if (waiting.length > 0) await repo.keepWaiting(kind, waiting, dayTtlSeconds);
      dispatcher.kick();
    },
  };
}
