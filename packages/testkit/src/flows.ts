import { randomInt } from 'node:crypto';
import type { TestBrowser } from './browser.ts';
import type { TestServer } from './server.ts';

export type OtpPurpose =
  | 'signup'
  | 'signin'
  | 'forget-password'
  | 'social'
  | 'phone-change'
  | 'recovery'
  | 'reauthenticate';
type OutboxEntry = {
  readonly id: string;
  readonly kind: 'sms' | 'mail' | 'captcha';
  readonly to: string;
  readonly purpose: string;
  readonly text: string;
  readonly code: string | null;
  readonly at: string;
};
type Options = {
  /**
   * Client address for requests of captchas and codes. The default is a new address, which avoids the limits per
   * address.
   */
  readonly address?: string;
};

const used = new Set<string>();

/** Draws until a value is new to this process. */
function fresh(draw: () => string): string {
  let value = draw();
  while (used.has(value)) value = draw();
  used.add(value);
  return value;
}

/** Returns a random valid mobile number, spread over prefixes to avoid the limits per prefix. */
export function freshPhone(): string {
  return fresh(
    () => `+849${[0, 1, 3, 4, 6, 7, 8][randomInt(7)]}${String(randomInt(10_000_000)).padStart(7, '0')}`,
  );
}

/** Returns a random address of the benchmark network 198.18.0.0/15 (RFC 2544). */
export function freshAddress(): string {
  return fresh(() => `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`);
}

/** Reads the outbox, newest entry first. Throws if the server refuses, as it does outside evaluation mode. */
export async function readOutbox(browser: TestBrowser): Promise<readonly OutboxEntry[]> {
  const answer = await browser.get('/vid/dev/outbox.json');
  if (answer.status !== 200) throw new Error(`the outbox returned ${answer.status}`);
  return answer.raw.json<{ data: OutboxEntry[] }>().data;
}

export async function solveCaptcha(
  browser: TestBrowser,
  options: Options & { readonly purpose?: 'otp' | 'signin' | 'check' } = {},
): Promise<string> {
  const call = { address: options.address ?? freshAddress() };
  const captcha = await browser.post('/vid/gateway/captcha/generate', undefined, call);
  expectOk(captcha);
  const captchaId = String(captcha.data['captchaId']);
  const entry = (await readOutbox(browser)).find(({ kind, to }) => kind === 'captcha' && to === captchaId);
  if (!entry?.code) throw new Error('the captcha is not in the outbox');
  const solved = await browser.post(
    '/vid/gateway/captcha/validate',
    {
      captchaId,
      captchaValue: entry.code,
      ...(options.purpose === undefined ? {} : { purpose: options.purpose }),
    },
    call,
  );
  expectOk(solved);
  return String(solved.data['captchaToken']);
}

/**
 * Solves a captcha, requests a code and reads the code from the outbox.
 * @throws if a step fails
 */
export async function requestOtp(
  browser: TestBrowser,
  _server: TestServer,
  phone: string,
  purpose: OtpPurpose,
  options: Options = {},
): Promise<{ otpRequestId: string; code: string; resendIn: number }> {
  const address = options.address ?? freshAddress();
  const captchaToken = await solveCaptcha(browser, { address, purpose: 'otp' });
  const oldIds = new Set((await readOutbox(browser)).map(({ id }) => id));
  const answer = await browser.post(
    '/vid/gateway/otp/request',
    { clientId: 'vid-web', phone, captchaToken, purpose },
    { address },
  );
  expectOk(answer);
  const entry = (await readOutbox(browser)).find(
    (candidate) =>
      candidate.kind === 'sms' &&
      candidate.to === phone &&
      candidate.purpose === purpose &&
      !oldIds.has(candidate.id),
  );
  if (!entry?.code) throw new Error('the code is not in the outbox');
  return {
    otpRequestId: String(answer.data['otpRequestId']),
    code: entry.code,
    resendIn: Number(answer.data['resendIn']),
  };
}

/**
 * Runs captcha, request and validation for an E.164 phone. Returns the otpToken, which is also set as the `vid_flow`
 * cookie.
 */
export async function verifyPhone(
  browser: TestBrowser,
  server: TestServer,
  phone: string,
  purpose: OtpPurpose,
  options: Options = {},
): Promise<string> {
  const { otpRequestId, code } = await requestOtp(browser, server, phone, purpose, options);
  const answer = await browser.post('/vid/gateway/otp/validate', {
    clientId: 'vid-web',
    otpRequestId,
    otpValue: code,
  });
  expectOk(answer);
  return String(answer.data['otpToken']);
}

function expectOk(answer: Awaited<ReturnType<TestBrowser['post']>>): void {
  if (answer.status !== 200) throw new Error(`a flow step returned ${answer.status} ${answer.code ?? ''}`);
}
