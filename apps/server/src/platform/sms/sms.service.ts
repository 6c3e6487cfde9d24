import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { SmsGateway, SmsMessage, SmsOutcome } from '#ports/sms.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createMessageQueue } from '#platform/deliveries/message-queue.ts';
import type { ReadBrand } from '#platform/brand.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { SmsHealthLog } from './sms-health.ts';
import { withSender } from './sms-texts.ts';

/** The time limit of `sendNow`, including a retry (O13: 6 s for the whole request). */
const budgetMs = 5_500;
/** With less time left than this, a retry is pointless. */
const minRetryMs = 300;
/** With these waits, the last attempt comes about 15 minutes after the first. */
const maxAttempts = 6;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly gateway: SmsGateway;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly health: Pick<SmsHealthLog, 'note'>;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
  readonly readBrand: ReadBrand;
  readonly timeoutMs: number;
};

type Content = { readonly text: string; readonly locale: Locale };

/**
 * Sends SMS, which name their sender first. Codes are sent within their request. Notices are queued in the transaction
 * of the change they report.
 */
export function createSmsService(deps: Deps) {
  const { gateway, metrics, log } = deps;

  /** Names the sender when the message is sent, so that a queued message names the association as it is then. */
  const sign = async (message: SmsMessage): Promise<SmsMessage> => ({
    ...message,
    text: withSender(message.text, message.locale, await deps.readBrand()),
  });

  const attempt = async (message: SmsMessage, timeoutMs: number): Promise<SmsOutcome> => {
    const startedAt = performance.now();
    let outcome: SmsOutcome = 'unknown';
    try {
      outcome = await gateway.send(message, { timeoutMs });
    } catch (error) {
      // The message may or may not have been sent, so it must not be sent again.
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

  const queue = createMessageQueue<Content>(deps, {
    kind: 'sms',
    maxAttempts,
    isEnabled: true,
    async send({ id, phone, type }, content) {
      if (phone === null) return 'failed';
      const message = await sign({ id, to: phone, purpose: type, ...content });
      const outcome = await attempt(message, deps.timeoutMs);
      report(message, outcome);
      if (outcome === 'refused') return 'retry';
      return outcome === 'accepted' ? 'sent' : 'failed';
    },
    onAbandoned: () => metrics.sms.inc({ event: 'failed' }),
  });

  return {
    ...queue,

    /**
     * Sends a message while the request waits, at most 6 s. Retries once if the gateway certainly did not accept it.
     * The message is not stored. A code cannot be entered without the response to its request, so it is useless after
     * a crash.
     */
    async sendNow(unsigned: SmsMessage): Promise<SmsOutcome> {
      if (!(await deps.maySend())) return 'refused';
      const deadline = performance.now() + budgetMs;
      const message = await sign(unsigned);
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
      message: {
        readonly accountId: string;
        readonly phone: string;
        readonly purpose: string;
        readonly isUrgent?: boolean;
      } & Content,
    ): Promise<void> {
      const { accountId, phone, purpose, isUrgent, ...content } = message;
      await queue.queue(tx, { accountId, type: purpose, phone, isUrgent, content });
    },
  };
}
