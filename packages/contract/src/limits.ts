/** Fixed values of server and browser; an operator cannot set them. Durations carry their unit in the name. */
export const locales = ['vi', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'vi';

export const webClientId = 'vid-web';

/** 128 code points are at most 512 bytes, because UTF-8 has at most four for each. */
export const passwordLimits = { minCodePoints: 8, maxCodePoints: 128 } as const;
export const otpLimits = {
  digits: 6,
  lifeSeconds: 300,
  maxAttempts: 5,
  /** The wait after the first code of an hour; each further code adds the same again. */
  resendStepSeconds: 60,
  tokenLifeSeconds: 600,
  attacked: { digits: 8, maxAttempts: 1, waitSeconds: 900 },
} as const;
export const qrLimits = {
  lifeSeconds: 120,
  choices: 3,
} as const;
export const captchaLimits = {
  answerLength: 5,
  lifeSeconds: 300,
  tokenLifeSeconds: 120,
  failuresBeforeCaptcha: 3,
  /** The number of levels of proof of work; each doubles the work. */
  maxWorkLevel: 3,
} as const;
export const avatarLimits = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 5 * 1024 * 1024,
  pixels: 512,
} as const;
export const passkeyLimits = {
  perAccount: 20,
  challengeLifeSeconds: 300,
  offerPauseDays: 30,
} as const;
export const textLimits = { maxGraphemes: 100, maxBytes: 400 } as const;
/** The number of people of an application is counted up to this. */
export const maxPeople = 10_000;
export const maxManagers = 50;
/** Enterprises and certificates that wait for the administrators are counted up to this. */
export const maxWaiting = 1_000;
export const clientTokenWindowSeconds = 300;
export const requestTimeoutMs = 10_000;
export const lazyIndicatorMs = 300;
export const persistTimeoutMs = 5_000;
export const successCountdownSeconds = 5;

/** Delay before a sign-on popup closes once it has delivered its result. */
export const popupCountdownSeconds = 3;
/** Version of the built-in terms of use, privacy policy and consent to news, recorded with each consent to them: a date. */
export const termsVersion = '2026-11-24';
