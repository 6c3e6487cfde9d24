import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import { checkCommunity, checkPage, isCommunityPath } from './check-community.ts';
import { checkForm, checkOpenId, isOpenIdPath, isPushed, notePushed } from './check-openid.ts';
import { checkRedirect } from './check-redirect.ts';
import { closest } from './closest.ts';
import { createFindings, type Finding, type Protocol, type RegisteredClient, type Say } from './finding.ts';
import { isOptional, names, readParameters, type Parameters } from './parameters.ts';

/** Returns the protocol of an authorization URL; undefined for a path of neither protocol. */
export function protocolOf(address: string): Protocol | undefined {
  const pathname = URL.parse(address)?.pathname ?? '';
  if (isOpenIdPath(pathname)) return 'openid';
  return isCommunityPath(pathname) ? 'community' : undefined;
}

/** Checks an authorization URL by the server's rules. */
export function diagnose(
  address: string,
  clients: readonly RegisteredClient[],
  publicOrigin: string,
): readonly Finding[] {
  const { findings, say } = createFindings();
  const url = URL.parse(address);
  const protocol = protocolOf(address);
  if (!url) say.refused('address', 'this is not an address', 'paste all of it, starting with https://');
  else if (!protocol)
    say.refused(
      'address',
      `its path ${url.pathname} does not start a sign-in`,
      'use /vid/oidc/auth for OpenID Connect, /vid/web/home?mode=…&appCode=…&clientId=… for the community’s protocol',
    );
  else {
    if (url.origin !== publicOrigin)
      say.refused('address', `it points to ${url.origin}`, `this VID is at ${publicOrigin} (VID_PUBLIC_URL)`);
    if (protocol === 'community') checkPage(url.pathname, say);
    const parameters = readParameters(url.searchParams, protocol, say);
    const client = findClient(parameters, protocol, clients, say);
    if (protocol === 'openid') {
      checkForm(parameters, say);
      if (isPushed(parameters)) {
        notePushed(say);
        return findings;
      }
    }
    if (client) checkRedirect(parameters, client, protocol, say);
    const omitsPkce = omitsChallenge(parameters, protocol, client);
    if (omitsPkce) checkNonce(parameters, say);
    else checkChallenge(parameters, protocol, say);
    if (protocol === 'openid')
      checkOpenId(parameters, { issuer: `${publicOrigin}/vid/oidc`, omitsPkce }, say);
    else checkCommunity(parameters, client, say);
  }
  return findings;
}

function findClient(
  { meant }: Parameters,
  protocol: Protocol,
  clients: readonly RegisteredClient[],
  say: Say,
): RegisteredClient | undefined {
  const parameter = names[protocol].client;
  const id = meant(parameter);
  const client = clients.find((one) => one.id === id);
  if (id === null) say.refused(parameter, 'it is missing', 'send the id that client-add printed');
  else if (client) checkClient(client, parameter, say);
  else {
    const near = closest(
      id,
      clients.map((one) => one.id),
    );
    say.refused(
      parameter,
      `no client has the id ${JSON.stringify(id)}`,
      near === undefined ? 'register it: application client-add' : `did you mean ${near}?`,
    );
  }
  return client;
}

function checkClient(client: RegisteredClient, parameter: string, say: Say): void {
  if (!client.isActive) say.refused(parameter, 'the client is disabled', 'application client-enable');
  if (!client.isApplicationActive)
    say.refused(parameter, 'its application is disabled', 'application enable');
  if (client.kind === 'machine')
    say.refused(
      parameter,
      'it is a machine client, which does not sign people in',
      'register a web, spa or native client',
    );
}

function omitsChallenge(
  { meant }: Parameters,
  protocol: Protocol,
  client: RegisteredClient | undefined,
): boolean {
  return protocol === 'openid' && client?.mayOmitPkce === true && meant(names.openid.challenge) === null;
}

function checkNonce({ meant }: Parameters, say: Say): void {
  if (meant('nonce') === null)
    say.refused('nonce', 'it is missing', 'send a nonce, or PKCE, which protects better');
}

function checkChallenge({ query, meant }: Parameters, protocol: Protocol, say: Say): void {
  const { challenge: parameter } = names[protocol];
  if (isOptional(parameter, query)) return;
  const challenge = meant(parameter);
  if (challenge === null)
    say.refused(parameter, 'it is missing', 'PKCE is required: send base64url(SHA-256(verifier))');
  else if (!isCodeChallenge(challenge))
    say.refused(parameter, describeChallenge(challenge), 'send base64url(SHA-256(verifier)) without padding');
}

function describeChallenge(challenge: string): string {
  if (/[=+/]/u.test(challenge)) return 'it is base64, not base64url';
  return challenge.length === 43
    ? 'it contains a character that is not base64url'
    : `it has ${challenge.length} characters; a SHA-256 in base64url has 43`;
}
