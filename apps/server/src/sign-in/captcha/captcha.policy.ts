/** What a captcha token may be used for. A token without a purpose may be used for any of them. */
export type CaptchaPurpose = 'otp' | 'signin' | 'check';

export type CaptchaKind = 'image' | 'proof-of-work';

/**
 * Proof of work: PBKDF2 with `cost` rounds, computed for counters from 1 up to a secret one in this range. Counter 200
 * takes 145 ms on one server core and about a second on a cheap phone.
 */
export const proofOfWork = {
  algorithm: 'PBKDF2/SHA-256',
  cost: 5_000,
  counter: { low: 100, high: 300 },
} as const;

/** Counters of a challenge. Each level doubles the work; the highest takes about 8 seconds on a cheap phone. */
export function workRange(level: number): { readonly low: number; readonly high: number } {
  const factor = 2 ** level;
  return { low: proofOfWork.counter.low * factor, high: proofOfWork.counter.high * factor };
}

/** An answer normalised for comparison, without the differences in spaces, case and width that phone keyboards make. */
export function normaliseAnswer(input: string): string {
  return input.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
}

/** The per-minute limits of an address. Proof of work gets half, because a program can solve it. */
export function captchaRate(addressKey: string, limit: number, kind: CaptchaKind) {
  const all = { key: `captcha-address:${addressKey}`, windowSeconds: 60, limit };
  if (kind === 'image') return [all];
  return [
    all,
    { key: `captcha-work:${addressKey}`, windowSeconds: 60, limit: Math.max(1, Math.floor(limit / 2)) },
  ];
}
