import { cleanDigits } from '@vid/contract/clean-text';
import type { Hit } from '#platform/limits/counters.ts';
import { networkHits } from '#platform/limits/network-hits.ts';

/** Purpose of a captcha token. A token without a purpose is accepted for every purpose. */
export type CaptchaPurpose = 'otp' | 'signin' | 'check';

export type CaptchaKind = 'image' | 'proof-of-work';

/**
 * The work is PBKDF2 with `cost` rounds for each counter up to a secret counter in this range. Harder
 * challenges have a higher range.
 */
export const proofOfWork = {
  algorithm: 'PBKDF2/SHA-256',
  cost: 5_000,
  counter: { low: 100, high: 300 },
} as const;

export type CaptchaRisk = {
  /**
   * Captchas that unknown devices of the network solved within `networkWindowSeconds`; 0 for a known device.
   */
  readonly networkCaptchas: number;
  readonly networkAllowance: number;
  /** Work level that the visitor's refused request demanded. */
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
/** Maximum number of doublings. */
const maxSteps = 5;
/** Number of doublings, reached above eight times the allowance, from which a picture is needed. */
const pictureStep = 4;
export const factorWithoutPicture = 2;
/** Factor on the allowance of each network while all new devices need captchas. */
const attackFactor = 10;

/**
 * Returns the number of captchas that a network or a known device may request per minute, and that a network
 * may solve within `networkWindowSeconds` before the work doubles.
 */
export const allowanceOf = (usual: number, isAttacked: boolean): number =>
  isAttacked ? attackFactor * usual : usual;

/**
 * Returns the difficulty of a challenge. The work doubles with each work level, and each time the network's
 * solved captchas exceed its allowance, twice its allowance, four times its allowance and so on, at most
 * `maxSteps` times.
 */
export function difficultyOf(risk: CaptchaRisk): Difficulty {
  const excess = risk.networkCaptchas / risk.networkAllowance;
  const networkSteps = excess <= 1 ? 0 : Math.ceil(Math.log2(excess));
  return {
    factor: 2 ** Math.min(maxSteps, networkSteps + risk.workLevel),
    needsPicture: networkSteps >= pictureStep,
  };
}

/** Removes separators and normalizes case and character width, which depend on the phone's keyboard. */
export function normaliseAnswer(input: string): string {
  return cleanDigits(input).toUpperCase();
}

/**
 * Returns the counter hit of a captcha that an unknown device of a network solved; this counter refuses
 * nothing. It does not count requested captchas; otherwise a flood of requests could make captchas harder for
 * the whole network.
 */
export const networkHit = (addressKey: string): Hit => ({
  key: `captcha-network:${addressKey}`,
  windowSeconds: networkWindowSeconds,
  limit: Number.MAX_SAFE_INTEGER,
});

/**
 * Returns the counter hits that limit captcha requests of either kind to `limit` per minute. A known device,
 * given by the hash of its token, has its own limit, so unknown devices on its network cannot use it up.
 */
export const requestHits = (
  addressKey: string,
  device: string | undefined,
  limit: number,
): readonly [Hit, ...Hit[]] =>
  device === undefined
    ? networkHits('captcha-address', addressKey, { windowSeconds: 60, limit })
    : [{ key: `captcha-device:${device}`, windowSeconds: 60, limit }];
