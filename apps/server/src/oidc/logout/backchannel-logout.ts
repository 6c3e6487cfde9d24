import { importJWK, SignJWT } from 'jose';
import type { Logger } from 'pino';
import type { Sql } from '#database/connection.ts';
import type { SigningKeyAlg } from '#database/tables.ts';
import { newSecret } from '#lib/ids.ts';
import { joinLogoutClient } from '#applications/clients/lookups.ts';
import type { Outgoing } from '#platform/outgoing/outgoing.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';

const tokenSeconds = 120;
/**
 * A job locked for longer belongs to a process that died: sending takes at most 5 s and a few statements of 3 s.
 * With a sweep each minute, a notice is at most a minute and a half late.
 */
const leaseSeconds = 30;

type Deps = {
  readonly sql: Sql;
  readonly signingKeys: Pick<SigningKeys, 'load'>;
  readonly issuer: string;
  readonly outgoing: Pick<Outgoing, 'post'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

type Recipient = {
  clientId: string;
  uri: string;
  alg: SigningKeyAlg;
  sid: string | null;
  accountId: string;
};

/**
 * Notifies applications when a session they used ends (OpenID Connect Back-Channel Logout 1.0). A database trigger
 * records every ended session and queues its job in the same transaction. It covers logout, lock, reset and expiry,
 * and sends nothing after a rollback.
 */
export function createBackchannelLogout({ sql, signingKeys, issuer, outgoing, log }: Deps) {
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

  /** Whether the application accepted the notice. */
  const notify = async (recipient: Recipient): Promise<boolean> => {
    const { clientId, uri } = recipient;
    const answer = await outgoing.post({
      url: uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await sign(recipient) }).toString(),
    });
    if ('error' in answer)
      log.warn({ clientId, error: answer.error }, 'application could not be notified of a logout');
    else if (answer.status === 200 || answer.status === 204) return true;
    else log.warn({ clientId, status: answer.status }, 'application rejected a logout notice');
    return false;
  };

  return {
    /**
     * Notifies the applications of one ended session that have not been notified yet.
     * @throws Error if some are left, so that the job is retried with growing delays
     */
    async send(id: number, isLastTry: boolean): Promise<void> {
      const recipients = await sql<Recipient[]>`
        select c.id as client_id, c.backchannel_logout_uri as uri, c.id_token_alg as alg,
          e.value ->> 'sid' as sid, b.account_id
        from backchannel_logouts b
        cross join lateral jsonb_each(b.authorizations) e
        ${joinLogoutClient(sql, sql`e.key`)}
        where b.id = ${id}`;
      const results = await Promise.all(
        recipients.map(async (recipient) => ({ recipient, isNotified: await notify(recipient) })),
      );
      const left = results.filter(({ isNotified }) => !isNotified).map(({ recipient }) => recipient.clientId);
      if (left.length === 0 || isLastTry) {
        if (left.length > 0) log.warn({ clients: left }, 'gave up notifying applications of a logout');
        await sql`delete from backchannel_logouts where id = ${id}`;
        return;
      }
      const notified = results
        .filter(({ isNotified }) => isNotified)
        .map(({ recipient }) => recipient.clientId);
      for (const clientId of notified)
        await sql`
          update backchannel_logouts set authorizations = authorizations - ${clientId}::text where id = ${id}`;
      throw new Error(`${left.length} of ${results.length} applications are left to notify`);
    },

    /**
     * Queues jobs for sessions without a live one: they ended before the queue existed, their last try was lost with the
     * database, or the process that held the job was killed. graphile-worker would release such a job after four hours.
     * Queuing again under the same key retires the held job.
     */
    async sweep(): Promise<void> {
      await sql`
        select queue_backchannel_logout(b.id) from backchannel_logouts b
        where b.created_at < now() - make_interval(secs => ${leaseSeconds})
          and not exists (
            select from graphile_worker.jobs j
            where j.key = 'logout-' || b.id
              and case when j.locked_at is null then j.attempts < j.max_attempts
                else j.locked_at > now() - make_interval(secs => ${leaseSeconds}) end)
        limit 500`;
    },
  };
}

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>;
