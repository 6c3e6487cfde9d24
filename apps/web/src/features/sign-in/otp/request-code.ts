import { webClientId } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { authEvents } from '#state/auth.ts';
import type { Captcha } from '#features/sign-in/captcha/use-captcha.ts';
import type { FlowName } from '#state/signup.ts';

type OtpPurpose = FlowName | 'phone-change' | 'reauthenticate';

/**
 * Asks the server to send a code to a phone. Consumes one captcha token and sends at most one message, even if the HTTP
 * client retries the request.
 */
export function sendCode(asked: { phone: string; purpose: OtpPurpose; captchaToken: string }) {
  return api.post('/vid/gateway/otp/request', {
    body: { clientId: webClientId, ...asked },
    isRepeatable: true,
    idempotencyKey: randomId(),
  });
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

export const requestCode = (captcha: Pick<Captcha, 'spend'>, typed: string, asked: Asked) =>
  captcha.spend(typed, (captchaToken) => requestCodeWith(captchaToken, asked));
