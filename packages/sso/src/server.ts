import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';

export type VidClient = {
  /** VID's origin, such as `https://id.example.vn`. */
  readonly origin: string;
  readonly clientId: string;
  /** The secret of a web server client. Single-page and native clients have no secret. */
  readonly clientSecret?: string;
};

export type VidTokens = {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresInSeconds: number;
  readonly claims: VidClaims;
};

/**
 * The claims of an id token, which describe the sign-in. `sub` identifies the account permanently. The id token has
 * other claims about the user only if the request asked for them with `claims`; `fetchUserInfo` returns the claims of
 * the granted scopes.
 */
export type VidClaims = {
  readonly [claim: string]: unknown;
  readonly sub: string;
  readonly iss: string;
  readonly aud: string | string[];
  /** Seconds since 1970, as in the token. */
  readonly exp: number;
  readonly iat?: number;
  /** The id of the session, which a back-channel logout names. */
  readonly sid?: string;
};

/** The claims of the granted scopes. A claim may change. Unlisted claims are passed through. */
export type VidUserInfo = {
  readonly [claim: string]: unknown;
  readonly sub: string;
  readonly name?: string;
  readonly picture?: string;
  readonly phone_number?: string;
  readonly email?: string;
  readonly 'vid:is_enterprise'?: boolean;
  /** Whether the association has verified the enterprise's name and tax code. */
  readonly 'vid:is_verified_enterprise'?: boolean;
  readonly 'vid:object'?: string;
  readonly 'vid:roles'?: readonly string[];
  /** The broker's certificate, with the scope `broker`. Days are `YYYY-MM-DD`. */
  readonly 'vid:broker_certificate'?: {
    readonly number: string;
    readonly province: string;
    readonly issued_on: string;
    readonly expires_on?: string;
    readonly status: 'declared' | 'confirmed' | 'expired' | 'refused';
  };
  /**
   * The employer as declared by the broker. `status` is the status of the certificate. `verified` says whether the
   * association has verified the enterprise.
   */
  readonly 'vid:employer'?: {
    readonly name?: string;
    readonly tax_code?: string;
    readonly verified: boolean;
    readonly status: 'declared' | 'confirmed' | 'expired' | 'refused';
  };
};

/**
 * An error of the token or userinfo endpoint. `code` is the endpoint's error code, such as `invalid_grant` (RFC 6749
 * section 5.2) or `invalid_token` (RFC 6750 section 3.1), `unknown` for a response without a code, or `sub_mismatch`
 * for a response about another account.
 */
export class VidTokenError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, description: string) {
    super(`VID answered ${status} ${code}: ${description}`);
    this.name = 'VidTokenError';
    this.status = status;
    this.code = code;
  }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Exchanges the browser's authorization code for tokens and verifies the id token. */
export async function exchangeCode(
  client: VidClient,
  code: { readonly authCode: string; readonly codeVerifier: string; readonly redirectUri: string },
): Promise<VidTokens> {
  return requestTokens(client, {
    grant_type: 'authorization_code',
    code: code.authCode,
    code_verifier: code.codeVerifier,
    redirect_uri: code.redirectUri,
  });
}

/**
 * Refreshes the tokens. The refresh token rotates, and the reuse of an old refresh token ends the sign-in. If the
 * response is lost or is a 503, the token may already be used, so start a new sign-on instead of repeating the call.
 */
export async function refreshTokens(client: VidClient, refreshToken: string): Promise<VidTokens> {
  return requestTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/**
 * Fetches the claims about the user (name, phone number, roles and others) that the requested scopes allow.
 * @throws VidTokenError, including when the response is about an account other than the id token (OpenID Connect Core
 * 5.3.2)
 */
export async function fetchUserInfo(
  client: VidClient,
  { accessToken, claims }: Pick<VidTokens, 'accessToken' | 'claims'>,
): Promise<VidUserInfo> {
  const { status, data } = await send(`${issuerOf(client)}/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (data['sub'] !== claims.sub)
    throw new VidTokenError(status, 'sub_mismatch', 'userinfo is about another account');
  return { ...data, sub: claims.sub };
}

/** Verifies the signature, issuer, audience and expiry of an id token (OpenID Connect Core section 3.1.3.7). */
export async function verifyIdToken(client: VidClient, idToken: string): Promise<VidClaims> {
  return verify<VidClaims>(client, idToken, { requiredClaims: ['sub', 'exp'] });
}

/**
 * Verifies a token posted to the back-channel logout URI. Returns the ended session (`sid`, as in its id token), its
 * account (`sub`) and the id of the token (`jti`). The token may lack either `sid` or `sub`.
 * @throws for any other token, including an id token (Back-Channel Logout section 2.6)
 */
export async function verifyLogoutToken(
  client: VidClient,
  logoutToken: string,
): Promise<{ readonly sid: string | undefined; readonly sub: string | undefined; readonly jti: string }> {
  const claims = await verify(client, logoutToken, {
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: 300,
  });
  const { events, nonce } = claims;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  const [sid, sub] = [textOf(claims['sid']), claims.sub];
  if (!isLogout || nonce !== undefined || (sid ?? sub) === undefined) throw new Error('not a logout token');
  return { sid, sub, jti: claims.jti ?? '' };
}

async function verify<P extends JWTPayload>(
  client: VidClient,
  token: string,
  options: JWTVerifyOptions,
): Promise<P & JWTPayload> {
  const issuer = issuerOf(client);
  const keySet =
    keySets.get(issuer) ?? createRemoteJWKSet(new URL(`${issuer}/jwks`), { timeoutDuration: 5_000 });
  keySets.set(issuer, keySet);
  const { payload } = await jwtVerify<P>(token, keySet, {
    issuer,
    audience: client.clientId,
    algorithms: ['ES256', 'RS256'],
    clockTolerance: 10,
    ...options,
  });
  return payload;
}

function issuerOf(client: VidClient): string {
  return `${new URL(client.origin).origin}/vid/oidc`;
}

async function requestTokens(client: VidClient, parameters: Record<string, string>): Promise<VidTokens> {
  const body = new URLSearchParams(parameters);
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  if (client.clientSecret === undefined) body.set('client_id', client.clientId);
  else {
    const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
    headers['authorization'] = `Basic ${btoa(pair)}`;
  }
  const { data } = await send(`${issuerOf(client)}/token`, { method: 'POST', headers, body });
  const idToken = textOf(data['id_token']) ?? '';
  return {
    accessToken: textOf(data['access_token']) ?? '',
    idToken,
    refreshToken: textOf(data['refresh_token']),
    expiresInSeconds: typeof data['expires_in'] === 'number' ? data['expires_in'] : 0,
    claims: await verifyIdToken(client, idToken),
  };
}

type Request = {
  readonly headers: Readonly<Record<string, string>>;
  method?: 'POST';
  body?: URLSearchParams;
};

async function send(
  address: string,
  request: Request,
): Promise<{ readonly status: number; readonly data: Record<string, unknown> }> {
  const answer = await fetch(address, {
    ...request,
    headers: { ...request.headers, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  const data: Record<string, unknown> = Object(await answer.json().catch(() => undefined));
  if (!answer.ok) {
    throw new VidTokenError(
      answer.status,
      textOf(data['error']) ?? 'unknown',
      textOf(data['error_description']) ?? '',
    );
  }
  return { status: answer.status, data };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
