import { isNamed } from '@vid/contract/brand/names';
import type { Locale } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { Trace } from '#lib/telemetry/tracing.ts';
import type { ReadBrand } from '#platform/brand.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import { createMessageQueue } from '#platform/deliveries/message-queue.ts';
import type { MaySend } from '#platform/installation/may-send.ts';
import type { MailContent, Messages } from '#platform/messages/messages.ts';
import type { MailGateway, MailMessage, MailOutcome } from '#ports/mail.ts';
import { layOut } from './mail-layout.ts';

/** Eight attempts take about an hour, which outlasts greylisting. */
const maxAttempts = 8;

type Deps = {
  readonly config: Pick<Config, 'publicUrl' | 'mailTimeoutMs'>;
  readonly repo: DeliveriesRepo;
  /** Undefined in production without a mail server. */
  readonly gateway: MailGateway | undefined;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly trace: Trace;
  readonly log: Logger;
  readonly background: Background;
  readonly maySend: MaySend;
  readonly readBrand: ReadBrand;
  readonly messages: Pick<Messages, 'mail'>;
};

export type Mail = MailContent & {
  readonly to: string;
  /** Kind of the mail; not secret, because it appears in the log and the outbox. */
  readonly kind: string;
  readonly locale: Locale;
};

type Content = Omit<Mail, 'kind'>;

/**
 * Creates the service that queues e-mails in the transaction of the change that they report, and sends them
 * after the commit, at most once.
 */
export function createMailService(deps: Deps) {
  const { config, gateway, metrics, trace, log } = deps;

  const attempt = async (to: MailGateway, message: MailMessage): Promise<MailOutcome> => {
    try {
      return await trace('mail send', () => to.send(message, { timeoutMs: config.mailTimeoutMs }));
    } catch (error) {
      // The message may or may not have been sent, so it must not be sent again.
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

  const queue = createMessageQueue<Content>(deps, {
    kind: 'mail',
    maxAttempts,
    isEnabled: gateway !== undefined,
    async send({ id, type: kind }, { to, locale, ...content }) {
      if (!gateway) return 'failed';
      const brand = await deps.readBrand();
      const { subject, text } = await deps.messages.mail(content, locale);
      const message: MailMessage = {
        id,
        kind,
        to,
        locale,
        ...(brand && isNamed(brand) && { senderName: brand.name[locale] }),
        subject,
        ...layOut({ text, locale, host: config.publicUrl.host, brand }),
      };
      const outcome = await attempt(gateway, message);
      report(message, outcome);
      if (outcome === 'deferred') return 'retry';
      return outcome === 'accepted' ? 'sent' : 'failed';
    },
    onAbandoned: () => metrics.mail.inc({ event: 'failed' }),
  });

  return {
    /** False without a mail gateway, which hides the features that need mail. */
    isConfigured: gateway !== undefined,
    ...queue,

    /**
     * Queues an e-mail; does nothing without a mail gateway. Call this function in the transaction of the
     * change that the mail reports, and `kick` after the commit.
     */
    async queue(
      tx: Queryable,
      {
        accountId,
        kind,
        isUrgent,
        ...content
      }: Mail & { readonly accountId: string; readonly isUrgent?: boolean },
    ): Promise<void> {
      if (gateway) await queue.queue(tx, { about: accountId, type: kind, isUrgent, content });
    },
  };
}
