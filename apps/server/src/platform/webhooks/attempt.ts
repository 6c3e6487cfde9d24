import type { Outgoing } from '#platform/outgoing/outgoing.ts';
import type { NewAttempt } from './messages.repo.ts';
import { messageBody, type Signer } from './webhook-secret.ts';

type Deps = { readonly outgoing: Pick<Outgoing, 'post'>; readonly nowMs: () => number };

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

/** Sends a message once and returns the outcome. The signed timestamp is the time of this attempt. */
export async function attemptMessage(
  { outgoing, nowMs }: Deps,
  { url, signer, message, attempt }: Sent,
): Promise<NewAttempt> {
  const body = messageBody(message);
  const startedAt = performance.now();
  const posted = await outgoing.post({
    url,
    body,
    headers: signer.headers(message.id, new Date(nowMs()), body),
  });
  return {
    attempt,
    durationMs: Math.round(performance.now() - startedAt),
    responseStatus: 'status' in posted ? posted.status : null,
    error: 'error' in posted ? posted.error : null,
    response: 'status' in posted ? posted.text : '',
  };
}
