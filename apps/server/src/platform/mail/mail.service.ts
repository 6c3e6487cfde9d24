import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import type { MailGateway, MailMessage, MailOutcome } from '#ports/mail.ts';
import { layOut } from './mail-layout.ts';
import type { MailRepo } from './mail.repo.ts';

const ttlSeconds = 24 * 3_600;
const retrySeconds = 15;
/** The last is about an hour after the first, which is longer than greylisting defers a mail. */
const maxAttempts = 8;

type Deps = {
  readonly config: Pick<Config, 'publicUrl' | 'mailTimeoutMs'>;
  readonly repo: MailRepo;
  /** Undefined in production without a mail server. */
  readonly gateway: MailGateway | undefined;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly background: Background;
};

export type Mail = {
  readonly to: string;
  /** What the mail is about. Not secret: it is logged and shown in the outbox. */
  readonly kind: string;
  readonly subject: string;
  /** Plain text. Blank lines separate paragraphs; addresses of pages become links. */
  readonly text: string;
  readonly locale: Locale;
};

/** Stored sealed in the row. */
type Content = Omit<Mail, 'kind'>;

/** Sends mail. Messages are queued in the transaction of the change they report, and sent after it at most once. */
export function createMailService(deps: Deps) {
  const { config, repo, gateway, keys, metrics, log, background } = deps;

  const attempt = async (to: MailGateway, message: MailMessage): Promise<MailOutcome> => {
    try {
      return await to.send(message, { timeoutMs: config.mailTimeoutMs });
    } catch (error) {
      // The message may or may not have been sent.
      log.error({ err: error, mail: message.id }, 'mail gateway failed unexpectedly');
      return 'unknown';
    }
  };

  const report = (message: MailMessage, outcome: MailOutcome): void => {
    metrics.mail.inc({ event: outcome === 'accepted' ? 'sent' : 'failed' });
    const details = { mail: message.id, kind: message.kind, outcome };
    if (outcome === 'accepted') log.info(details, 'mail sent');
    else log.warn(details, 'mail not sent');
  };

  /** If this fails, the row stays claimed and the message is never sent again, which is the safe outcome. */
  const settle = async (id: string, status: 'sent' | 'failed' | 'pending'): Promise<void> => {
    try {
      await repo.settle(id, status);
    } catch (error) {
      log.error({ err: error, mail: id, status }, 'could not store the outcome of a mail');
    }
  };

  const deliver = async (to: MailGateway): Promise<number> => {
    let count = 0;
    for (;;) {
      const row = await repo.claimNext({ retrySeconds });
      if (!row) return count;
      const content = open(keys, row.sealedContent);
      if (!content) {
        await settle(row.id, 'failed');
        continue;
      }
      const { subject, locale } = content;
      const bodies = layOut({ text: content.text, locale, host: config.publicUrl.host });
      const message: MailMessage = { id: row.id, kind: row.kind, to: content.to, subject, locale, ...bodies };
      const outcome = await attempt(to, message);
      report(message, outcome);
      const mayRetry = outcome === 'deferred' && row.attempts < maxAttempts;
      await settle(row.id, outcome === 'accepted' ? 'sent' : mayRetry ? 'pending' : 'failed');
      count += 1;
    }
  };

  /** Sends pending messages and returns how many it tried. Without a mail server, those of an earlier one expire. */
  const deliverPending = oneAtATime(async () => (gateway ? deliver(gateway) : 0));

  return {
    /** Whether mail can be sent. Features that need it are hidden otherwise. */
    isConfigured: gateway !== undefined,
    deliverPending,

    /** Queues a mail in the transaction of the change it reports. Call `kick` after the commit. */
    async queue(tx: Queryable, { kind, ...content }: Mail): Promise<void> {
      if (!gateway) return;
      const sealedContent = keys.seal('mail', JSON.stringify(content));
      await repo.insert(tx, { id: newId('mail'), kind, sealedContent, ttlSeconds });
    },

    /** Sends pending messages in the background. The job retries failures. */
    kick(): void {
      background.run('send queued mail', deliverPending);
    },
  };
}

/** Only `queue` writes these rows, and the seal is authenticated, so the content needs no further check. */
function open(keys: Keys, sealed: Uint8Array): Content | undefined {
  try {
    const content: Content = JSON.parse(keys.open('mail', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type MailService = ReturnType<typeof createMailService>;
