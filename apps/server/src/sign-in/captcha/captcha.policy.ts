import { cleanDigits } from '@vid/contract/clean-text';
import type { Hit } from '#platform/limits/counters.ts';
import { networkHits } from '#platform/limits/network-hits.ts';

/** Purpose of a captcha token. A token without a purpose is accepted for every purpose. */
export type CaptchaPurpose = 'otp' | 'signin' | 'check';

export type CaptchaKind = 'image' | 'proof-of-work';

/**
 * The work is PBKDF2 with `cost` rounds for every counter from 1 to a secret counter in this range; a harder
 * challenge has a higher range. Counter 200 takes 145 ms on a server core and about a second on a cheap
 * phone.
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
  /** Level that a refused request demanded because of recent events on the account. */
  readonly workLevel: number;
};

export type Difficulty = {
  readonly factor: number;
  /**
   * True if the work must come with the answer to a picture, or else be `factorWithoutPicture` times as hard.
   */
  readonly needsPicture: boolean;
};

const networkWindowSeconds = 600;
/** Maximum number of doublings; 32 times the work takes half a minute on a cheap phone. */
const maxSteps = 5;
/** Number of doublings from which a picture is needed, reached above eight times the allowance. */
const pictureStep = 4;
export const factorWithoutPicture = 2;
/** Factor on the allowance of each network while all new devices need captchas. */
const attackFactor = 10;

/** Returns the number of captchas that a network may request per minute and solve before the work doubles. */
export const allowanceOf = (usual: number, isAttacked: boolean): number =>
  isAttacked ? attackFactor * usual : usual;

/**
 * Returns the difficulty of a challenge. The work doubles with each work level, and each time the network's
 * solved captchas double beyond its allowance.
 */
export function difficultyOf(risk: CaptchaRisk): Difficulty {
  const excess = risk.networkCaptchas / risk.networkAllowance;
  const networkSteps = excess <= 1 ? 0 : Math.ceil(Math.log2(excess));
  return {
    factor: 2 ** Math.min(maxSteps, networkSteps + risk.workLevel),
    needsPicture: networkSteps >= pictureStep,
  };
}

/** Normalizes the separators, case and character width of an answer, which depend on the phone's keyboard. */
export function normaliseAnswer(input: string): string {
  return cleanDigits(input).toUpperCase();
}

/**
 * Counts the captchas that unknown devices of a network solved; the counter never refuses a request.
 * Requested captchas are not counted, because a flood of requests would make captchas harder for the rest of
 * the network at no cost.
 */
export const networkHit = (addressKey: string): Hit => ({
  key: `captcha-network:${addressKey}`,
  windowSeconds: networkWindowSeconds,
  limit: Number.MAX_SAFE_INTEGER,
});

/**
 * Limits captcha requests of either kind to `limit` per minute. A known device, given by the hash of its
 * token, has its own limit, so unknown devices on its network cannot use it up.
 */
export const requestHits = (
  addressKey: string,
  device: string | undefined,
  limit: number,
): readonly [Hit, ...Hit[]] =>
  device === undefined
    ? networkHits('captcha-address', addressKey, { windowSeconds: 60, limit })
    : [{ key: `captcha-device:${device}`, windowSeconds: 60, limit }];
