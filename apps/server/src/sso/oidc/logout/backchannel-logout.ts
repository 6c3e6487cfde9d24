import { importJWK, SignJWT } from 'jose';
import type { Logger } from 'pino';
import type { Sql } from '#database/connection.ts';
import type { SigningKeyAlg } from '#database/tables.ts';
import { newSecret } from '#lib/ids.ts';
import type { SigningKeys } from '#sso/oidc/keys/signing-keys.ts';

/** An application that takes longer is asked again later. */
const timeoutMs = 5_000;
const tokenSeconds = 120;

type Parts = {
  readonly sql: Sql;
  readonly signingKeys: Pick<SigningKeys, 'load'>;
  readonly issuer: string;
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
 * Tells applications that a session ended (OpenID Connect Back-Channel Logout 1.0): exactly those that the session
 * was used at. A database trigger notes every ended session and queues a job for it in the same transaction, so
 * that a logout, a lock, a reset or the end of its time are all told, and none that was rolled back.
 */
export function createBackchannelLogout({ sql, signingKeys, issuer, log }: Parts) {
  const sign = async ({ clientId, alg, sid, accountId }: Recipient): Promise<string> => {
    const jwk = (await signingKeys.load()).jwks.keys.find((key) => key.alg === alg);
    if (!jwk?.kid) throw new Error(`there is no key for ${alg}`);
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

  /** True when the application has taken it. */
  const tell = async (recipient: Recipient): Promise<boolean> => {
    const { clientId, uri } = recipient;
    const body = new URLSearchParams({ logout_token: await sign(recipient) });
    try {
      const answer = await fetch(uri, {
        method: 'POST',
        body,
        // The token goes to the registered address and nowhere else.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.status === 200 || answer.status === 204) return true;
      log.warn({ clientId, status: answer.status }, 'an application did not take a logout');
    } catch (error) {
      log.warn({ clientId, err: error }, 'an application could not be told of a logout');
    }
    return false;
  };

  return {
    /**
     * Tells the applications of one ended session that have not been told yet.
     * @throws Error when some are still to be told; the job is then run again, later each time.
     */
    async send(id: number, isLastTry: boolean): Promise<void> {
      const recipients = await sql<Recipient[]>`
        select c.id as "clientId", c.backchannel_logout_uri as uri, c.id_token_alg as alg,
          e.value ->> 'sid' as sid, b.account_id as "accountId"
        from backchannel_logouts b
        cross join lateral jsonb_each(b.authorizations) e
        join clients c on c.id = e.key and c.backchannel_logout_uri is not null
        where b.id = ${id}`;
      const results = await Promise.all(
        recipients.map(async (recipient) => ({ recipient, isTold: await tell(recipient) })),
      );
      const left = results.filter(({ isTold }) => !isTold).map(({ recipient }) => recipient.clientId);
      if (left.length === 0 || isLastTry) {
        if (left.length > 0) log.warn({ clients: left }, 'applications were never told of a logout');
        await sql`delete from backchannel_logouts where id = ${id}`;
        return;
      }
      const told = results.filter(({ isTold }) => isTold).map(({ recipient }) => recipient.clientId);
      for (const clientId of told)
        await sql`
          update backchannel_logouts set authorizations = authorizations - ${clientId}::text where id = ${id}`;
      throw new Error(`${left.length} of ${results.length} applications are to be told again`);
    },

    /** Queues what has no job: sessions that ended before there was a queue. */
    async sweep(): Promise<void> {
      await sql`
        select queue_backchannel_logout(b.id) from backchannel_logouts b
        where b.created_at < now() - interval '1 minute'
          and not exists (select from graphile_worker.jobs j where j.key = 'logout-' || b.id)
        limit 500`;
    },
  };
}

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>;
