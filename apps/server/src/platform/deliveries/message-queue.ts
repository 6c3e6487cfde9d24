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
const ttlSeconds = 24 * 3_600;
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

type Options<Content> = {
  readonly kind: 'sms' | 'mail';
  readonly maxAttempts: number;
  /** False if nothing can be sent. Rows that were queued while sending was enabled expire. */
  readonly isEnabled: boolean;
  /** Hands a message to the gateway. `retry` only if the gateway certainly did not accept the message. */
  readonly send: (row: ClaimedDelivery, content: Content) => Promise<'sent' | 'failed' | 'retry'>;
  /** Reports a message whose process died while sending it. */
  readonly onAbandoned: () => void;
};

export type QueuedMessage<Content> = {
  readonly type: string;
  /** The account that the message is about. Its messages are sent one after another. */
  readonly accountId: string;
  readonly phone?: string;
  readonly isUrgent?: boolean | undefined;
  readonly content: Content;
};

/** Returns the receiver of an account's messages: a keyed digest, so that a row does not outlive an erasure as personal data. */
export function receiverOf(keys: Pick<Keys, 'derive'>, accountId: string): string {
  return createHmac('sha256', keys.derive('receiver')).update(accountId).digest('base64url');
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
  const settle = async (row: ClaimedDelivery, outcome: 'sent' | 'failed' | 'retry'): Promise<void> => {
    try {
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
      const { type, accountId, phone, isUrgent = false, content } = message;
      await repo.insert(tx, {
        kind,
        id: newId(kind),
        type,
        receiver: receiverOf(keys, accountId),
        phone,
        sealedContent: keys.seal(kind, JSON.stringify(content)),
        isUrgent,
        ttlSeconds,
      });
    },

    /** Sends pending messages in the background. A timer retries failures. */
    kick: dispatcher.kick,
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
