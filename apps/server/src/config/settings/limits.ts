import { integer, oneOf } from '../parsers.ts';
import { define } from './setting.ts';

export const limitSettings = {
  otpPhoneHour: define('VID_LIMIT_OTP_PHONE_HOUR', integer(1, 1_000_000), '5').describe(
    'Codes per phone and hour; each known device is counted separately.',
  ),
  otpPhoneDay: define('VID_LIMIT_OTP_PHONE_DAY', integer(1, 1_000_000), '10').describe(
    'Codes per phone and day; each known device is counted separately, and all those of a phone together get twice as many.',
  ),
  otpPhoneFailuresDay: define('VID_LIMIT_OTP_PHONE_FAILURES_DAY', integer(1, 1_000_000), '15').describe(
    'Wrong codes of strangers per phone and day; beyond it they get longer codes with one try for 24 hours.',
  ),
  otpAddressHour: define('VID_LIMIT_OTP_ADDRESS_HOUR', integer(1, 1_000_000), '100').describe(
    'Code requests per network address and hour.',
  ),
  otpUnansweredAddressHour: define(
    'VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '15',
  ).describe('Codes per network address and hour that were not entered; beyond it the address gets no more.'),
  otpPrefixHour: define('VID_LIMIT_OTP_PREFIX_HOUR', integer(1, 1_000_000), '20').describe(
    'Codes per hour to numbers that differ only in their last four digits; numbers under attack are counted separately and get five times as many.',
  ),
  otpAllDay: define('VID_LIMIT_OTP_ALL_DAY', integer(1, 100_000_000), '5000').describe(
    'Codes per day to all phones, except those that known devices request.',
  ),
  otpStrangersDay: define('VID_LIMIT_OTP_STRANGERS_DAY', integer(1, 100_000_000), '2000').describe(
    'Codes per day to phones without an account.',
  ),
  otpBreakerWindow: define('VID_LIMIT_OTP_BREAKER_WINDOW', integer(10, 100_000), '50').describe(
    'Number of recent codes that the circuit breaker evaluates.',
  ),
  otpBreakerPercent: define('VID_LIMIT_OTP_BREAKER_PERCENT', integer(0, 100), '30').describe(
    'Codes to phones without an account (with VID_STRICT_PRIVACY=on: to all phones) are suspended while a smaller percentage of recent codes was entered; 0 turns the breaker off.',
  ),
  otpBreakerNetworks: define('VID_LIMIT_OTP_BREAKER_NETWORKS', integer(1, 1_000_000), '10').describe(
    'Network addresses (IPv6: /48) with codes that were not entered, below which the circuit breaker stays closed.',
  ),
  captchaAddressMinute: define('VID_LIMIT_CAPTCHA_ADDRESS_MINUTE', integer(1, 1_000_000), '10').describe(
    'Captchas per network address and minute; ten times as many while all new devices need one.',
  ),
  passkeyAddressTenMinutes: define('VID_LIMIT_PASSKEY_ADDRESS_10MIN', integer(1, 1_000_000), '3000').describe(
    'Rejected passkey assertions per network address in ten minutes. Thousands of phones can share an address.',
  ),
  signInAddressTenMinutes: define('VID_LIMIT_SIGNIN_ADDRESS_10MIN', integer(1, 1_000_000), '20').describe(
    'Failed password sign-ins per network address in ten minutes; beyond it a captcha is required.',
  ),
  signInPhonesAddressHour: define(
    'VID_LIMIT_SIGNIN_PHONES_ADDRESS_HOUR',
    integer(1, 1_000_000),
    '50',
  ).describe('Different phones with failed sign-ins per network address and hour.'),
  signInFailuresTenMinutes: define('VID_LIMIT_SIGNIN_FAILURES_10MIN', integer(1, 1_000_000), '60').describe(
    'Wrong passwords from new devices that one process may see in ten minutes without an alarm. Above it, and above three times the average of the last day, all new devices need a captcha.',
  ),
  signInAccountHour: define('VID_LIMIT_SIGNIN_ACCOUNT_HOUR', integer(1, 1_000_000), '600').describe(
    'Sign-ins per account and hour, by any method. The first steps of sign-ins with two steps have the same limit, or twice the limit on known devices. A password reset or a recovery starts the hour again.',
  ),
  checkVisitorHour: define('VID_LIMIT_CHECK_VISITOR_HOUR', integer(1, 1_000_000), '5').describe(
    'Phone checks per browser and hour without a captcha.',
  ),
  checkAddressHour: define('VID_LIMIT_CHECK_ADDRESS_HOUR', integer(1, 1_000_000), '20').describe(
    'Phone checks per network address and hour without a captcha.',
  ),
  deviceCodeAccountHour: define('VID_LIMIT_DEVICE_CODE_ACCOUNT_HOUR', integer(1, 1_000_000), '30').describe(
    'Wrong device codes per account and hour.',
  ),
  ssoAddressTenMinutes: define('VID_LIMIT_SSO_ADDRESS_10MIN', integer(1, 1_000_000), '600').describe(
    'Sign-on, pushed and device authorization requests that need no client authentication, per network address in ten minutes.',
  ),
  ssoClientTenMinutes: define('VID_LIMIT_SSO_CLIENT_10MIN', integer(1, 10_000_000), '30000').describe(
    'Pushed requests and client-credentials tokens per authenticated client in ten minutes. Client assertions and DPoP proofs together have a separate limit of the same size, per authenticated client or network address.',
  ),
  tokensAccountClientHour: define(
    'VID_LIMIT_TOKENS_ACCOUNT_CLIENT_HOUR',
    integer(1, 1_000_000),
    '600',
  ).describe('Codes and refresh tokens that a client exchanges for one account in an hour.'),
  socialAddressTenMinutes: define('VID_LIMIT_SOCIAL_ADDRESS_10MIN', integer(1, 1_000_000), '600').describe(
    'Social sign-in calls that store a row or call a provider, per network address in ten minutes.',
  ),
  qrAddressTenMinutes: define('VID_LIMIT_QR_ADDRESS_10MIN', integer(1, 1_000_000), '600').describe(
    'QR codes for signing in per network address in ten minutes.',
  ),
  referralAddressHour: define('VID_LIMIT_REFERRAL_ADDRESS_HOUR', integer(1, 1_000_000), '300').describe(
    'Referral codes checked per network address and hour. Members of a mobile network share an address.',
  ),
  recoveryAddressHour: define('VID_LIMIT_RECOVERY_ADDRESS_HOUR', integer(1, 1_000_000), '20').describe(
    'Recoveries started per network address and hour, counted separately for e-mail and for recovery codes.',
  ),
  memberRowsHour: define('VID_LIMIT_MEMBER_ROWS_HOUR', integer(1_000, 1_000_000_000), '20000').describe(
    'Rows that an administrator, or the manager of an application, may read in lists of members per hour. CSV files need the password or a passkey and have separate limits.',
  ),
  streamsAddress: define('VID_LIMIT_STREAMS_ADDRESS', integer(1, 1_000_000), '200').describe(
    'Open event streams, such as pages that show a QR code, per network address and process; pages beyond it poll.',
  ),
  streamsProcess: define('VID_LIMIT_STREAMS_PROCESS', integer(1, 1_000_000), '5000').describe(
    'Open event streams per process; pages beyond it poll.',
  ),
  strictPrivacy: define('VID_STRICT_PRIVACY', oneOf('on', 'off'), 'off').describe(
    'on: the phone check reports every phone as free; only someone who enters the code learns whether it has an account.',
  ),
} as const;
