import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { directHint } from '#config/outgoing-proxy.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import { createSmtpMailGateway } from '#ports/mail-smtp.ts';
import type { MailGateway } from '#ports/mail.ts';

export function chooseMailGateway(
  config: Config,
  outbox: Outbox | undefined,
  log: Logger,
): MailGateway | undefined {
  if (config.mailUrl && config.mailFrom !== undefined) {
    return createSmtpMailGateway({
      server: config.mailUrl,
      from: config.mailFrom,
      hostname: config.publicUrl.hostname,
      onFailure: (detail) => log.warn(detail, `mail server did not accept a message.${directHint()}`),
    });
  }
  return outbox && createOutboxMailGateway(outbox);
}

function createOutboxMailGateway(outbox: Outbox): MailGateway {
  return {
    async send({ to, kind, subject, text }) {
      await outbox.add({ kind: 'mail', to, purpose: kind, text: `${subject}\n\n${text}`, code: null });
      return 'accepted';
    },
  };
}
