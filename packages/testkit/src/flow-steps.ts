import type { TestBrowser } from './browser.ts';
import { freshAddress, type OtpPurpose } from './flows.ts';
import type { TestServer } from './server.ts';

/** Single steps of the flows, each answering what came over the wire; for tests of the steps themselves. */

/** The hash that a browser's captchas, codes and tokens are bound to. */
export async function preSessionHashOf(browser: TestBrowser, server: TestServer): Promise<Buffer> {
  if (!browser.cookies.has('vid_pre')) await browser.get('/vid/api/auth/client/config');
  const id = browser.cookies.get('vid_pre')?.split('.')[0];
  return server.deps.keys.hashSecret(`pre:${id}`);
}

/** A captchaToken put straight into the database, for tests in which hundreds are needed. */
export async function plantCaptchaToken(browser: TestBrowser, server: TestServer): Promise<string> {
  const token = crypto.getRandomValues(Buffer.alloc(32)).toString('base64url');
  await server.deps.sql`
    insert into captcha_tokens (token_hash, pre_session_hash, purpose, expires_at)
    values (${server.deps.keys.hashSecret(token)}, ${await preSessionHashOf(browser, server)}, 'otp',
      now() + interval '2 minutes')`;
  return token;
}

/** One `otp/request` with a planted captchaToken; answers whatever the server does. */
export async function tryRequestOtp(
  browser: TestBrowser,
  server: TestServer,
  input: { readonly phone: string; readonly purpose?: OtpPurpose; readonly address?: string },
) {
  const captchaToken = await plantCaptchaToken(browser, server);
  return browser.post(
    '/vid/gateway/otp/request',
    { clientId: 'vid-web', phone: input.phone, captchaToken, purpose: input.purpose ?? 'signup' },
    { address: input.address ?? freshAddress() },
  );
}

export function tryValidateOtp(browser: TestBrowser, otpRequestId: string, otpValue: unknown) {
  return browser.post('/vid/gateway/otp/validate', { clientId: 'vid-web', otpRequestId, otpValue });
}

/** Lets a phone ask for its next code at once, as if the countdown had run off. */
export async function endResendWait(server: TestServer): Promise<void> {
  await server.deps.sql`delete from counters where key like 'otp-wait:%'`;
}

/** A code that is not this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
