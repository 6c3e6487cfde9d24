import { randomInt } from 'node:crypto';
import type { TestBrowser } from './browser.ts';
import type { TestServer } from './server.ts';

export type OtpPurpose = 'signup' | 'signin' | 'forget-password' | 'social';
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
  /** Network address the calls come from; a fresh one unless given, so that address limits stay out of the way. */
  readonly address?: string;
};

/** A valid mobile number that no other call got, in a prefix of its own (so the prefix limit is out of the way). */
export function freshPhone(): string {
  return `+849${[0, 1, 3, 4, 6, 7, 8][randomInt(7)]}${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

/** An address of the documentation and benchmark networks (RFC 2544: 198.18.0.0/15). */
export function freshAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`;
}

/** Newest first, as the outbox page shows them; evaluation mode only. */
export async function readOutbox(browser: TestBrowser): Promise<readonly OutboxEntry[]> {
  const answer = await browser.get('/vid/dev/outbox.json');
  if (answer.status !== 200) throw new Error(`the outbox answered ${answer.status}`);
  return answer.raw.json<{ data: OutboxEntry[] }>().data;
}

/** Solves a picture captcha with the answer that the outbox shows. */
export async function solveCaptcha(
  browser: TestBrowser,
  options: Options & { readonly purpose?: 'otp' | 'signin' | 'check' } = {},
): Promise<string> {
  const call = { address: options.address ?? freshAddress() };
  const made = await browser.post('/vid/gateway/captcha/generate', undefined, call);
  expectOk(made);
  const captchaId = String(made.data['captchaId']);
  const entry = (await readOutbox(browser)).find(({ kind, to }) => kind === 'captcha' && to === captchaId);
  if (!entry?.code) throw new Error('the outbox does not hold this captcha');
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

/** Captcha and `otp/request`; `code` is read from the outbox. Throws when a step is refused. */
export async function requestOtp(
  browser: TestBrowser,
  _server: TestServer,
  phone: string,
  purpose: OtpPurpose,
  options: Options = {},
): Promise<{ otpRequestId: string; code: string; resendIn: number }> {
  const address = options.address ?? freshAddress();
  const captchaToken = await solveCaptcha(browser, { address, purpose: 'otp' });
  const known = new Set((await readOutbox(browser)).map(({ id }) => id));
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
      !known.has(candidate.id),
  );
  if (!entry?.code) throw new Error('the outbox does not hold this code');
  return {
    otpRequestId: String(answer.data['otpRequestId']),
    code: entry.code,
    resendIn: Number(answer.data['resendIn']),
  };
}

/** The whole way from captcha to a verified phone; `phone` is E.164. Also leaves the token in the `vid_flow` cookie. */
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
  if (answer.status !== 200)
    throw new Error(`a step of the flow answered ${answer.status} ${answer.code ?? ''}`);
}
