import type { FieldReason } from '@vid/contract/errors';
import type { ClientSettings } from './application.repo.ts';

export const machineProblem =
  'A machine client does not sign users in, so it has no redirect, post-logout or back-channel addresses.';

/** Why settings contradict each other: for operators, and by field for a form. */
export type ClientProblem = {
  readonly message: string;
  readonly fields: Readonly<Partial<Record<keyof ClientSettings, FieldReason>>>;
};

/** Why these settings contradict each other; undefined if they do not. */
export function findClientProblem(client: ClientSettings, isDeviceOnly: boolean): ClientProblem | undefined {
  const { kind, authMethod, redirectUris, postLogoutUris, backchannelLogoutUri } = client;
  if (kind === 'spa' && authMethod !== 'none')
    return {
      message: 'A single-page client cannot keep a secret, so its method must be none.',
      fields: { authMethod: 'clientMethod' },
    };
  if ((kind === 'web' || kind === 'machine') && authMethod === 'none')
    return {
      message: 'A web or machine client must authenticate, so its method cannot be none.',
      fields: { authMethod: 'clientMethod' },
    };
  if ((authMethod === 'private_key_jwt') !== (client.jwks !== null))
    return {
      message: 'private_key_jwt requires the client’s public keys (jwks); other methods do not use them.',
      fields: { jwks: 'clientKeysRequired' },
    };
  const hasAddresses = redirectUris.length + postLogoutUris.length > 0 || backchannelLogoutUri !== null;
  if (kind === 'machine')
    return hasAddresses
      ? { message: machineProblem, fields: { redirectUris: 'clientMachine' } }
      : machineFlags(client);
  if (isDeviceOnly && kind === 'spa')
    return {
      message: 'A single-page client cannot use the device flow.',
      fields: { redirectUris: 'addressRequired' },
    };
  if (redirectUris.length === 0 && !isDeviceOnly)
    return {
      message:
        'At least one redirect address is required. A client of the device flow alone needs none (--device).',
      fields: { redirectUris: 'addressRequired' },
    };
  if (redirectUris.length === 0 && client.requiresPar)
    return {
      message: 'Pushed requests need a redirect address: the device flow does not use them.',
      fields: { requiresPar: 'clientDevice' },
    };
  return undefined;
}

function machineFlags({
  asksToContinue,
  requiresName,
  requiresPar,
}: ClientSettings): ClientProblem | undefined {
  if (!asksToContinue && !requiresName && !requiresPar) return undefined;
  return {
    message:
      'A machine client does not sign users in, so it cannot ask them to continue, need a name or push requests.',
    fields: {
      ...(asksToContinue && { asksToContinue: 'clientMachine' as const }),
      ...(requiresName && { requiresName: 'clientMachine' as const }),
      ...(requiresPar && { requiresPar: 'clientMachine' as const }),
    },
  };
}
