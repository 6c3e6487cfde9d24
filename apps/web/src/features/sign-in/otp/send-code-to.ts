import { sendCode } from './request-code.ts';
import type { SentCode } from './sms-code-form.tsx';

/** Sends a code in a session, whose state is not that of a flow. */
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
