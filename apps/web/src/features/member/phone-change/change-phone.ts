import { webClientId } from '@vid/contract/limits';
import { type ApiFailure, failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { otpTokenInCookie } from '#features/sign-in/otp/request-code.ts';

/** A code on its way to the new number. */
export type SentCode = {
  readonly phone: string;
  readonly otpRequestId: string;
  readonly digits: 6 | 8;
  /** Epoch milliseconds by this browser's clock. */
  readonly resendAt: number;
};

/** The code in the state of the history entry, where it survives a reload. */
export function readSentCode(state: unknown): SentCode | null {
  const kept = isRecord(state) ? state['sentCode'] : null;
  if (!isRecord(kept)) return null;
  const { phone, otpRequestId, digits, resendAt } = kept;
  if (typeof phone !== 'string' || typeof otpRequestId !== 'string' || typeof resendAt !== 'number')
    return null;
  return { phone, otpRequestId, digits: digits === 8 ? 8 : 6, resendAt };
}

export async function sendCode(phone: string, captchaToken: string): Promise<SentCode> {
  const { otpRequestId, digits, resendIn } = await api.post('/vid/gateway/otp/request', {
    body: { clientId: webClientId, phone, captchaToken, purpose: 'phone-change' },
    isRepeatable: true,
    idempotencyKey: randomId(),
  });
  const resendAt = Date.now() + resendIn * 1000;
  return { phone, otpRequestId, digits: digits === 8 ? 8 : 6, resendAt };
}

function wrongCode({ attemptsLeft, message: text }: ApiFailure): string {
  return attemptsLeft === null ? text : message('otp.wrongTriesLeft', { count: attemptsLeft });
}

/** Whether the code is used up, so that the user must request another one. */
export function needsNewCode(error: unknown): boolean {
  return (
    failedWith(error, 'OTP_LOCKED', 'OTP_TOKEN_INVALID') ||
    (failedWith(error, 'OTP_INVALID') && error.attemptsLeft === 0)
  );
}

/**
 * Verifies the code and moves the account to the number. Asks for the password if the server requires it. The server
 * recognises a repeat by `idempotencyKey`.
 */
export async function changePhone(
  { phone, otpRequestId }: SentCode,
  otpValue: string,
  idempotencyKey: string,
): Promise<Answer<'POST /vid/api/users/phone'>> {
  try {
    await api.post('/vid/gateway/otp/validate', {
      body: { clientId: webClientId, otpValue, otpRequestId },
      isRepeatable: true,
      idempotencyKey,
    });
  } catch (error) {
    if (failedWith(error, 'OTP_INVALID') && !needsNewCode(error))
      throw new FieldRefusal('otpValue', wrongCode(error), error);
    throw error;
  }
  return api.post('/vid/api/users/phone', {
    body: { phone, otpToken: otpTokenInCookie },
    isRepeatable: true,
  });
}
