import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import type { ClaimedDelivery, DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createDispatcher } from '#platform/deliveries/dispatcher.ts';
import { leaseSeconds, receiverOf } from '#platform/deliveries/receiver.ts';
import type { MailGateway, MailMessage, MailOutcome } from '#ports/mail.ts';
import { layOut } from './mail-layout.ts';

const ttlSeconds = 24 * 3_600;
const retrySeconds = 15;
/** The last attempt is about an hour after the first, which is longer than greylisting defers a mail. */
const maxAttempts = 8;
/** Mails that one process hands to the mail server at the same time. */
const places = 4;

type Deps = {
  readonly config: Pick<Config, 'publicUrl' | 'mailTimeoutMs'>;
  readonly repo: DeliveriesRepo;
  /** Undefined in production without a mail server. */
  readonly gateway: MailGateway | undefined;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly background: Background;
};

export type Mail = {
  readonly to: string;
  /** The subject matter of the mail. It is not secret: the log and the outbox show it. */
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
  const { config, repo, gateway, keys, metrics, log } = deps;

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
  const settle = async (id: string, outcome: 'sent' | 'failed' | { retryIn: number }): Promise<void> => {
    try {
      if (typeof outcome === 'string') return await repo.end(id, outcome);
      await repo.retry(id, outcome.retryIn);
      dispatcher.kickAfter(outcome.retryIn);
    } catch (error) {
      log.error({ err: error, mail: id }, 'could not store the outcome of a mail');
    }
  };

  const dispatcher = createDispatcher<ClaimedDelivery>({
    ...deps,
    name: 'queued mail',
    places,
    // Without a mail server, messages that were queued for an earlier server expire.
    claim: async (limit) =>
      gateway ? repo.claim({ kind: 'mail', limit, leaseSeconds, mayRepeat: false }) : [],
    async deliver({ id, type: kind, sealedContent, attempts }) {
      const content = open(keys, sealedContent);
      if (!content || !gateway) return settle(id, 'failed');
      const { to, subject, locale } = content;
      const bodies = layOut({ text: content.text, locale, host: config.publicUrl.host });
      const message: MailMessage = { id, kind, to, subject, locale, ...bodies };
      const outcome = await attempt(gateway, message);
      report(message, outcome);
      if (outcome === 'deferred' && attempts < maxAttempts)
        return settle(id, { retryIn: retrySeconds * 2 ** attempts });
      return settle(id, outcome === 'accepted' ? 'sent' : 'failed');
    },
  });

  return {
    /** Whether mail can be sent. Features that need it are hidden otherwise. */
    isConfigured: gateway !== undefined,
    /** Sends pending messages and returns how many it tried. */
    deliverPending: dispatcher.run,
    stop: dispatcher.stop,

    /** Queues a mail in the transaction of the change it reports. Call `kick` after the commit. */
    async queue(
      tx: Queryable,
      { kind, isUrgent = false, ...content }: Mail & { readonly isUrgent?: boolean },
    ): Promise<void> {
      if (!gateway) return;
      await repo.insert(tx, {
        kind: 'mail',
        id: newId('mail'),
        type: kind,
        receiver: receiverOf(keys, content.to),
        sealedContent: keys.seal('mail', JSON.stringify(content)),
        isUrgent,
        ttlSeconds,
      });
    },

    /** Sends pending messages in the background. A timer retries failures. */
    kick: dispatcher.kick,
  };
}

/** Only `queue` writes these rows, and the seal is authenticated, so the content needs no further check. */
function open(keys: Keys, sealed: Uint8Array | null): Content | undefined {
  if (sealed === null) return undefined;
  try {
    const content: Content = JSON.parse(keys.open('mail', sealed));
    return content;
  } catch {
    return undefined;
  }
}

export type MailService = ReturnType<typeof createMailService>;
