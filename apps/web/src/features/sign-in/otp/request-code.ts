import { webClientId } from '@vid/contract/limits';
import { api } from '#shared/api/api.ts';
import { authEvents } from '#state/auth.ts';
import type { FlowName } from '#state/signup.ts';

/** The word that stands for the otpToken: the token itself is in a cookie that only the server reads. */
export const otpTokenInCookie = 'cookie';

/** Sends a code to a phone; one captcha token pays for it. */
export async function requestCode(asked: { phone: string; purpose: FlowName; captchaToken: string }) {
  const answer = await api.post('/vid/gateway/otp/request', {
    body: { clientId: webClientId, ...asked },
    flags: { muteLoading: true, muteError: true, muteSuccess: true },
  });
  authEvents.phoneEntered(asked.phone);
  authEvents.otpRequested(answer.resendIn);
  return answer;
}
