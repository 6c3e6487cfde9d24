import { countries, httpUrl, integer, jsonTemplate, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

export const smsSettings = {
  phoneCountries: define('VID_PHONE_COUNTRIES', countries, 'VN').describe(
    'Countries whose mobile numbers may receive codes.',
  ),
  smsUrl: define('VID_SMS_URL', httpUrl, undefined).describe(
    'URL of the HTTP SMS gateway. Without it, evaluation mode writes messages to the outbox.',
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
    'Price of one SMS in VND. The dashboard multiplies it by the codes sent.',
  ),
  smsTimeoutMs: define('VID_SMS_TIMEOUT_MS', integer(100, 5_000), '2500').describe(
    'Timeout of one request to the gateway.',
  ),
} as const;
