import type { ExportedPasskey } from '@vid/testkit/sign-in/authenticator';
import type { RelyingClient } from '../harness/seeds/relying-client.ts';

/** A request that is built before the run, to save the generator's CPU time. */
export type Prepared = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Cycles through `requests` over `concurrency` connections. Each connection waits for a response before its next
 * request.
 */
export type LoopJob = {
  readonly kind: 'loop';
  readonly origin: string;
  readonly concurrency: number;
  readonly seconds: number;
  readonly requests: readonly Prepared[];
  /** Requests started per second. If undefined, each connection sends its next request immediately. */
  readonly perSecond?: number;
  /** Requests that run in parallel on separate connections and are measured separately. */
  readonly probe?: { readonly concurrency: number; readonly requests: readonly Prepared[] };
};

/** A signed-out browser, one for each connection, whose captcha tokens are already in the database. */
export type Visitor = {
  readonly headers: Readonly<Record<string, string>>;
  readonly captchaTokenPrefix: string;
  readonly captchaTokens: number;
};

/** Complete sign-ins by one-time code: request the code, receive it, validate it, start the session. */
export type OtpSignInJob = {
  readonly kind: 'otp-sign-in';
  readonly origin: string;
  readonly seconds: number;
  readonly visitors: readonly Visitor[];
  /** Phones of accounts. Each sign-in takes the next phone. */
  readonly phones: readonly string[];
  /** Source of the code: VID sends it by SMS, and the baseline server returns it in its response. */
  readonly codeFrom: 'sms' | 'answer';
};

/** Complete sign-ons: a signed-in browser requests a code, which is then exchanged for tokens with PKCE. */
export type SsoJob = RelyingClient & {
  readonly kind: 'sso';
  readonly origin: string;
  readonly protocol: 'community' | 'openid';
  readonly concurrency: number;
  readonly seconds: number;
  readonly authPath: string;
  readonly tokenPath: string;
  /** Cookies of signed-in browsers. Each sign-on takes the next cookie. */
  readonly cookies: readonly string[];
};

/**
 * Complete QR sign-ins: a screen starts a sign-in, a signed-in phone scans and approves it, and the screen signs in.
 */
export type QrJob = {
  readonly kind: 'qr';
  readonly origin: string;
  readonly concurrency: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Session cookies of phones. Each sign-in takes the next cookie. */
  readonly phones: readonly string[];
};

export type KnownPasskey = { readonly passkey: ExportedPasskey; readonly deviceToken: string };

/** Sign-ins with a passkey: a challenge, then the assertion that answers it. */
export type PasskeySignInJob = {
  readonly kind: 'passkey-sign-in';
  readonly origin: string;
  readonly seconds: number;
  readonly visitors: readonly Readonly<Record<string, string>>[];
  readonly rpId: string;
  readonly passkeys: readonly KnownPasskey[];
};

export type Job = LoopJob | OtpSignInJob | PasskeySignInJob | SsoJob | QrJob;

export type Sample = {
  readonly count: number;
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that ended without a complete response. */
  readonly broken: number;
  readonly firstFailure?: string;
  readonly p50: number;
  readonly p99: number;
};

export type Outcome = { readonly main: Sample; readonly probe?: Sample };

export type ToGenerator = { readonly id: number; readonly job: Job };
export type FromGenerator =
  | { readonly kind: 'ready'; readonly smsUrl: string }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** Returns a visitor's captcha token number `index`. A token has 43 characters, like the server's own tokens. */
export function captchaToken(prefix: string, index: number): string {
  return prefix + String(index).padStart(43 - prefix.length, '0');
}
