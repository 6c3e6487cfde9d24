import { sendCode } from './request-code.ts';
import type { SentCode } from './sms-code-form.tsx';

/** Sends a code to a signed-in user. Returns what is known of the code without storing it in a sign-in flow. */
export async function sendCodeTo(asked: Parameters<typeof sendCode>[0]): Promise<SentCode> {
  const requestedAt = Date.now();
  const { otpRequestId, digits, expiresIn, resendIn } = await sendCode(asked);
  return {
    otpRequestId,
    digits: digits === 8 ? 8 : 6,
    expiresAt: requestedAt + expiresIn * 1000,
    resendAt: Date.now() + resendIn * 1000,
  };
}
