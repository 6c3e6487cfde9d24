import { webClientId } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { authEvents } from '#state/auth.ts';
import type { Captcha } from '#features/sign-in/captcha/use-captcha.ts';
import type { FlowName } from '#state/signup.ts';

/** A placeholder for the otpToken, which is in an HttpOnly cookie that only the server reads. */
export const otpTokenInCookie = 'cookie';

/**
 * Asks the server to send a code to a phone. Consumes one captcha token and sends one SMS even if the request is
 * retried.
 */
export function sendCode(asked: { phone: string; purpose: FlowName | 'phone-change'; captchaToken: string }) {
  return api.post('/vid/gateway/otp/request', {
    body: { clientId: webClientId, ...asked },
    isRepeatable: true,
    idempotencyKey: randomId(),
  });
}

/** Sends a code to a signed-out user for the typed captcha, and remembers the phone for the other forms. */
export async function requestCode(
  captcha: Pick<Captcha, 'spend'>,
  typed: string,
  asked: { phone: string; purpose: FlowName },
) {
  return captcha.spend(typed, async (captchaToken) => {
    const requestedAt = Date.now();
    const answer = await sendCode({ ...asked, captchaToken });
    authEvents.phoneEntered(asked.phone);
    authEvents.otpRequested(answer.resendIn);
    return { ...answer, requestedAt };
  });
}
