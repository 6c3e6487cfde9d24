/** A request made ready beforehand, so that the generator spends its time on sending. */
export type Prepared = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends `requests` in turn over `concurrency` connections, each waiting for its answer. */
export type LoopJob = {
  readonly kind: 'loop';
  readonly origin: string;
  readonly concurrency: number;
  readonly seconds: number;
  readonly requests: readonly Prepared[];
  /** Requests at a fixed pace beside the load, whose latency is what counts. */
  readonly probe?: { readonly perSecond: number; readonly requests: readonly Prepared[] };
};

/** A signed-out browser: one for each connection. Its captcha tokens are in the database already. */
export type Visitor = {
  readonly headers: Readonly<Record<string, string>>;
  readonly captchaTokenPrefix: string;
  readonly captchaTokens: number;
};

/** Whole one-time code cycles: request, wait for the code, validate. */
export type OtpJob = {
  readonly kind: 'otp';
  readonly origin: string;
  readonly seconds: number;
  readonly visitors: readonly Visitor[];
  /** The number of the first phone; each cycle takes the next one. */
  readonly firstPhone: number;
  /** VID sends it by SMS, the floor tells it in its answer. */
  readonly codeFrom: 'sms' | 'answer';
};

export type Job = LoopJob | OtpJob;

export type Sample = {
  readonly count: number;
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that got no answer at all. */
  readonly broken: number;
  readonly p50: number;
  readonly p99: number;
};

export type Outcome = { readonly main: Sample; readonly probe?: Sample; readonly phonesUsed: number };

export type ToGenerator = { readonly id: number; readonly job: Job };
export type FromGenerator =
  | { readonly kind: 'ready'; readonly smsUrl: string }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** Captcha token number `index` of a visitor: 43 characters, as the server makes them. */
export function captchaToken(prefix: string, index: number): string {
  return prefix + String(index).padStart(43 - prefix.length, '0');
}

/**
 * Viettel, VinaPhone and MobiFone prefixes that the seeded accounts do not use. The stride is prime to the size
 * of a prefix, so every phone comes once and neighbours share no counter of “last four digits”.
 */
export function strangerPhone(index: number): string {
  const prefixes = ['98', '97', '96', '86', '39', '38', '37', '36', '35', '34', '33', '32'];
  const size = 10_000_000;
  const prefix = prefixes[Math.floor(index / size) % prefixes.length] ?? '98';
  return `+84${prefix}${String(((index % size) * 7_654_321) % size).padStart(7, '0')}`;
}
