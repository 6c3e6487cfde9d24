/** The gateways that VID knows by name. `zns` is Zalo’s, `http` is any other one, and `outbox` stores the messages of evaluation mode. */
export const smsChannels = ['zns', 'esms', 'speedsms', 'http', 'outbox'] as const;
export type SmsChannel = (typeof smsChannels)[number];

/** Why a gateway did not accept a message. */
export const smsCauses = [
  'number-invalid',
  'number-blocked',
  'carrier-unsupported',
  'no-zalo',
  'zalo-refused',
  'text-refused',
  'sender-unknown',
  'no-balance',
  'credentials',
  'not-allowed',
  'quota',
  'unreachable',
  'no-answer',
  'broken-answer',
  'refused',
  'undelivered',
] as const;
export type SmsCause = (typeof smsCauses)[number];

/** The mobile networks of Vietnam, and `other` for every number that belongs to none of them. */
export const carriers = [
  'viettel',
  'vinaphone',
  'mobifone',
  'vietnamobile',
  'gmobile',
  'itel',
  'wintel',
  'other',
] as const;
export type Carrier = (typeof carriers)[number];

/** The times for which an administrator may hold the breaker of SMS codes open or closed. */
export const breakerMinutes = [15, 60, 240, 1440] as const;

/** The time that is chosen if the administrator chooses none. */
export const defaultBreakerMinutes = 60;
