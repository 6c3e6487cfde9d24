import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '@vid/sql/sql';
import { hashSecret } from '../seed.ts';

/** A first-party web client. VID gives a signed-in browser a code for it without showing a page. */
export type RelyingClient = PublicClient & { readonly secret: string };

export type PublicClient = {
  readonly appCode: string;
  readonly clientId: string;
  readonly redirectUri: string;
};

/** Returns a client with a new secret. */
export function newRelyingClient(appCode: string): RelyingClient {
  return {
    appCode,
    clientId: `${appCode}-web`,
    secret: randomBytes(32).toString('base64url'),
    redirectUri: 'https://shop.example.vn/callback',
  };
}

export async function registerClient(sql: Sql, client: RelyingClient): Promise<void> {
  const { clientId, secret } = client;
  await insertClient(sql, client, { kind: 'web', authMethod: 'client_secret_basic' });
  await sql`
    insert into client_secrets (id, client_id, secret_hash)
    values (${`cli_${secret.slice(0, 20)}`}, ${clientId}, ${hashSecret(secret)})`;
}

export async function registerPublicClient(sql: Sql, client: PublicClient): Promise<void> {
  await insertClient(sql, client, { kind: 'spa', authMethod: 'none' });
}

async function insertClient(
  sql: Sql,
  { appCode, clientId, redirectUri }: PublicClient,
  { kind, authMethod }: { readonly kind: string; readonly authMethod: string },
): Promise<void> {
  const applicationId = `app_${appCode}`;
  await sql`
    insert into applications (id, code, name, is_first_party) values (${applicationId}, ${appCode}, 'Bench', true)
    on conflict do nothing`;
  await sql`
    insert into clients (id, application_id, name, kind, auth_method, redirect_uris)
    values (${clientId}, ${applicationId}, 'Bench', ${kind}, ${authMethod}, array[${redirectUri}])
    on conflict do nothing`;
}

/** Returns the Authorization header for the token endpoint (RFC 6749 section 2.3.1). */
export function basicAuthorization({ clientId, secret }: RelyingClient): string {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
}

/** Returns a verifier and its challenge (RFC 7636 section 4). */
export function newPkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the headers of a call that VID's own page makes in a signed-in browser. */
export function pageHeaders(origin: string, cookie: string): Record<string, string> {
  return { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
}

/**
 * Validates the client's request for a browser, as the community protocol requires before a code. Returns the browser's
 * cookies, including those that bind the request to the browser.
 */
export async function validateRequest(
  origin: string,
  { appCode, clientId, redirectUri }: RelyingClient,
  cookie: string,
): Promise<string> {
  const answer = await fetch(`${origin}/vid/ajax/apps/view/validateRedirectUrls`, {
    method: 'POST',
    headers: pageHeaders(origin, cookie),
    body: JSON.stringify({ appCode, clientId, redirectUrls: redirectUri }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`validateRedirectUrls returned ${answer.status} ${text}`);
  const bound = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return [cookie, ...bound].join('; ');
}

export function communityQuery({ appCode, clientId, redirectUri }: PublicClient, challenge: string): string {
  return new URLSearchParams({
    appCode,
    clientId,
    redirectTo: redirectUri,
    codeChallenge: challenge,
    state: 'bench',
  }).toString();
}

export function authorizationQuery({ clientId, redirectUri }: PublicClient, challenge: string): string {
  return new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
}

/** Returns the body of the token request that redeems a code (RFC 6749 section 4.1.3). */
export function codeGrant(
  code: string,
  verifier: string,
  redirectUri: string,
): Record<'grant_type' | 'code' | 'code_verifier' | 'redirect_uri', string> {
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
}
