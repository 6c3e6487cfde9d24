import type { Platform } from '#platform/platform.ts';
import type { NewAttempt } from './messages.repo.ts';
import { askedPauseOf } from './webhook.policy.ts';
import { messageBody, type Signer } from './webhook-secret.ts';

type Sent = {
  readonly url: string;
  readonly signer: Signer;
  readonly message: {
    readonly id: string;
    readonly type: string;
    readonly createdAt: Date;
    readonly data: unknown;
  };
  readonly attempt: number;
};

/**
 * Sends a message once. Returns the outcome and the pause that the receiver requests, in seconds. The signed
 * timestamp is the time of this attempt.
 */
export async function attemptMessage(
  { outgoing, nowMs }: Platform,
  { url, signer, message, attempt }: Sent,
): Promise<{ readonly attempt: NewAttempt; readonly askedPause: number }> {
  const body = messageBody(message);
  const startedAt = performance.now();
  const posted = await outgoing.post({
    url,
    body,
    headers: signer.headers(message.id, new Date(nowMs()), body),
  });
  const outcome: NewAttempt = {
    attempt,
    durationMs: Math.round(performance.now() - startedAt),
    responseStatus: 'status' in posted ? posted.status : null,
    error: 'error' in posted ? posted.error : null,
    response: 'status' in posted ? posted.text : '',
  };
  const askedPause = 'status' in posted ? askedPauseOf(posted.status, posted.retryAfter, nowMs()) : 0;
  return { attempt: outcome, askedPause };
}
