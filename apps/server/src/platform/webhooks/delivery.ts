import type { Queryable } from '#database/connection.ts';
import { newSecret } from '#lib/ids.ts';
import { createDispatcher } from '#platform/deliveries/dispatcher.ts';
import type { Platform } from '#platform/platform.ts';
import { attemptMessage } from './attempt.ts';
import type { ClaimedEndpoint, DeliveryRepo, DueMessage, Troubled } from './delivery.repo.ts';
import { isDelivered, isGone, pauseAfter, pauseOf, personToNotify, retryDelay } from './webhook.policy.ts';
import { createSigner, type Signer } from './webhook-secret.ts';

type WebhookTrouble = {
  readonly accountId: string;
  readonly applicationId: string | null;
  readonly kind: 'webhook-failing' | 'webhook-disabled';
};

export type WebhookNotices = {
  /** Queues a notice to the account in the transaction of the change. */
  readonly notifyOwner: (tx: Queryable, trouble: WebhookTrouble) => Promise<void>;
  readonly kickNotices: () => void;
};

type Deps = Platform & WebhookNotices & { readonly repo: DeliveryRepo };

/**
 * Number of endpoints to which one process sends in parallel. An endpoint that hangs occupies one slot for
 * five seconds.
 */
const maxEndpoints = 32;
const maxInFlight = 8;
const batchSize = 100;
const giveUpBatch = 500;
/** Batches end well before their lease: an attempt takes at most 5 s, and recording it 3 s. */
const batchMs = 30_000;

/**
 * Sends the messages that `publishWebhooks` records. Every process sends, woken by the commit of a message
 * and by the schedule; only one process at a time serves an endpoint. A message is recorded as delivered
 * after the response, so it is sent again, with the same id, if the process dies in between.
 */
export function createWebhookDelivery(deps: Deps) {
  const { sql, repo, keys, events, metrics, log } = deps;
  let isStopped = false;
  let unsubscribe: (() => void) | undefined;

  const findPersonToNotify = async (
    tx: Queryable,
    { applicationId, ownerId }: Troubled,
  ): Promise<string | undefined> => {
    const isAssociation = applicationId === null;
    const responsible = isAssociation ? repo.listAdmins(tx) : repo.listManagers(tx, applicationId);
    return personToNotify(ownerId, await responsible);
  };

  const handleTrouble = async (change: (tx: Queryable) => Promise<Troubled | undefined>): Promise<void> => {
    const troubled = await sql.begin(async (tx) => {
      const row = await change(tx);
      const accountId = row && (await findPersonToNotify(tx, row));
      if (row && accountId !== undefined) {
        const kind = row.status === 'disabled' ? 'webhook-disabled' : 'webhook-failing';
        await deps.notifyOwner(tx, { accountId, applicationId: row.applicationId, kind });
      }
      return row;
    });
    if (!troubled) return;
    log.warn({ webhook: troubled.id, status: troubled.status }, 'webhook is failing');
    deps.kickNotices();
  };

  /** Gives up old messages, even of a busy endpoint, except those that may be in flight. */
  const giveUpOld = async (endpointId: string): Promise<void> => {
    let count: number;
    do {
      count = 0;
      await handleTrouble(async (tx) => {
        const endpoint = await repo.lockEndpoint(tx, endpointId);
        if (!endpoint) return undefined;
        // A disabled application gets no messages, so its messages are kept for a replay.
        const status = endpoint.isApplicationActive ? 'failed' : 'skipped';
        count = await repo.endOverdue(tx, endpointId, endpoint, status, giveUpBatch);
        return count > 0 && status === 'failed' ? repo.markFailing(tx, endpointId) : undefined;
      });
    } while (count === giveUpBatch);
  };

  /** Sends a message and records the attempt. `askedPause`: seconds for which the receiver asks to pause. */
  const deliver = async (
    endpoint: ClaimedEndpoint,
    signer: Signer,
    message: DueMessage,
  ): Promise<{ isDelivered: boolean; mayContinue: boolean; askedPause: number }> => {
    const { attempt, askedPause } = await attemptMessage(deps, {
      url: endpoint.url,
      signer,
      message,
      attempt: message.attempts + 1,
    });
    const status = attempt.responseStatus ?? 0;
    const delay = retryDelay(attempt.attempt);
    const outcome = {
      isDelivered: isDelivered(status),
      retrySeconds: delay === undefined ? undefined : Math.max(delay, askedPause),
    };
    const isHeld = await repo.record(endpoint, message.id, attempt, outcome);
    metrics.webhooks.inc({ event: outcome.isDelivered ? 'delivered' : 'failed' });
    const isGivenUp = !outcome.isDelivered && outcome.retrySeconds === undefined;
    if (isGone(status) || isGivenUp)
      await handleTrouble(async (tx) => {
        // A response from a former URL says nothing about the new URL.
        if (!(await repo.lock(tx, endpoint))) return undefined;
        return isGone(status) ? repo.disable(tx, endpoint.id) : repo.markFailing(tx, endpoint.id);
      });
    return { isDelivered: outcome.isDelivered, mayContinue: isHeld && !isGone(status), askedPause };
  };

  /**
   * Sends a batch of the due messages of an endpoint, until a pause is due. A failing endpoint gets a single
   * message.
   */
  const serve = async (endpoint: ClaimedEndpoint): Promise<void> => {
    let { failures } = endpoint;
    let askedPause = 0;
    try {
      const signer = createSigner(keys, endpoint);
      const isProbe = failures >= pauseAfter;
      const queue = (await repo.listDue(endpoint, isProbe ? 1 : batchSize)).values();
      const endsAt = performance.now() + batchMs;
      const lane = async (): Promise<void> => {
        for (const message of queue) {
          const sent = await deliver(endpoint, signer, message);
          failures = sent.isDelivered ? 0 : failures + 1;
          askedPause = Math.max(askedPause, sent.askedPause);
          const isPaused = askedPause > 0 || failures >= pauseAfter;
          if (!sent.mayContinue || isStopped || isPaused || performance.now() > endsAt) return;
        }
      };
      await Promise.all(Array.from({ length: isProbe ? 1 : maxInFlight }, lane));
    } catch (error) {
      // The error may be permanent, such as a secret that cannot be decrypted. Without a pause, the endpoint
      // would be claimed again at once.
      failures += pauseAfter;
      throw error;
    } finally {
      await repo.release(endpoint, { failures, pauseSeconds: Math.max(pauseOf(failures), askedPause) });
    }
  };

  const dispatcher = createDispatcher<ClaimedEndpoint>({
    ...deps,
    name: 'webhooks',
    places: maxEndpoints,
    claim: (limit) => repo.claim(newSecret(), limit),
    deliver: serve,
  });
  const { run, kick } = dispatcher;

  return {
    kick,

    run,

    start(): void {
      unsubscribe ??= events.subscribe('webhooks', 'all', kick);
      kick();
    },

    async sweep(): Promise<void> {
      for (const endpointId of await repo.listOverdue()) await giveUpOld(endpointId);
      kick();
    },

    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe?.();
      await dispatcher.stop();
    },
  };
}
