/** Fixed values shared by server and browser, which an operator cannot change. Names of durations contain the unit. */
export const locales = ['vi', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'vi';

/**
 * The characters of codes that people type. Telex and VNI do not change them: there are no vowels and none of the
 * Telex keys w, d, f, j, s, r and x. L is also left out, because it looks like 1.
 */
export const typedCodeAlphabet = '0123456789BCGHKMNPQTVZ';
/**
 * A referral code has nine random characters (40 bits), short enough to dictate and too long to guess, and a check
 * character.
 */
export const referralCodeLength = 10;

export const webClientId = 'vid-web';

export const passwordLimits = { minCodePoints: 8, maxCodePoints: 128 } as const;
export const otpLimits = {
  digits: 6,
  lifeSeconds: 300,
  maxAttempts: 5,
  /** Seconds to wait after the first code of an hour. Each further code adds these seconds to the wait. */
  resendStepSeconds: 60,
  tokenTtlSeconds: 600,
  attacked: { digits: 8, maxAttempts: 1, waitSeconds: 900 },
} as const;
/** Wait of a recovery, long enough for an owner who reads no messages over a weekend to stop the recovery. */
export const recoveryWaitSeconds = 72 * 3_600;
/**
 * Hold on sensitive changes after the account was returned to its owner or its phone was changed, and lifetime of the
 * link that undoes such a change. An owner whose phone was off or stolen has a day to read the notice.
 */
export const holdSeconds = 86_400;
export const qrLimits = {
  lifeSeconds: 120,
  choices: 3,
} as const;
export const captchaLimits = {
  answerLength: 5,
  lifeSeconds: 300,
  tokenTtlSeconds: 120,
  failuresBeforeCaptcha: 3,
  /** Each level doubles the proof of work. */
  maxWorkLevel: 3,
} as const;
export const avatarLimits = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 5 * 1024 * 1024,
  pixels: 512,
} as const;
export const passkeyLimits = {
  perAccount: 20,
  challengeTtlSeconds: 300,
  offerPauseDays: 30,
} as const;
/** Days for which a remembered device skips the second step. */
export const rememberDays = 30;
export const textLimits = { maxGraphemes: 100, maxBytes: 400 } as const;
/** Lists count at most this many entries, because counting a large table for each page is slow. */
export const maxCounted = 10_000;
/** A filter without a search counts at most this many accounts, after the first page is shown. */
export const maxAccountsCounted = 1_000_000;
export const maxPeople = 10_000;
export const maxManagers = 50;
/** Disabled clients of an application count towards this limit. */
export const maxClients = 50;
/** Seconds for which a client’s former secret may stay valid after a new secret is made. */
export const formerSecretSeconds = { now: 0, '1h': 3_600, '24h': 86_400, '7d': 7 * 86_400 } as const;
export type FormerSecretEnd = keyof typeof formerSecretSeconds;
export const formerSecretEnds = ['now', '1h', '24h', '7d'] as const satisfies readonly FormerSecretEnd[];
export const defaultFormerSecretEnd: FormerSecretEnd = '24h';
export const maxRoles = 100;
export const maxWebhooks = 10;
export const clientTokenWindowSeconds = 300;
export const requestTimeoutMs = 10_000;
export const lazyIndicatorMs = 300;
export const persistTimeoutMs = 5_000;
export const successCountdownSeconds = 5;

/** Countdown before a sign-on popup closes with its result. */
export const popupCountdownSeconds = 3;
/** Countdown before a sign-on popup closes with an error, long enough to read the error. */
export const popupErrorCountdownSeconds = 20;
/** Version (a date) of the built-in terms of use, privacy policy and consent to news. */
export const termsVersion = '2026-11-30';
/** Maximum number of records of one optional consent. The last record is kept free for a withdrawal. */
export const maxConsentEvents = 100;
/** Maximum number of requests from an account to the association within a year. */
export const maxRequestsPerYear = 50;
