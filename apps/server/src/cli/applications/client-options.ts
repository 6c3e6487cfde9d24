import { managementScopes, type ManagementScope } from '@vid/contract/management-scopes';
import { clientFromMetadata } from '#applications/clients/client-metadata.ts';
import type { ClientInput, NewClient } from '#applications/clients/client.service.ts';
import { oneOf } from '../access/subcommand.ts';
import { UsageProblem } from '../command.ts';
import { readGivenFile } from '../given-file.ts';

/** Flags of `client-set`. A flag with the prefix `--no-` turns a setting off. */
export const changeOptions = {
  name: { type: 'string' },
  redirect: { type: 'string', multiple: true },
  'post-logout': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  backchannel: { type: 'string' },
  auth: { type: 'string' },
  jwks: { type: 'string' },
  alg: { type: 'string' },
  asks: { type: 'boolean' },
  'needs-name': { type: 'boolean' },
  'needs-email': { type: 'boolean' },
  pkce: { type: 'boolean' },
  par: { type: 'boolean' },
  dpop: { type: 'boolean' },
} as const;

export const clientOptions = {
  ...changeOptions,
  kind: { type: 'string' },
  id: { type: 'string' },
  device: { type: 'boolean' },
  metadata: { type: 'string' },
} as const;

type Values = {
  readonly [K in Exclude<keyof typeof clientOptions, ListFlag | BooleanFlag>]?: string | undefined;
} & { readonly [K in ListFlag]?: string[] | undefined } & {
  readonly [K in BooleanFlag]?: boolean | undefined;
};
type ListFlag = 'redirect' | 'post-logout' | 'scope';
type BooleanFlag = 'asks' | 'needs-name' | 'needs-email' | 'pkce' | 'par' | 'dpop' | 'device';

const kinds = ['web', 'spa', 'native', 'machine'] as const;
const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const algorithms = ['ES256', 'RS256'] as const;

/** Parses the flags of a client. The value `none` of `--post-logout` or `--backchannel` removes the URIs. */
export async function readClientFlags(values: Values): Promise<ClientInput> {
  return {
    name: values.name,
    redirectUris: values.redirect,
    postLogoutUris: values['post-logout']?.filter((address) => address !== 'none'),
    backchannelLogoutUri: values.backchannel === 'none' ? null : values.backchannel,
    authMethod: values.auth === undefined ? undefined : oneOf(values.auth, authMethods, '--auth'),
    idTokenAlg: values.alg === undefined ? undefined : oneOf(values.alg, algorithms, '--alg'),
    jwks: values.jwks === undefined ? undefined : await readJson(values.jwks, keysHint),
    asksToContinue: values.asks,
    requiresName: values['needs-name'],
    requiresEmail: values['needs-email'],
    mayOmitPkce: values.pkce === undefined ? undefined : !values.pkce,
    requiresPar: values.par,
    requiresDpop: values.dpop,
    scopes: values.scope,
  };
}

/** Parses a new client. Flags override the metadata file. */
export async function readNewClient(values: Values): Promise<NewClient> {
  const flags = await readClientFlags(values);
  const described =
    values.metadata === undefined
      ? undefined
      : clientFromMetadata(await readJson(values.metadata, metadataHint));
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const kind = values.kind === undefined && described ? described.kind : oneOf(values.kind, kinds, '--kind');
  return {
    ...described,
    ...Object.fromEntries(given),
    kind,
    clientId: values.id,
    isDeviceOnly: values.device ?? described?.isDeviceOnly ?? false,
  };
}

export function readManagementScopes(words: readonly string[]): readonly ManagementScope[] {
  if (words.length === 1 && words[0] === 'none') return [];
  return words.map((word) => oneOf(word, managementScopes, 'A scope'));
}

const keysHint = '--jwks expects a file with public keys, {"keys": [...]}.';
const metadataHint = '--metadata expects a file with client metadata (RFC 7591).';

async function readJson(file: string, expected: string): Promise<unknown> {
  const text = await readGivenFile(file, expected);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageProblem(`${file} is not JSON. ${expected}`, { cause: error });
  }
}
