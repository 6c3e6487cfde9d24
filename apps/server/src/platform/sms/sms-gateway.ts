import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { proxyHint } from '#config/ignored-proxy.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import { createHttpSmsGateway } from '#ports/sms-http.ts';
import type { SmsGateway } from '#ports/sms.ts';

/**
 * Returns the configured gateway, or the outbox of evaluation mode. The settings guarantee that one of the two exists.
 */
export function chooseSmsGateway(config: Config, outbox: Outbox | undefined, log: Logger): SmsGateway {
  if (config.smsUrl) {
    return createHttpSmsGateway({
      url: config.smsUrl,
      template: config.smsTemplate,
      secret: config.smsSecret,
      authorization: config.smsAuthorization,
      onFailure: (detail) => log.warn({ detail }, `SMS gateway did not accept a message.${proxyHint()}`),
    });
  }
  if (!outbox) throw new Error('production mode requires an SMS gateway');
  return createOutboxSmsGateway(outbox);
}

function createOutboxSmsGateway(outbox: Outbox): SmsGateway {
  return {
    async send({ to, purpose, text }) {
      // Read the code from the last line, as a browser does (WICG origin-bound one-time codes).
      const code = /#(\d+)$/u.exec(text)?.[1] ?? null;
      await outbox.add({ kind: 'sms', to, purpose, text, code });
      return 'accepted';
    },
  };
}
