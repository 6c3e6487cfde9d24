import type { Config } from '#config/config.ts';

export const breakerLookbackSeconds = 3_600;
export const breakerRetrySeconds = 300;

export type LatestCodes = {
  readonly sent: number;
  readonly verified: number;
  readonly networks: number;
};

export function breakerLimits(
  config: Pick<Config, 'otpBreakerWindow' | 'otpBreakerPercent' | 'otpBreakerNetworks'>,
) {
  return {
    window: config.otpBreakerWindow,
    percent: config.otpBreakerPercent,
    networks: config.otpBreakerNetworks,
  };
}

/**
 * Returns whether to suspend the codes that `isSparedByBreaker` does not exempt, because too few of the
 * latest codes to phones without an account were entered, which indicates SMS pumping. The window must be
 * full, so that a few codes cannot open the breaker. The unanswered codes must come from many networks, so
 * that no single network can open the breaker; each network has its own limit (`unansweredKeys`).
 */
export function isBreakerOpen(latest: LatestCodes, limits: ReturnType<typeof breakerLimits>): boolean {
  return (
    latest.sent >= limits.window &&
    latest.verified * 100 < limits.percent * latest.sent &&
    latest.networks >= limits.networks
  );
}

/** Value of the `limit` label of the metric `vid_otp_limited_total`. */
export type OtpLimit = (typeof otpLimitKinds)[number];
const otpLimitKinds = [
  'breaker',
  'wait',
  'slot',
  'hour',
  'day',
  'address',
  'unanswered',
  'prefix',
  'all',
  'strangers',
] as const;

/**
 * Returns the limit of a counter by the prefix of its key.
 * @throws Error for an unknown key, so that a limit missing from `otpLimitKinds` is noticed
 */
export function limitOfKey(key: string): OtpLimit {
  const name = /^otp-([a-z]+)/u.exec(key)?.[1];
  const limit = otpLimitKinds.find((kind) => kind === name);
  if (!limit) throw new Error('a counter of one-time codes has no limit kind');
  return limit;
}
