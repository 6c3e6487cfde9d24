import { httpUrl, integer, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

export const znsSettings = {
  znsAppId: define('VID_ZNS_APP_ID', text, undefined).describe(
    'Id of the Zalo application that is linked to the Official Account. Codes are sent by Zalo ZNS if the two secrets and the template are set too.',
  ),
  znsAppSecret: secret('VID_ZNS_APP_SECRET', text, undefined).describe('Secret key of the Zalo application.'),
  znsOaSecret: secret('VID_ZNS_OA_SECRET', text, undefined).describe(
    'OA secret key of the webhook, which signs the delivery reports of Zalo.',
  ),
  znsCodeTemplate: define('VID_ZNS_CODE_TEMPLATE', text, undefined).describe(
    'Id of the approved ZNS template for codes.',
  ),
  znsCodeParameter: define('VID_ZNS_CODE_PARAMETER', text, 'otp').describe(
    'Name of the template’s parameter that holds the code.',
  ),
  znsUrl: define('VID_ZNS_URL', httpUrl, 'https://business.openapi.zalo.me/').describe(
    'Address of Zalo ZNS.',
  ),
  znsTokenUrl: define('VID_ZNS_TOKEN_URL', httpUrl, 'https://oauth.zaloapp.com/v4/oa/access_token').describe(
    'Address at which VID renews the access token of the Official Account.',
  ),
  znsWaitSeconds: define('VID_ZNS_WAIT_SECONDS', integer(5, 120), '20').describe(
    'Seconds after which the next gateway sends a code whose delivery Zalo has not reported.',
  ),
  znsPrice: define('VID_ZNS_PRICE', integer(0, 1_000_000), undefined).describe(
    'Price of one ZNS message in VND. By default, that of VID_SMS_PRICE.',
  ),
} as const;
