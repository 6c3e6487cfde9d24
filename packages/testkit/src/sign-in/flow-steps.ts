import type { TestBrowser } from '../browser.ts';
import { insertCaptchaToken } from './captcha-tokens.ts';
import { freshAddress, type OtpPurpose } from '../flows.ts';
import type { TestServer } from '../server.ts';

/** Calls `otp/request` with an inserted captchaToken. Returns the response, even if it is an error. */
export async function tryRequestOtp(
  browser: TestBrowser,
  server: TestServer,
  input: { readonly phone: string; readonly purpose?: OtpPurpose; readonly address?: string },
) {
  const captchaToken = await insertCaptchaToken(server, browser, 'otp');
  return browser.post(
    '/vid/gateway/otp/request',
    { clientId: 'vid-web', phone: input.phone, captchaToken, purpose: input.purpose ?? 'signup' },
    { address: input.address ?? freshAddress() },
  );
}

export function tryValidateOtp(browser: TestBrowser, otpRequestId: string, otpValue: unknown) {
  return browser.post('/vid/gateway/otp/validate', { clientId: 'vid-web', otpRequestId, otpValue });
}

export async function endResendWait(server: TestServer): Promise<void> {
  await server.deps.sql`update otp_codes set resend_seconds = 0`;
}

export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
