import type { Carrier } from '@vid/contract/endpoints/admin/sms-shapes';
import { countries, httpUrl, integer, jsonTemplate, namesOf, oneOf, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

const gatewayNames = namesOf('zns', 'esms', 'speedsms', 'http');

const orderFor = (carrier: Carrier, numbers: string) =>
  define(`VID_SMS_ORDER_${carrier.toUpperCase()}`, gatewayNames, undefined).describe(
    `SMS gateways for ${numbers}, in the order in which they are tried. By default, those of VID_SMS_ORDER.`,
  );

export const smsSettings = {
  sampleGateways: define('VID_SAMPLE_GATEWAYS', oneOf('on', 'off'), 'off').describe(
    'Evaluation mode: whether codes and notices go through sample eSMS and Zalo ZNS gateways, which the outbox page can make late, broken or silent.',
  ),
  phoneCountries: define('VID_PHONE_COUNTRIES', countries, 'VN').describe(
    'Countries whose mobile numbers may receive codes.',
  ),
  smsOrder: define('VID_SMS_ORDER', gatewayNames, undefined).describe(
    'SMS gateways in the order in which they are tried: zns, esms, speedsms, http. By default, all that are configured.',
  ),
  smsOrderNotice: define('VID_SMS_ORDER_NOTICE', gatewayNames, undefined).describe(
    'SMS gateways for notices, in the order in which they are tried. By default, those of VID_SMS_ORDER.',
  ),
  smsOrderViettel: orderFor('viettel', 'Viettel numbers'),
  smsOrderVinaphone: orderFor('vinaphone', 'VinaPhone numbers'),
  smsOrderMobifone: orderFor('mobifone', 'MobiFone numbers'),
  smsOrderVietnamobile: orderFor('vietnamobile', 'Vietnamobile numbers'),
  smsOrderGmobile: orderFor('gmobile', 'Gmobile numbers'),
  smsOrderItel: orderFor('itel', 'iTel numbers'),
  smsOrderWintel: orderFor('wintel', 'Wintel numbers'),
  smsOrderOther: orderFor('other', 'all other numbers'),
  esmsApiKey: secret('VID_ESMS_API_KEY', text, undefined).describe(
    'ApiKey of eSMS, which is used if its secret key and brandname are set too.',
  ),
  esmsSecretKey: secret('VID_ESMS_SECRET_KEY', text, undefined).describe('SecretKey of eSMS.'),
  esmsBrandname: define('VID_ESMS_BRANDNAME', text, undefined).describe(
    'The sender name that is registered with eSMS.',
  ),
  esmsUrl: define('VID_ESMS_URL', httpUrl, 'https://rest.esms.vn/').describe('Address of eSMS.'),
  speedSmsToken: secret('VID_SPEEDSMS_TOKEN', text, undefined).describe(
    'Access token of SpeedSMS, which is used if its sender is set too.',
  ),
  speedSmsSender: define('VID_SPEEDSMS_SENDER', text, undefined).describe(
    'The sender name that is registered with SpeedSMS.',
  ),
  speedSmsUrl: define('VID_SPEEDSMS_URL', httpUrl, 'https://api.speedsms.vn/').describe(
    'Address of SpeedSMS.',
  ),
  smsUrl: define('VID_SMS_URL', httpUrl, undefined).describe(
    'URL of a generic HTTP SMS gateway. Without any gateway, evaluation mode writes messages to the outbox.',
  ),
  smsTemplate: define(
    'VID_SMS_TEMPLATE',
    jsonTemplate,
    '{"requestId":"{{id}}","to":"{{to}}","text":"{{text}}"}',
  ).describe(
    'JSON body sent to the gateway; {{id}}, {{to}} and {{text}} are filled in. {{id}} is the same on every retry.',
  ),
  smsSecret: secret('VID_SMS_SECRET', text, undefined).describe(
    'Key of the X-Vid-Signature header: hex HMAC-SHA-256 over "<timestamp>.<body>".',
  ),
  smsAuthorization: secret('VID_SMS_AUTHORIZATION', text, undefined).describe(
    'Authorization header sent to the gateway.',
  ),
  smsPrice: define('VID_SMS_PRICE', integer(0, 1_000_000), undefined).describe(
    'Price of one SMS in VND, for the costs that administrators see and for the ceilings. A price that a gateway reports takes precedence.',
  ),
  smsCeilingDay: define('VID_SMS_CEILING_DAY', integer(1, 10_000_000_000), undefined).describe(
    'Daily ceiling for the cost of all messages, in VND. At the ceiling, numbers without an account get no codes.',
  ),
  smsCeilingMonth: define('VID_SMS_CEILING_MONTH', integer(1, 100_000_000_000), undefined).describe(
    'Monthly ceiling for the cost of all messages, in VND.',
  ),
  smsBalanceAlarm: define('VID_SMS_BALANCE_ALARM', integer(0, 1_000_000_000), '100000').describe(
    'Balance of an SMS gateway account, in VND, below which VID warns administrators and the operator.',
  ),
  smsTimeoutMs: define('VID_SMS_TIMEOUT_MS', integer(100, 5_000), '2500').describe(
    'Timeout of one request to an SMS gateway.',
  ),
} as const;

export const carrierOrders = {
  viettel: 'smsOrderViettel',
  vinaphone: 'smsOrderVinaphone',
  mobifone: 'smsOrderMobifone',
  vietnamobile: 'smsOrderVietnamobile',
  gmobile: 'smsOrderGmobile',
  itel: 'smsOrderItel',
  wintel: 'smsOrderWintel',
  other: 'smsOrderOther',
} as const satisfies Readonly<Record<Carrier, keyof typeof smsSettings>>;

/** Gateways in their default order, each with its required settings. */
export const smsGateways = [
  {
    channel: 'zns',
    needs: ['znsAppId', 'znsAppSecret', 'znsOaSecret', 'znsCodeTemplate'],
    url: 'znsUrl',
  },
  { channel: 'esms', needs: ['esmsApiKey', 'esmsSecretKey', 'esmsBrandname'], url: 'esmsUrl' },
  { channel: 'speedsms', needs: ['speedSmsToken', 'speedSmsSender'], url: 'speedSmsUrl' },
  { channel: 'http', needs: ['smsUrl'], url: 'smsUrl' },
] as const;
