/**
 * The SMS gateways. `zns` is Zalo’s gateway, `http` any other gateway, and `outbox` stores the messages of evaluation
 * mode.
 */
export const smsChannels = ['zns', 'esms', 'speedsms', 'http', 'outbox'] as const;
export type SmsChannel = (typeof smsChannels)[number];

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

/** The mobile networks of Vietnam; `other` is any number outside them. */
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

export const carrierNames = {
  viettel: 'Viettel',
  vinaphone: 'VinaPhone',
  mobifone: 'MobiFone',
  vietnamobile: 'Vietnamobile',
  gmobile: 'Gmobile',
  itel: 'iTel',
  wintel: 'Wintel',
} as const satisfies Record<Exclude<Carrier, 'other'>, string>;

/** Times in minutes for which an administrator may hold the SMS circuit breaker open or closed. */
export const breakerMinutes = [15, 60, 240, 1440] as const;

export const defaultBreakerMinutes = 60;
