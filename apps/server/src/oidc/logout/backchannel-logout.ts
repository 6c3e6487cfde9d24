import { importJWK, SignJWT } from 'jose';
import { newSecret } from '#lib/ids.ts';
import type { ClaimedDelivery } from '#platform/deliveries/deliveries.repo.ts';
import { createDispatcher } from '#platform/deliveries/dispatcher.ts';
import type { Platform } from '#platform/platform.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import { createLogoutRepo, type Recipient } from './logout.repo.ts';

const tokenSeconds = 120;
/**
 * Time after which a claimed notice is presumed abandoned and another process may send it. Sending a notice
 * takes less time.
 */
const leaseSeconds = 30;
/** With the waits of `retrySeconds`, the last attempt is about half an hour after the first. */
const maxAttempts = 8;
/** Number of notices that one process sends concurrently. */
const places = 8;

/** Maximum pause of a client after a failed attempt. */
const maxRestSeconds = 60;

/** Seconds until the next attempt: 3, 7, 20, 55 and so on. */
const retrySeconds = (attempts: number): number => Math.exp(attempts);

type Deps = Platform & { readonly signingKeys: SigningKeys; readonly issuer: string };

/**
 * Notifies applications when a session that they used ends (OpenID Connect Back-Channel Logout 1.0). The
 * transaction that ends the session queues the notices.
 */
export function createBackchannelLogout(deps: Deps) {
  const { deliveries, signingKeys, issuer, outgoing, log } = deps;
  const repo = createLogoutRepo(deps.sql);
  const sign = async ({ clientId, alg, sid, accountId }: Recipient): Promise<string> => {
    const jwk = (await signingKeys.load()).jwks.keys.find((key) => key.alg === alg);
    if (!jwk?.kid) throw new Error(`no signing key for ${alg}`);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      ...(sid === null ? {} : { sid }),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
      .setProtectedHeader({ alg, kid: jwk.kid, typ: 'logout+jwt' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject(accountId)
      .setIssuedAt(now)
      .setExpirationTime(now + tokenSeconds)
      .setJti(newSecret())
      .sign(await importJWK(jwk, alg));
  };

  const notify = async (recipient: Recipient): Promise<boolean> => {
    const { clientId, uri } = recipient;
    const answer = await outgoing.post({
      url: uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await sign(recipient) }).toString(),
    });
    if ('error' in answer)
      log.warn({ clientId, error: answer.error }, 'failed to notify an application of a logout');
    else if (answer.status === 200 || answer.status === 204) return true;
    else log.warn({ clientId, status: answer.status }, 'application rejected a logout notice');
    return false;
  };

  /**
   * Sends a claimed notice, or drops it if the client no longer has a back-channel logout URI. Drops a notice
   * whose last attempt failed. After a failed attempt, the client's other notices pause too, so that an
   * unresponsive client does not occupy every slot.
   */
  const send = async (claim: ClaimedDelivery): Promise<void> => {
    const recipient = await repo.findRecipient(claim.id);
    if (!recipient || (await notify(recipient))) return deliveries.delete(claim);
    deps.metrics.jobFailures.inc({ task: 'logout' });
    if (claim.attempts >= maxAttempts) {
      log.warn({ clientId: recipient.clientId }, 'gave up notifying an application of a logout');
      return deliveries.delete(claim);
    }
    const waitSeconds = retrySeconds(claim.attempts);
    await deliveries.retry(claim, waitSeconds, Math.min(waitSeconds, maxRestSeconds));
    dispatcher.kickAfter(waitSeconds);
  };

  const dispatcher = createDispatcher<ClaimedDelivery>({
    ...deps,
    name: 'logout notices',
    places,
    claim: (limit) => deliveries.claim({ kind: 'logout', limit, leaseSeconds, mayRepeat: true }),
    deliver: send,
  });
  let unsubscribe: (() => void) | undefined;

  return {
    run: dispatcher.run,

    kick: dispatcher.kick,

    /** Sends notices as soon as their transactions commit. */
    start(): void {
      unsubscribe ??= deps.events.subscribe('logouts', 'all', dispatcher.kick);
      dispatcher.kick();
    },

    async stop(): Promise<void> {
      unsubscribe?.();
      await dispatcher.stop();
    },
  };
}

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>;
