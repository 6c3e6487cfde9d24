import type { Challenge, Solution } from 'altcha-lib/types';
import type { WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { trustedScriptUrl } from '#shared/lib/browser/trusted-script-url.ts';
import type { RequestOptions } from '#shared/api/request-types.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export, the URL of the worker
import workerUrl from './proof-of-work.worker.ts?worker&url';

export type CaptchaPurpose = NonNullable<
  NonNullable<RequestOptions<'POST /vid/gateway/captcha/solution'>['body']>['purpose']
>;

export type Work =
  | { readonly captchaToken: string; readonly expiresAt: number }
  | { readonly payload: string; readonly expiresAt: number };

/**
 * Tokens and solutions this close to their expiry are not used, because they could expire before they reach the server.
 */
const expiryMarginMs = 5_000;

function isChallenge(value: object): value is Challenge {
  return 'parameters' in value && typeof value.parameters === 'object' && value.parameters !== null;
}

export async function handInWork(
  body: RequestOptions<'POST /vid/gateway/captcha/solution'>['body'],
  signal?: AbortSignal,
): Promise<{ captchaToken: string; expiresAt: number }> {
  const { captchaToken, expiresIn } = await api.post('/vid/gateway/captcha/solution', {
    body,
    ...(signal && { signal }),
  });
  return { captchaToken, expiresAt: Date.now() + expiresIn * 1000 - expiryMarginMs };
}

/**
 * Fetches a challenge of the given work level and solves it. Exchanges the solution for a token unless the server also
 * asks for a picture, which `isWithoutPicture` declines in return for more work.
 */
export async function doWork(
  purpose: CaptchaPurpose,
  options: { level: WorkLevel; signal: AbortSignal; isWithoutPicture?: boolean },
): Promise<Work> {
  const { level, signal, isWithoutPicture = false } = options;
  const challenge = await api.get('/vid/gateway/captcha/challenge', {
    signal,
    query: { level, ...(isWithoutPicture && { picture: 'no' }) },
  });
  if (!isChallenge(challenge)) throw new Error('not a challenge');
  const { needsPicture, ...given } = challenge;
  const payload = await solve(given, signal);
  const expiresAt = (given.parameters.expiresAt ?? 0) * 1000 - expiryMarginMs;
  return needsPicture ? { payload, expiresAt } : handInWork({ payload, purpose }, signal);
}

/** Solves the challenge in a worker. Rejects if there is no solution, the worker fails or `signal` aborts. */
function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trustedScriptUrl('vid-worker', workerUrl), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => end(() => reject(new DOMException('aborted', 'AbortError')));
    signal.addEventListener('abort', abort);
    worker.addEventListener('message', (message: MessageEvent<Solution | null>) => {
      const solution = message.data;
      end(() => {
        if (solution === null) reject(new Error('no solution found'));
        else resolve(btoa(JSON.stringify({ challenge, solution })));
      });
    });
    worker.addEventListener('error', () => end(() => reject(new Error('the worker failed'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers take no target origin
    worker.postMessage(challenge);
    if (signal.aborted) abort();
  });
}
