import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { SmsMessage, SmsOutcome } from '#ports/sms/sms.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createMessageQueue } from '#platform/deliveries/message-queue.ts';
import type { ReadBrand } from '#platform/brand.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { SmsRouter } from './sms-router.ts';
import { withSender } from './sms-texts.ts';

/** The time limit of `sendNow`, over all gateways (O13: 6 s for the whole request). */
const budgetMs = 5_500;
/** The time limit of a queued message, over all gateways. */
const queuedBudgetMs = 15_000;
/** With these waits, the last attempt comes about 15 minutes after the first. */
const maxAttempts = 6;

type Deps = {
  readonly repo: DeliveriesRepo;
  readonly router: Pick<SmsRouter, 'send'>;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
  readonly readBrand: ReadBrand;
};

type Content = { readonly text: string; readonly locale: Locale };

/**
 * Sends SMS, which name their sender first. Codes are sent within their request. Notices are queued in the transaction
 * of the change they report.
 */
export function createSmsService(deps: Deps) {
  const { router, metrics, log } = deps;

  /** Names the sender when the message is sent, because the association's name may change while a message waits. */
  const sign = async (message: SmsMessage): Promise<SmsMessage> => ({
    ...message,
    text: withSender(message.text, message.locale, await deps.readBrand()),
  });

  const send = async (unsigned: SmsMessage, limitMs: number): Promise<SmsOutcome> => {
    const message = await sign(unsigned);
    const outcome = await router.send(message, limitMs);
    metrics.sms.inc({ event: outcome === 'accepted' ? 'sent' : 'failed' });
    const details = { sms: message.id, to: maskPhone(message.to), purpose: message.purpose, outcome };
    if (outcome === 'accepted') log.info(details, 'SMS sent');
    else log.warn(details, 'SMS not sent');
    return outcome;
  };

  const queue = createMessageQueue<Content>(deps, {
    kind: 'sms',
    maxAttempts,
    isEnabled: true,
    async send({ id, phone, type }, content) {
      if (phone === null) return 'failed';
      const outcome = await send({ id, to: phone, purpose: type, ...content }, queuedBudgetMs);
      if (outcome === 'channel-broken') return 'retry';
      return outcome === 'accepted' ? 'sent' : 'failed';
    },
    onAbandoned: () => metrics.sms.inc({ event: 'failed' }),
  });

  return {
    ...queue,

    /**
     * Sends a message while the request waits, at most 6 s. The message is not stored. A code cannot be entered without
     * the response to its request, so it is useless after a crash.
     */
    async sendNow(message: SmsMessage): Promise<SmsOutcome> {
      return (await deps.maySend()) ? send(message, budgetMs) : 'channel-broken';
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
