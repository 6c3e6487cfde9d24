import { api } from '#shared/api/api.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { sendCodeTo } from '#features/sign-in/otp/send-code-to.ts';
import type { SentCode } from '#features/sign-in/otp/sms-code-form.tsx';
import { otpTokenInCookie } from '#state/signup.ts';

export type PhoneCode = SentCode & { readonly phone: string };

export function readPhoneCode(state: unknown): PhoneCode | null {
  const kept = isRecord(state) ? state['sentCode'] : null;
  if (!isRecord(kept)) return null;
  const { phone, otpRequestId, digits, expiresAt, resendAt } = kept;
  if (typeof phone !== 'string' || typeof otpRequestId !== 'string') return null;
  if (typeof expiresAt !== 'number' || typeof resendAt !== 'number') return null;
  return { phone, otpRequestId, digits: digits === 8 ? 8 : 6, expiresAt, resendAt };
}

export async function sendPhoneCode(phone: string, captchaToken: string): Promise<PhoneCode> {
  return { phone, ...(await sendCodeTo({ phone, purpose: 'phone-change', captchaToken })) };
}

/**
 * Moves the account to the verified number. The HTTP client asks for a re-authentication if the server requires one.
 */
export const changePhone = (phone: string) =>
  api.post('/vid/api/users/phone', { body: { phone, otpToken: otpTokenInCookie }, isRepeatable: true });
