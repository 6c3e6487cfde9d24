import type { Protocol, Say } from './finding.ts';

export const names = {
  community: { client: 'clientId', redirect: 'redirectTo', challenge: 'codeChallenge' },
  openid: { client: 'client_id', redirect: 'redirect_uri', challenge: 'code_challenge' },
} as const;

const known: Readonly<Record<Protocol, { readonly required: string; readonly optional: string }>> = {
  community: { required: 'clientId appCode redirectTo codeChallenge', optional: 'mode action lang' },
  openid: {
    required: 'client_id response_type redirect_uri code_challenge code_challenge_method',
    optional:
      'scope state nonce response_mode prompt max_age login_hint ui_locales acr_values claims id_token_hint request_uri',
  },
};

/** Common wrong names, normalized by `plain`. */
const wrongNames: Readonly<Record<string, readonly string[]>> = {
  redirectTo: ['redirecturi', 'redirecturl', 'redirecturls'],
  redirect_uri: ['redirectto', 'redirecturl'],
  lang: ['uilocales'],
  ui_locales: ['lang'],
  scope: ['scopes'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/gu, '');

export type Parameters = {
  readonly query: URLSearchParams;
  /** Returns the value that VID reads; null if the parameter is missing or empty. */
  readonly get: (name: string) => string | null;
  /**
   * Returns the value that VID reads, or else the value under a misspelt name, so that one check reports all
   * problems; null if both are missing or empty.
   */
  readonly meant: (name: string) => string | null;
};

export function readParameters(query: URLSearchParams, protocol: Protocol, say: Say): Parameters {
  const misspelt = new Map<string, string>();
  const { required, optional } = known[protocol];
  for (const name of `${required} ${optional}`.split(' ')) {
    if (query.has(name)) continue;
    const guesses = [plain(name), ...(wrongNames[name] ?? [])];
    const key = [...query.keys()].find((given) => guesses.includes(plain(given)));
    if (key === undefined) continue;
    misspelt.set(name, key);
    if (required.split(' ').includes(name) && !isOptional(name, query))
      say.refused(name, `it is missing: ${key} is the wrong name`, `use ${name}`);
    else say.ignored(key, 'VID ignores this spelling', `use ${name}`);
  }
  const get = (name: string): string | null => query.get(name) || null;
  return {
    query,
    get,
    meant: (name) => get(name) ?? (query.get(misspelt.get(name) ?? name) || null),
  };
}

/**
 * Returns whether a required parameter may be missing. A logout returns no code, so it needs no challenge.
 */
export function isOptional(name: string, query: URLSearchParams): boolean {
  return name === names.community.challenge && query.get('action') === 'logout';
}
