/** What a captcha may be spent on. A token made for no purpose in particular serves any one of them. */
export type CaptchaPurpose = 'otp' | 'signin' | 'check';

export type CaptchaKind = 'image' | 'proof-of-work';

/**
 * Proof of work: PBKDF2 with `cost` rounds, tried for counters from 1 up to a secret one of this range. Measured
 * at 145 ms for counter 200 on one server core; a cheap phone is five to eight times slower, so about a second.
 */
export const proofOfWork = {
  algorithm: 'PBKDF2/SHA-256',
  cost: 5_000,
  counter: { low: 100, high: 300 },
} as const;

/** An answer as it is compared: what a phone's keyboard adds or changes is no mistake. */
export function normaliseAnswer(input: string): string {
  return input.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
}

/** Captchas of one address in a minute; those without a picture are rationed harder, because they need no person. */
export function captchaRate(addressKey: string, limit: number, kind: CaptchaKind) {
  const all = { key: `captcha-address:${addressKey}`, windowSeconds: 60, limit };
  if (kind === 'image') return [all];
  return [
    all,
    { key: `captcha-work:${addressKey}`, windowSeconds: 60, limit: Math.max(1, Math.floor(limit / 2)) },
  ];
}
