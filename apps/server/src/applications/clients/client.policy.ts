import type { FieldReason } from '@vid/contract/field-reasons';
import type { FormerSecretEnd } from '@vid/contract/limits';
import type { ClientSettings } from '#applications/application/application.repo.ts';

/** Scopes that a client may request for its users, in the order of the consent screen. */
export const clientScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'vid',
  'broker',
  'offline_access',
] as const;

/**
 * Returns each scope once, in the order of the consent screen. Unknown scopes come last, for
 * `findClientProblem` to report.
 */
export function orderScopes(scopes: readonly string[]): string[] {
  const known: readonly string[] = clientScopes;
  const given = new Set(scopes);
  return [
    ...known.filter((scope) => given.has(scope)),
    ...[...given].filter((scope) => !known.includes(scope)),
  ];
}

export const machineProblem =
  'A machine client does not sign users in, so it has no redirect, post-logout or back-channel addresses.';

export type ClientProblem = {
  readonly message: string;
  readonly fields: Readonly<Partial<Record<keyof ClientSettings, FieldReason>>>;
};

/** Returns the first problem of the settings; undefined if there is none. */
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
  if (client.mayOmitPkce && kind !== 'web')
    return {
      message: 'Only a web client, which authenticates, may omit PKCE.',
      fields: { mayOmitPkce: 'clientMethod' },
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
  const unknown = client.scopes.find((scope) => !clientScopes.some((known) => known === scope));
  if (unknown !== undefined || !client.scopes.includes('openid'))
    return {
      message: `A client may ask for ${clientScopes.join(', ')}, and always for openid.`,
      fields: { scopes: 'clientScopes' },
    };
  if (isDeviceOnly && kind === 'spa')
    return {
      message: 'A single-page client cannot use the device flow.',
      fields: { redirectUris: 'addressRequired' },
    };
  if (redirectUris.length === 0 && !isDeviceOnly)
    return {
      message:
        'At least one redirect URI is required. A client of the device flow alone needs none (--device).',
      fields: { redirectUris: 'addressRequired' },
    };
  if (redirectUris.length === 0 && client.requiresPar)
    return {
      message: 'Pushed requests need a redirect URI: the device flow does not use them.',
      fields: { requiresPar: 'clientDevice' },
    };
  return undefined;
}

function machineFlags({
  asksToContinue,
  requiresName,
  requiresEmail,
  requiresPar,
  scopes,
}: ClientSettings): ClientProblem | undefined {
  const isRequiring = requiresName || requiresEmail || requiresPar;
  if (!asksToContinue && !isRequiring && scopes.length === 0) return undefined;
  return {
    message:
      'A machine client does not sign users in, so it cannot ask them to continue, need a name or an e-mail address, push requests or have scopes.',
    fields: {
      ...(asksToContinue && { asksToContinue: 'clientMachine' as const }),
      ...(requiresName && { requiresName: 'clientMachine' as const }),
      ...(requiresEmail && { requiresEmail: 'clientMachine' as const }),
      ...(requiresPar && { requiresPar: 'clientMachine' as const }),
      ...(scopes.length > 0 && { scopes: 'clientMachine' as const }),
    },
  };
}

/**
 * Returns when a client's former secret ends after a rotation: at once if the actor takes over a machine client
 * or an intruder may have created one of its secrets, otherwise as chosen.
 */
export function decideFormerSecretEnd(
  chosen: FormerSecretEnd,
  { isTakenOver, isInDoubt }: { readonly isTakenOver: boolean; readonly isInDoubt: boolean },
): FormerSecretEnd {
  return isTakenOver || isInDoubt ? 'now' : chosen;
}
