import { isRegistered } from '#applications/clients/redirect-address.policy.ts';
import { closest } from './closest.ts';
import { describeDifference } from './describe-difference.ts';
import type { Protocol, RegisteredClient, Say } from './finding.ts';
import { names, type Parameters } from './parameters.ts';

export function checkRedirect(
  { get, meant }: Parameters,
  client: RegisteredClient,
  protocol: Protocol,
  say: Say,
): void {
  // A machine client has no redirect URIs; `checkClient` reports its kind.
  if (client.kind === 'machine') return;
  const parameter = names[protocol].redirect;
  const isLogout = protocol === 'community' && get('action') === 'logout';
  const registered = isLogout ? [...client.redirectUris, ...client.postLogoutUris] : client.redirectUris;
  const given = meant(parameter);
  if (given === null) {
    say.refused(parameter, 'it is missing', `send one of: ${registered.join(', ')}`);
    return;
  }
  if (isRegistered(given, registered, client.kind)) return;
  const near = closest(given, registered);
  if (near === undefined) {
    say.refused(parameter, 'the client has no registered address', 'register it: application redirect-add');
    return;
  }
  say.refused(parameter, describeDifference(given, near), `the closest registered address is ${near}`);
}
