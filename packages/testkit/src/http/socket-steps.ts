import { webClientId } from '@vid/contract/limits';
import type { Answer, SocketBrowser } from './socket-browser.ts';

export type Caller = Pick<SocketBrowser, 'get' | 'post'>;

/** Thrown when a step gets a response other than 200, or an outbox that is not a list. */
export class Refused extends Error {
  readonly answer: Answer;
  constructor(step: string, answer: Answer) {
    super(`${step} returned ${answer.status} ${answer.code ?? ''}`);
    this.answer = answer;
  }
}

type OutboxEntry = { readonly kind: string; readonly to: string; readonly code: string | null };

/** Reads the outbox, newest entry first. Throws `Refused` for a response without a list, as outside evaluation mode. */
export async function readOutbox(origin: string, browser: Caller): Promise<readonly OutboxEntry[]> {
  const { status, data } = await browser.get(origin, '/vid/dev/outbox.json');
  if (status !== 200 || !Array.isArray(data))
    throw new Refused('outbox', { status, data: {}, code: undefined });
  return data;
}

async function codeFor(
  origin: string,
  browser: Caller,
  wanted: { kind: 'captcha' | 'sms'; to: string },
): Promise<string> {
  const entries = await readOutbox(origin, browser);
  const code = entries.find(({ kind, to }) => kind === wanted.kind && to === wanted.to)?.code;
  if (!code) throw new Error(`the outbox has no ${wanted.kind} for ${wanted.to}`);
  return code;
}

export async function makeCaptcha(
  origin: string,
  browser: Caller,
): Promise<{ captchaId: string; captchaValue: string }> {
  const captcha = expectOk('captcha', await browser.post(origin, '/vid/gateway/captcha/generate'));
  const captchaId = String(captcha['captchaId']);
  return { captchaId, captchaValue: await codeFor(origin, browser, { kind: 'captcha', to: captchaId }) };
}

async function solveCaptcha(origin: string, browser: Caller): Promise<string> {
  const answer = await makeCaptcha(origin, browser);
  const solved = expectOk(
    'captcha answer',
    await browser.post(origin, '/vid/gateway/captcha/validate', answer),
  );
  return String(solved['captchaToken']);
}

async function requestCode(
  origin: string,
  browser: Caller,
  wanted: { phone: string; captchaToken: string; purpose: 'signup' | 'signin' },
): Promise<{ otpRequestId: string; otpValue: string }> {
  const body = { clientId: webClientId, ...wanted };
  const requested = expectOk('code request', await browser.post(origin, '/vid/gateway/otp/request', body));
  const otpRequestId = String(requested['otpRequestId']);
  return { otpRequestId, otpValue: await codeFor(origin, browser, { kind: 'sms', to: wanted.phone }) };
}

/**
 * Solves a captcha, requests a code and validates it. Returns the otpToken with which the browser can sign up or in.
 */
export async function verifyPhone(
  origin: string,
  browser: Caller,
  wanted: { phone: string; purpose: 'signup' | 'signin' },
): Promise<string> {
  const captchaToken = await solveCaptcha(origin, browser);
  const code = await requestCode(origin, browser, { ...wanted, captchaToken });
  const body = { clientId: webClientId, ...code };
  const verified = expectOk('code', await browser.post(origin, '/vid/gateway/otp/validate', body));
  return String(verified['otpToken']);
}

/** Verifies the phone and creates an account. The browser is then signed in. */
export async function signUp(
  origin: string,
  browser: Caller,
  person: { phone: string; password: string; isEnterprise?: boolean },
): Promise<void> {
  const otpToken = await verifyPhone(origin, browser, { phone: person.phone, purpose: 'signup' });
  const body = { ...person, otpToken, acceptedTerms: true };
  expectOk('sign-up', await browser.post(origin, '/vid/ajax/users/signup/phone', body));
}

/**
 * Returns the data of a response.
 * @throws {Refused} if the status is not 200
 */
export function expectOk(step: string, answer: Answer): Answer['data'] {
  if (answer.status !== 200) throw new Refused(step, answer);
  return answer.data;
}
