import type { ClientSettings } from './application.repo.ts';

export const machineProblem =
  'A machine client does not sign users in, so it has no redirect, post-logout or back-channel addresses.';

/** Why these settings contradict each other; undefined if they do not. */
export function findClientProblem(client: ClientSettings, isDeviceOnly: boolean): string | undefined {
  const { kind, authMethod, redirectUris, postLogoutUris, backchannelLogoutUri } = client;
  if (kind === 'spa' && authMethod !== 'none')
    return 'A single-page client cannot keep a secret, so its method must be none.';
  if ((kind === 'web' || kind === 'machine') && authMethod === 'none')
    return 'A web or machine client must authenticate, so its method cannot be none.';
  if ((authMethod === 'private_key_jwt') !== (client.jwks !== null))
    return 'private_key_jwt requires the client’s public keys (jwks); other methods do not use them.';
  const hasAddresses = redirectUris.length + postLogoutUris.length > 0 || backchannelLogoutUri !== null;
  if (kind === 'machine') return hasAddresses ? machineProblem : machineFlags(client);
  if (isDeviceOnly && kind === 'spa') return 'A single-page client cannot use the device flow.';
  if (redirectUris.length === 0 && !isDeviceOnly)
    return 'At least one redirect address is required. A client of the device flow alone needs none (--device).';
  if (redirectUris.length === 0 && client.requiresPar)
    return 'Pushed requests need a redirect address: the device flow does not use them.';
  return undefined;
}

function machineFlags({ asksToContinue, requiresName, requiresPar }: ClientSettings): string | undefined {
  return asksToContinue || requiresName || requiresPar
    ? 'A machine client does not sign users in, so it cannot ask them to continue, need a name or push requests.'
    : undefined;
}
