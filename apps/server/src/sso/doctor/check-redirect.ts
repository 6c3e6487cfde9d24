import { closest } from './closest.ts';
import { describeDifference } from './describe-difference.ts';
import type { Protocol, RegisteredClient, Say } from './finding.ts';
import { names, type Parameters } from './parameters.ts';

/** Where the browser is sent back to, as either protocol compares it. */
export function checkRedirect(
  { get, meant }: Parameters,
  client: RegisteredClient,
  protocol: Protocol,
  say: Say,
): void {
  // A machine client's addresses count for nothing, and that it is one has been said.
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
    say.refused(parameter, 'the client has no registered address', 'application redirect-add');
    return;
  }
  const isOtherPort = client.kind === 'native' && registered.some((one) => differsByPort(given, one));
  if (isOtherPort && protocol === 'openid') return;
  say.refused(
    parameter,
    isOtherPort
      ? `${describeDifference(given, near)}, and a free choice of it is OpenID Connect’s only`
      : describeDifference(given, near),
    isOtherPort ? `send ${near}, or people to /vid/oidc/auth` : `the closest registered address is ${near}`,
  );
}

/** RFC 8252 section 7.3: an application on the person's own machine can't choose its port beforehand. */
function differsByPort(given: string, registered: string): boolean {
  const [a, b] = [URL.parse(given), URL.parse(registered)];
  if (!a || !b || a.protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(a.hostname))
    return false;
  a.port = '';
  b.port = '';
  return a.href === b.href;
}
