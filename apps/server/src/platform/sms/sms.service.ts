import { defaultLocale, type Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/phone.ts';
import type { SmsGateway, SmsMessage, SmsOutcome } from '#ports/sms.ts';
import type { SmsRepo } from './sms.repo.ts';
import { noticeText, type NoticeKind } from './sms-texts.ts';

/** A sender who waits for the answer gives up after this, whatever one try may take (O13: 6 s in all). */
const budgetMs = 5_500;
/** Below this another try is not worth beginning. */
const worthwhileMs = 300;
const noticeLifeSeconds = 24 * 3_600;
const noticeRetrySeconds = 15;
const maxTries = 6;

type Parts = {
  readonly repo: SmsRepo;
  readonly gateway: SmsGateway;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly background: Background;
  readonly timeoutMs: number;
};

/** What is sealed in the row: the text and the language it is in. */
type Sealed = { readonly text: string; readonly locale: Locale };

/** Messages: written with the change they belong to, sent at once where somebody waits, else by a job. */
export function createSmsService(parts: Parts) {
  const { repo, gateway, keys, metrics, log, background } = parts;
  let delivering: Promise<number> | undefined;

  const seal = (content: Sealed): Buffer => keys.seal('sms', JSON.stringify(content));

  const attempt = async (message: SmsMessage, timeoutMs: number): Promise<SmsOutcome> => {
    try {
      return await gateway.send(message, { timeoutMs });
    } catch (error) {
      // A gateway that throws says nothing about what it did.
      log.error({ err: error, sms: message.id }, 'the SMS gateway failed unexpectedly');
      return 'unknown';
    }
  };

  const report = (message: SmsMessage, outcome: SmsOutcome): void => {
    metrics.sms.inc({ event: outcome === 'accepted' ? 'sent' : 'failed' });
    const facts = { sms: message.id, to: maskPhone(message.to), purpose: message.purpose, outcome };
    if (outcome === 'accepted') log.info(facts, 'SMS sent');
    else log.warn(facts, 'SMS not sent');
  };

  /** What the gateway did is done; a row that cannot be settled stays claimed and is never sent again. */
  const settle = async (id: string, status: 'sent' | 'failed' | 'pending'): Promise<void> => {
    try {
      await repo.settle(id, status);
    } catch (error) {
      log.error({ err: error, sms: id, status }, 'the outcome of an SMS could not be written');
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
      const outcome = await attempt(message, parts.timeoutMs);
      report(message, outcome);
      const mayTryAgain = outcome === 'refused' && row.attempts < maxTries;
      await settle(row.id, outcome === 'accepted' ? 'sent' : mayTryAgain ? 'pending' : 'failed');
      count += 1;
    }
  };

  /** Sends what waits. Calls that overlap share one run. Returns how many were tried. */
  const deliverPending = (): Promise<number> => {
    delivering ??= deliver().finally(() => {
      delivering = undefined;
    });
    return delivering;
  };

  return {
    deliverPending,

    /**
     * Sends a message within the request that waits for it, with one retry if the gateway certainly took nothing. Takes
     * at most six seconds. The message is not queued: a code cannot be entered without the answer to its request, so it
     * is useless after a crash.
     */
    async sendNow(message: SmsMessage): Promise<SmsOutcome> {
      const until = performance.now() + budgetMs;
      let outcome = await attempt(message, parts.timeoutMs);
      const leftMs = Math.min(parts.timeoutMs, until - performance.now());
      if (outcome === 'refused' && leftMs > worthwhileMs) {
        metrics.sms.inc({ event: 'retried' });
        outcome = await attempt(message, leftMs);
      }
      report(message, outcome);
      return outcome;
    },

    /**
     * Queues a notice to an account's phone, in the transaction of what it tells of; call `kick` after the commit.
     */
    async notify(
      tx: Queryable,
      notice: { readonly phone: string; readonly kind: NoticeKind; readonly locale?: Locale },
    ): Promise<void> {
      const locale = notice.locale ?? defaultLocale;
      await repo.insert(tx, {
        id: newId('sms'),
        phone: notice.phone,
        purpose: notice.kind,
        sealedText: seal({ text: noticeText(notice.kind, locale), locale }),
        lifeSeconds: noticeLifeSeconds,
      });
    },

    /** Sends what waits without anybody waiting for it; what fails is left to the job. */
    kick(): void {
      background.run('sending queued SMS', deliverPending);
    },
  };
}

/** Rows are written with `seal` alone; what the seal lets through has its shape. */
function open(keys: Keys, sealed: Uint8Array): Sealed | undefined {
  try {
    const content: Sealed = JSON.parse(keys.open('sms', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type SmsService = ReturnType<typeof createSmsService>;
