import { closest } from './closest.ts';
import { describeDifference } from './describe-difference.ts';
import type { Protocol, RegisteredClient, Say } from './finding.ts';
import { names, type Parameters } from './parameters.ts';

/** Checks the redirect address by the comparison of the protocol. */
export function checkRedirect(
  { get, meant }: Parameters,
  client: RegisteredClient,
  protocol: Protocol,
  say: Say,
): void {
  // A machine client has no redirect addresses, and its kind is already reported.
  if (client.kind === 'machine') return;
  const parameter = names[protocol].redirect;
  const isLogout = protocol === 'community' && get('action') === 'logout';
  const registered = isLogout ? [...client.redirectUris, ...client.postLogoutUris] : client.redirectUris;
  const given = meant(parameter);
  if (given === null) {
    say.refused(parameter, 'it is missing', `send one of: ${registered.join(', ')}`);
    return;
  }
  if (registered.includes(given)) return;
  const near = closest(given, registered);
  if (near === undefined) {
    say.refused(parameter, 'the client has no registered address', 'register it: application redirect-add');
    return;
  }
  const isOtherPort = client.kind === 'native' && registered.some((one) => differsByPort(given, one));
  if (isOtherPort && protocol === 'openid') return;
  say.refused(
    parameter,
    isOtherPort
      ? `${describeDifference(given, near)}; only OpenID Connect allows any port`
      : describeDifference(given, near),
    isOtherPort ? `send ${near} or use /vid/oidc/auth` : `the closest registered address is ${near}`,
  );
}

/**
 * Whether two addresses differ only by their port. An application on the person's machine cannot know its port in
 * advance (RFC 8252 section 7.3).
 */
function differsByPort(given: string, registered: string): boolean {
  const [a, b] = [URL.parse(given), URL.parse(registered)];
  if (!a || !b || a.protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(a.hostname))
    return false;
  a.port = '';
  b.port = '';
  return a.href === b.href;
}
