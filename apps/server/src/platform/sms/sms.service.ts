import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { SmsGateway, SmsMessage, SmsOutcome } from '#ports/sms.ts';
import type { SmsHealthLog } from './sms-health.ts';
import type { SmsRepo } from './sms.repo.ts';

/** Limit of `sendNow`, including a retry (O13: 6 s for the whole request). */
const budgetMs = 5_500;
/** With less time left than this, a retry is pointless. */
const minRetryMs = 300;
const noticeTtlSeconds = 24 * 3_600;
const noticeRetrySeconds = 15;
const maxAttempts = 6;

type Deps = {
  readonly repo: SmsRepo;
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
  const { repo, gateway, keys, metrics, log, background } = deps;

  const seal = (content: Content): Buffer => keys.seal('sms', JSON.stringify(content));

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
  const settle = async (id: string, status: 'sent' | 'failed' | 'pending'): Promise<void> => {
    try {
      await repo.settle(id, status);
    } catch (error) {
      log.error({ err: error, sms: id, status }, 'could not store the outcome of an SMS');
    }
  };

  const deliver = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const row = await repo.claimNext({ retrySeconds: noticeRetrySeconds });
      if (!row) return count;
      const content = open(keys, row.sealedText);
      if (!content) {
        await settle(row.id, 'failed');
        continue;
      }
      const message: SmsMessage = { id: row.id, to: row.phone, purpose: row.purpose, ...content };
      const outcome = await attempt(message, deps.timeoutMs);
      report(message, outcome);
      const mayRetry = outcome === 'refused' && row.attempts < maxAttempts;
      await settle(row.id, outcome === 'accepted' ? 'sent' : mayRetry ? 'pending' : 'failed');
      count += 1;
    }
  };

  /** Sends pending messages and returns how many it tried. */
  const deliverPending = oneAtATime(deliver);

  return {
    deliverPending,

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
      message: { readonly phone: string; readonly purpose: string } & Content,
    ): Promise<void> {
      const { phone, purpose, ...content } = message;
      const ttlSeconds = noticeTtlSeconds;
      await repo.insert(tx, { id: newId('sms'), phone, purpose, sealedText: seal(content), ttlSeconds });
    },

    /** Sends pending messages in the background. The job retries failures. */
    kick(): void {
      background.run('send queued SMS', deliverPending);
    },
  };
}

/** Only `seal` writes these rows, and it authenticates them, so the content needs no further check. */
function open(keys: Keys, sealed: Uint8Array): Content | undefined {
  try {
    const content: Content = JSON.parse(keys.open('sms', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type SmsService = ReturnType<typeof createSmsService>;
