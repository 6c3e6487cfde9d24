import type { ApiFailure } from '#shared/api/api-failure.ts';
import { doWork } from './proof-of-work.ts';

/**
 * Repeats a sign-in that the server refused because it had no captcha, with a proof of work. Throws `refusal` if the
 * proof is not enough or cannot be done.
 */
export async function sendWithProof<T>(
  refusal: ApiFailure,
  send: (captchaToken: string) => Promise<T>,
): Promise<T> {
  let captchaToken: string | undefined;
  try {
    const work = await doWork('signin', { level: refusal.workLevel, signal: new AbortController().signal });
    if ('captchaToken' in work) captchaToken = work.captchaToken;
  } catch {
    // The form shows a picture instead.
  }
  if (captchaToken === undefined) throw refusal;
  return send(captchaToken);
}
