import type { SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Config } from '#config/config.ts';
import type { Keys } from '#lib/keys.ts';
import type { Messages } from '#platform/messages/messages.ts';
import type { Outbox } from '#platform/outbox/outbox.ts';
import { createEsms } from '#ports/sms/esms.ts';
import { createHttpGateway } from '#ports/sms/http-gateway.ts';
import { createSpeedSms } from '#ports/sms/speedsms.ts';
import { createZns, type ZnsTokens } from '#ports/sms/zns.ts';
import type { SmsGateway } from '#ports/sms/sms.ts';

type Deps = {
  readonly config: Config;
  readonly keys: Keys;
  readonly outbox: Outbox | undefined;
  readonly zaloTokens: ZnsTokens | undefined;
  readonly messages: Pick<Messages, 'znsCode'>;
};

/**
 * Returns a gateway for each channel of the VID_SMS_ORDER settings, or the outbox if evaluation mode has no
 * channel. The settings guarantee at least one channel in production.
 */
export function chooseSmsGateways({ outbox, ...deps }: Deps): readonly SmsGateway[] {
  const gateways = deps.config.smsChannels.map((channel) => createGateway(channel, deps));
  if (gateways.length > 0)
    return outbox && deps.config.sampleGateways === 'on'
      ? gateways.map((gateway) => withOutbox(gateway, outbox))
      : gateways;
  if (!outbox) throw new Error('production mode requires an SMS gateway');
  return [createOutboxGateway(outbox)];
}

function createGateway(
  channel: SmsChannel,
  { config, keys, zaloTokens, messages }: Omit<Deps, 'outbox'>,
): SmsGateway {
  const { esmsApiKey, esmsSecretKey, esmsBrandname, speedSmsToken, speedSmsSender, smsUrl } = config;
  if (channel === 'zns' && zaloTokens && config.znsCodeTemplate)
    return createZns({
      url: config.znsUrl,
      tokens: zaloTokens,
      compose: async ({ code, ...message }) =>
        (await messages.znsCode({ ...message, code })) ?? {
          template: config.znsCodeTemplate ?? '',
          data: { [config.znsCodeParameter]: code },
        },
      reportSeconds: config.znsWaitSeconds,
      price: config.znsPrice,
    });
  if (channel === 'esms' && esmsApiKey && esmsSecretKey && esmsBrandname)
    return createEsms({
      url: config.esmsUrl,
      apiKey: esmsApiKey,
      secretKey: esmsSecretKey,
      brandname: esmsBrandname,
      reportUrl: () =>
        new URL(reportPath('esms', reportSecret('esms', keys).toString('base64url')), config.publicUrl),
    });
  if (channel === 'speedsms' && speedSmsToken && speedSmsSender)
    return createSpeedSms({ url: config.speedSmsUrl, accessToken: speedSmsToken, sender: speedSmsSender });
  if (channel === 'http' && smsUrl)
    return createHttpGateway({
      url: smsUrl,
      template: config.smsTemplate,
      secret: config.smsSecret,
      authorization: config.smsAuthorization,
    });
  throw new Error(`the SMS gateway ${channel} lacks a setting`);
}

/** Also shows the messages of a sample gateway in the outbox, because no phone receives them. */
function withOutbox(gateway: SmsGateway, outbox: Outbox): SmsGateway {
  return {
    ...gateway,
    async send(message, options) {
      const { to, purpose, text, code = null } = message;
      const answer = await gateway.send(message, options);
      if (answer.outcome === 'accepted' || answer.outcome === 'unknown')
        await outbox.add({ kind: 'sms', to, purpose: `${purpose} · ${gateway.channel}`, text, code });
      return answer;
    },
  };
}

function createOutboxGateway(outbox: Outbox): SmsGateway {
  return {
    channel: 'outbox',
    async send({ to, purpose, text, code = null }) {
      await outbox.add({ kind: 'sms', to, purpose, text, code });
      return { outcome: 'accepted' };
    },
  };
}

/**
 * Path for a gateway's delivery reports. It ends with a secret, because gateways do not sign their reports.
 */
export const reportPath = (channel: 'esms', secret: string): string => `/vid/hooks/sms/${channel}/${secret}`;

export const reportSecret = (channel: 'esms', keys: Keys): Buffer => keys.pepper('sms-report', channel);
