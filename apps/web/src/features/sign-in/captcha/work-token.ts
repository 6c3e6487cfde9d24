import type { Challenge } from 'altcha-lib/types';
import { api } from '#shared/api/api.ts';
import type { CaptchaPurpose } from './use-captcha.ts';

const quiet = { muteLoading: true, muteError: true, muteSuccess: true } as const;

function isChallenge(value: object): value is Challenge {
  return 'parameters' in value && typeof value.parameters === 'object' && value.parameters !== null;
}

/** A captcha token by proof of work: challenge, search, solution. */
export async function obtainWorkToken(
  purpose: CaptchaPurpose,
  signal: AbortSignal,
): Promise<{ captchaToken: string; expiresIn: number }> {
  const [challenge, { solveProofOfWork }] = await Promise.all([
    api.get('/vid/gateway/captcha/challenge', { flags: quiet, signal }),
    import('./proof-of-work.ts'),
  ]);
  if (!isChallenge(challenge)) throw new Error('not a challenge');
  const payload = await solveProofOfWork(challenge, signal);
  return api.post('/vid/gateway/captcha/solution', { body: { payload, purpose }, flags: quiet, signal });
}
