import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { SmsGateway, SmsMessage, SmsOutcome } from '#ports/sms.ts';
import type { ClaimedDelivery, DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createDispatcher } from '#platform/deliveries/dispatcher.ts';
import { leaseSeconds, receiverOf } from '#platform/deliveries/receiver.ts';
import type { SmsHealthLog } from './sms-health.ts';

/** Limit of `sendNow`, including a retry (O13: 6 s for the whole request). */
const budgetMs = 5_500;
/** With less time left than this, a retry is pointless. */
const minRetryMs = 300;
const noticeTtlSeconds = 24 * 3_600;
const noticeRetrySeconds = 15;
const maxAttempts = 6;
/** Messages that one process hands to the gateway at the same time. */
const places = 4;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly gateway: SmsGateway;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly health: Pick<SmsHealthLog, 'note'>;
  readonly log: Logger;
  readonly background: Background;
  readonly timeoutMs: number;
};

/** Stored sealed in the row. */
type Content = { readonly text: string; readonly locale: Locale };

/** Sends SMS. Codes are sent within their request. Notices are queued in the transaction of the change they report. */
export function createSmsService(deps: Deps) {
  const { repo, gateway, keys, metrics, log } = deps;

  const attempt = async (message: SmsMessage, timeoutMs: number): Promise<SmsOutcome> => {
    const startedAt = performance.now();
    let outcome: SmsOutcome = 'unknown';
    try {
      outcome = await gateway.send(message, { timeoutMs });
    } catch (error) {
      // The message may or may not have been sent.
      log.error({ err: error, sms: message.id }, 'SMS gateway failed unexpectedly');
    }
    deps.health.note(outcome, performance.now() - startedAt);
    return outcome;
  };

  const report = (message: SmsMessage, outcome: SmsOutcome): void => {
    metrics.sms.inc({ event: outcome === 'accepted' ? 'sent' : 'failed' });
    const details = { sms: message.id, to: maskPhone(message.to), purpose: message.purpose, outcome };
    if (outcome === 'accepted') log.info(details, 'SMS sent');
    else log.warn(details, 'SMS not sent');
  };

  /** If this fails, the row stays claimed and the message is never sent again, which is the safe outcome. */
  const settle = async (id: string, outcome: 'sent' | 'failed' | { retryIn: number }): Promise<void> => {
    try {
      if (typeof outcome === 'string') return await repo.end(id, outcome);
      await repo.retry(id, outcome.retryIn);
      dispatcher.kickAfter(outcome.retryIn);
    } catch (error) {
      log.error({ err: error, sms: id }, 'could not store the outcome of an SMS');
    }
  };

  const dispatcher = createDispatcher<ClaimedDelivery>({
    ...deps,
    name: 'queued SMS',
    places,
    claim: (limit) => repo.claim({ kind: 'sms', limit, leaseSeconds, mayRepeat: false }),
    async deliver({ id, phone, type, sealedContent, attempts }) {
      const content = open(keys, sealedContent);
      if (!content || phone === null) return settle(id, 'failed');
      const message: SmsMessage = { id, to: phone, purpose: type, ...content };
      const outcome = await attempt(message, deps.timeoutMs);
      report(message, outcome);
      if (outcome === 'refused' && attempts < maxAttempts)
        return settle(id, { retryIn: noticeRetrySeconds * 2 ** attempts });
      return settle(id, outcome === 'accepted' ? 'sent' : 'failed');
    },
  });

  return {
    /** Sends pending messages and returns how many it tried. */
    deliverPending: dispatcher.run,
    stop: dispatcher.stop,

    /**
     * Sends a message while the request waits, at most 6 s. Retries once if the gateway certainly did not accept it.
     * The message is not stored. A code cannot be entered without the response to its request, so it is useless after
     * a crash.
     */
    async sendNow(message: SmsMessage): Promise<SmsOutcome> {
      const deadline = performance.now() + budgetMs;
      let outcome = await attempt(message, deps.timeoutMs);
      const leftMs = Math.min(deps.timeoutMs, deadline - performance.now());
      if (outcome === 'refused' && leftMs > minRetryMs) {
        metrics.sms.inc({ event: 'retried' });
        outcome = await attempt(message, leftMs);
      }
      report(message, outcome);
      return outcome;
    },

    /** Queues a message in the transaction of the change it reports. Call `kick` after the commit. */
    async queue(
      tx: Queryable,
      message: { readonly phone: string; readonly purpose: string; readonly isUrgent?: boolean } & Content,
    ): Promise<void> {
      const { phone, purpose, isUrgent = false, ...content } = message;
      await repo.insert(tx, {
        kind: 'sms',
        id: newId('sms'),
        type: purpose,
        receiver: receiverOf(keys, phone),
        phone,
        sealedContent: keys.seal('sms', JSON.stringify(content)),
        isUrgent,
        ttlSeconds: noticeTtlSeconds,
      });
    },

    /** Sends pending messages in the background. A timer retries failures. */
    kick: dispatcher.kick,
  };
}

/** Only `queue` writes these rows, and it authenticates them, so the content needs no further check. */
function open(keys: Keys, sealed: Uint8Array | null): Content | undefined {
  if (sealed === null) return undefined;
  try {
    const content: Content = JSON.parse(keys.open('sms', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type SmsService = ReturnType<typeof createSmsService>;
