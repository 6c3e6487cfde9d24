import { cleanDigits } from '@vid/contract/clean-text';
import type { Hit } from '#platform/limits/counters.ts';
import { networkHits } from '#platform/limits/network-hits.ts';

/** A captcha token without a purpose may be used for any purpose. */
export type CaptchaPurpose = 'otp' | 'signin' | 'check';

export type CaptchaKind = 'image' | 'proof-of-work';

/**
 * The proof of work is PBKDF2 with `cost` rounds, computed for counters from 1 up to a secret counter in this
 * range. Counter 200 takes 145 ms on one server core and about a second on a cheap phone. A harder challenge
 * has a higher range.
 */
export const proofOfWork = {
  algorithm: 'PBKDF2/SHA-256',
  cost: 5_000,
  counter: { low: 100, high: 300 },
} as const;

export type CaptchaRisk = {
  /** Captchas that unknown devices of the network solved within `networkWindowSeconds`. */
  readonly networkCaptchas: number;
  readonly networkAllowance: number;
  /** The level that a refused call demanded because of recent events on the account. */
  readonly workLevel: number;
};

export type Difficulty = {
  readonly factor: number;
  /** If true, the work must come with the answer to a picture, or be `factorWithoutPicture` times as hard. */
  readonly needsPicture: boolean;
};

export const networkWindowSeconds = 600;
/** Maximum number of doublings. 32 times the work takes half a minute on a cheap phone. */
const maxSteps = 5;
/** Above eight times its allowance, a network must also read pictures. */
const pictureStep = 4;
export const factorWithoutPicture = 2;
/** While all new devices need captchas, each network may request and solve this multiple of its allowance. */
const attackFactor = 10;

/** Returns the captchas that a network may request in a minute, and solve before the work doubles. */
export const allowanceOf = (usual: number, isAttacked: boolean): number =>
  isAttacked ? attackFactor * usual : usual;

/**
 * The work doubles each time the network's captchas double beyond its allowance, and with each work level.
 */
export function difficultyOf(risk: CaptchaRisk): Difficulty {
  const excess = risk.networkCaptchas / risk.networkAllowance;
  const networkSteps = excess <= 1 ? 0 : Math.ceil(Math.log2(excess));
  return {
    factor: 2 ** Math.min(maxSteps, networkSteps + risk.workLevel),
    needsPicture: networkSteps >= pictureStep,
  };
}

/** Removes separators, and evens out case and character width, which depend on the phone's keyboard. */
export function normaliseAnswer(input: string): string {
  return cleanDigits(input).toUpperCase();
}

/**
 * Counts the captchas that unknown devices of a network solve, for `difficultyOf`. The counter never refuses
 * a request. Captcha requests are not counted, because flooding would then make captchas harder for the
 * network's other users at no cost.
 */
export const networkHit = (addressKey: string): Hit => ({
  key: `captcha-network:${addressKey}`,
  windowSeconds: networkWindowSeconds,
  limit: Number.MAX_SAFE_INTEGER,
});

/**
 * Counts captcha requests of either kind, at most `limit` per minute. A known device, identified by the hash
 * of its token, has its own limit, which unknown devices on its network cannot use up.
 */
export const requestHits = (
  addressKey: string,
  device: string | undefined,
  limit: number,
): readonly [Hit, ...Hit[]] =>
  device === undefined
    ? networkHits('captcha-address', addressKey, { windowSeconds: 60, limit })
    : [{ key: `captcha-device:${device}`, windowSeconds: 60, limit }];
