import type Provider from 'oidc-provider';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/connection.ts';
import { oidcSessions } from '../database/sso-schema.ts';
import type { CurrentSession } from '../features/session/session.service.ts';
import { newSecret } from '../lib/ids.ts';
import { lives } from './provider.ts';
import { acrOf, amrOf } from './session-source.ts';

/** What a code of the community's protocol gives at the token endpoint. */
const communityScope = 'openid profile phone email vid';

export type CodeRequest = {
  readonly session: CurrentSession;
  readonly clientId: string;
  readonly redirectUri: string;
  /** S256, already checked for its shape. */
  readonly codeChallenge: string;
};

/**
 * Issues a standard authorization code without a visit to the authorization endpoint, which the browser does
 * not need: it is already here, signed in and validated. Redeemed at the token endpoint like any other.
 */
export function createAuthCodeIssuer(db: Database, getProvider: () => Promise<Provider>) {
  const findAuthorizations = db
    .select({ authorizations: oidcSessions.authorizations })
    .from(oidcSessions)
    .where(eq(oidcSessions.sessionId, sql.placeholder('sessionId')))
    .prepare('oidc_session_authorizations');
  const remember = db
    .insert(oidcSessions)
    .values({
      sessionId: sql.placeholder('sessionId'),
      accountId: sql.placeholder('accountId'),
      authorizations: sql.placeholder('entry'),
    })
    .onConflictDoUpdate({
      target: oidcSessions.sessionId,
      set: { authorizations: sql`oidc_sessions.authorizations || excluded.authorizations` },
    })
    .prepare('oidc_session_remember');

  /** The grant of this session and client, made once; later codes reuse it. */
  const authorizationOf = async (
    provider: Provider,
    request: CodeRequest,
  ): Promise<{ grantId: string; sid: string }> => {
    const { session, clientId } = request;
    const [row] = await findAuthorizations.execute({ sessionId: session.id });
    const known = row?.authorizations[clientId];
    if (isAuthorization(known) && (await provider.Grant.find(known.grantId))) return known;
    const grant = new provider.Grant({ accountId: session.account.id, clientId });
    grant.addOIDCScope(communityScope);
    const grantId = await grant.save();
    const entry = { grantId, sid: newSecret().slice(0, 22) };
    await remember.execute({
      sessionId: session.id,
      accountId: session.account.id,
      entry: { [clientId]: entry },
    });
    return entry;
  };

  return {
    async issue(
      request: CodeRequest,
    ): Promise<{ authCode: string; expiresIn: number; iss: string } | undefined> {
      const provider = await getProvider();
      const client = await provider.Client.find(request.clientId);
      if (!client) return undefined;
      const { session } = request;
      const { grantId, sid } = await authorizationOf(provider, request);
      const code = new provider.AuthorizationCode({
        accountId: session.account.id,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        client,
        codeChallenge: request.codeChallenge,
        codeChallengeMethod: 'S256',
        expiresWithSession: true,
        grantId,
        gty: 'authorization_code',
        redirectUri: request.redirectUri,
        scope: communityScope,
        sessionUid: session.id,
        sid,
      });
      return { authCode: await code.save(), expiresIn: lives.code, iss: provider.issuer };
    },
  };
}

function isAuthorization(value: unknown): value is { grantId: string; sid: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'grantId' in value &&
    typeof value.grantId === 'string' &&
    'sid' in value &&
    typeof value.sid === 'string'
  );
}

export type AuthCodeIssuer = ReturnType<typeof createAuthCodeIssuer>;
