import type { Challenge, Solution } from 'altcha-lib/types';
import type { WorkLevel } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { RequestOptions } from '#shared/api/request-types.ts';

export type CaptchaPurpose = NonNullable<
  NonNullable<RequestOptions<'POST /vid/gateway/captcha/solution'>['body']>['purpose']
>;

function isChallenge(value: object): value is Challenge {
  return 'parameters' in value && typeof value.parameters === 'object' && value.parameters !== null;
}

/** Fetches a challenge that costs this much work, solves it and exchanges the solution for a captcha token. */
export async function obtainWorkToken(
  purpose: CaptchaPurpose,
  level: WorkLevel,
  signal: AbortSignal,
): Promise<{ captchaToken: string; expiresIn: number }> {
  const challenge = await api.get('/vid/gateway/captcha/challenge', { query: { level }, signal });
  if (!isChallenge(challenge)) throw new Error('not a challenge');
  const payload = await solve(challenge, signal);
  return api.post('/vid/gateway/captcha/solution', { body: { payload, purpose }, signal });
}

/** Solves the challenge in a worker. Rejects if there is no solution, the worker fails or `signal` aborts. */
function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
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
