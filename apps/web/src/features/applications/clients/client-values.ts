import * as v from 'valibot';
import { message } from '#shared/forms/message.ts';
import { optionalCheckbox, required } from '#shared/forms/rules.ts';
import type { Client, ClientChange, NewClient } from './clients.ts';
import { ApiFailure, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { lookUp } from '#shared/i18n/i18n.ts';

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Rethrows a refusal of lines as one error of the first refused field, with the line numbers and reasons, or only the
 * reason for `backchannelLogoutUri`, which is a single URL. Rethrows any other error unchanged. The server counts URLs
 * from 0.
 */
export function throwByLine(error: unknown): never {
  if (!(error instanceof ApiFailure)) throw error;
  const found = Object.entries(error.fields).flatMap(([name, text]) => {
    const [field = '', index] = name.split('.');
    return index === undefined ? [] : [{ field, index: Number(index), text }];
  });
  const [first] = found;
  if (!first) throw error;
  const texts = found
    .filter(({ field }) => field === first.field)
    .map(({ index, text }) =>
      first.field === 'backchannelLogoutUri' ? text : lookUp('apps.clients.line', { line: index + 1, text }),
    );
  throw new FieldRefusal(first.field, texts.join(' ') || failureText(error), error);
}

export const kinds = ['web', 'spa', 'native', 'machine'] as const;
export type Kind = (typeof kinds)[number];

/** Authentication methods by kind, the default first. */
export const authMethods = {
  web: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  spa: ['none'],
  native: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  machine: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
} as const satisfies Record<Kind, readonly Client['authMethod'][]>;

export const optionalScopes = ['profile', 'email', 'phone', 'vid', 'broker', 'offline_access'] as const;

// A field that the form does not show has an empty value.
const text = v.fallback(v.pipe(v.string(), v.trim()), '');
const flag = v.fallback(optionalCheckbox(), false);
const keySet = v.pipe(
  text,
  v.check((value) => value === '' || readKeys(value) !== undefined, message('apps.clients.jwks.wrong')),
);

export const requiredRedirectUris = v.pipe(text, v.nonEmpty(message('apps.clients.redirectUris.required')));

export const clientSchema = v.object({
  name: required(),
  kind: v.fallback(v.picklist(kinds), 'web'),
  clientId: text,
  authMethod: v.fallback(
    v.picklist(['', 'none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']),
    '',
  ),
  jwks: keySet,
  isDeviceOnly: flag,
  redirectUris: text,
  postLogoutUris: text,
  backchannelLogoutUri: text,
  idTokenAlg: v.fallback(v.picklist(['ES256', 'RS256']), 'ES256'),
  asksToContinue: flag,
  requiresName: flag,
  requiresEmail: flag,
  mayOmitPkce: flag,
  requiresPar: flag,
  requiresDpop: flag,
  scope_profile: flag,
  scope_email: flag,
  scope_phone: flag,
  scope_vid: flag,
  scope_broker: flag,
  scope_offline_access: flag,
});

/** Returns the request body. A machine client has only the settings for its own calls. */
export function toInput(values: v.InferOutput<typeof clientSchema>, kind: Kind): NewClient {
  const { name, clientId, authMethod, requiresDpop } = values;
  const keys = values.jwks === '' ? undefined : readKeys(values.jwks);
  return {
    name,
    kind,
    requiresDpop,
    ...(clientId !== '' && { clientId }),
    ...(authMethod !== '' && { authMethod }),
    ...(keys && { jwks: keys }),
    ...(values.isDeviceOnly && { isDeviceOnly: true }),
    ...(kind !== 'machine' && {
      redirectUris: linesOf(values.redirectUris),
      postLogoutUris: linesOf(values.postLogoutUris),
      backchannelLogoutUri: values.backchannelLogoutUri === '' ? null : values.backchannelLogoutUri,
      idTokenAlg: values.idTokenAlg,
      asksToContinue: values.asksToContinue,
      requiresName: values.requiresName,
      requiresEmail: values.requiresEmail,
      mayOmitPkce: kind === 'web' && values.mayOmitPkce,
      requiresPar: values.requiresPar,
      scopes: ['openid', ...optionalScopes.filter((scope) => values[`scope_${scope}`])],
    }),
  };
}

/**
 * Returns the settings in `input` that differ from `before`, so that a form left open does not overwrite newer
 * settings.
 */
export function changesOf(
  { kind: _kind, clientId: _clientId, isDeviceOnly: _isDeviceOnly, ...settings }: NewClient,
  before: ClientChange,
): ClientChange {
  const beforeByName = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(beforeByName.get(name)),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names and values are those of `settings`
  return Object.fromEntries(changed) as ClientChange;
}

/** Parses a JWK set; undefined if the text is none. The server checks the keys in it. */
function readKeys(json: string): { keys: object[] } | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || !('keys' in parsed)) return undefined;
    const { keys } = parsed;
    if (!Array.isArray(keys)) return undefined;
    const objects = keys.filter((key): key is object => typeof key === 'object' && key !== null);
    return objects.length === keys.length ? { keys: objects } : undefined;
  } catch {
    return undefined;
  }
}
