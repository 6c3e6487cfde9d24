import { webClientId } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { authEvents } from '#state/auth.ts';
import type { Captcha } from '#features/sign-in/captcha/use-captcha.ts';
import type { FlowName } from '#state/signup.ts';
import type { SentCode } from './sms-code-form.tsx';

type OtpPurpose = FlowName | 'phone-change' | 'reauthenticate';

/** A placeholder for the otpToken, which is in an HttpOnly cookie that only the server reads. */
export const otpTokenInCookie = 'cookie';

/**
 * Asks the server to send a code to a phone. Consumes one captcha token and sends one SMS even if the request is
 * retried.
 */
export function sendCode(asked: { phone: string; purpose: OtpPurpose; captchaToken: string }) {
  return api.post('/vid/gateway/otp/request', {
    body: { clientId: webClientId, ...asked },
    isRepeatable: true,
    idempotencyKey: randomId(),
  });
}

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

type Asked = { phone: string; purpose: FlowName };

/** Sends a code to a signed-out user, and remembers the phone for the other forms. */
export async function requestCodeWith(captchaToken: string, asked: Asked) {
  const requestedAt = Date.now();
  const answer = await sendCode({ ...asked, captchaToken });
  authEvents.phoneEntered(asked.phone);
  authEvents.otpRequested(answer.resendIn);
  return { ...answer, requestedAt };
}

/** Sends a code like `requestCodeWith`, for the typed captcha. */
export const requestCode = (captcha: Pick<Captcha, 'spend'>, typed: string, asked: Asked) =>
  captcha.spend(typed, (captchaToken) => requestCodeWith(captchaToken, asked));
