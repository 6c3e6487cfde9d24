import type { ApiFailure } from '#shared/api/api-failure.ts';
import { doWork } from './proof-of-work.ts';

/**
 * Repeats a sign-in with a proof of work after the server refused the sign-in for lack of a captcha.
 * @throws `refusal` if the proof is not enough or cannot be obtained, and every error of `send`
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
    // Ignore the failure, because the form then loads its own captcha.
  }
  if (captchaToken === undefined) throw refusal;
  return send(captchaToken);
}
