import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { createHttpSmsGateway } from '#ports/sms-http.ts';
import type { SmsGateway } from '#ports/sms.ts';
import { createOutboxSmsGateway } from '#platform/outbox/outbox-sms-gateway.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';

/** The configured gateway; evaluation mode without one writes to the outbox. Settings make sure there is either. */
export function chooseSmsGateway(config: Config, outbox: Outbox | undefined, log: Logger): SmsGateway {
  if (config.smsUrl) {
    return createHttpSmsGateway({
      url: config.smsUrl,
      template: config.smsTemplate,
      secret: config.smsSecret,
      authorization: config.smsAuthorization,
      onFailure: (detail) => log.warn({ detail }, 'the SMS gateway did not take a message'),
    });
  }
  if (!outbox) throw new Error('production mode has no SMS gateway');
  return createOutboxSmsGateway(outbox);
}
