import type { Protocol, Say } from './finding.ts';

export const names = {
  community: { client: 'clientId', redirect: 'redirectTo', challenge: 'codeChallenge' },
  openid: { client: 'client_id', redirect: 'redirect_uri', challenge: 'code_challenge' },
} as const;

/** Parameters by their correct names, and whether they are required. */
const known: Readonly<Record<Protocol, Readonly<Record<string, boolean>>>> = {
  community: {
    clientId: true,
    appCode: true,
    redirectTo: true,
    codeChallenge: true,
    mode: false,
    action: false,
    lang: false,
  },
  openid: {
    client_id: true,
    response_type: true,
    redirect_uri: true,
    code_challenge: true,
    code_challenge_method: true,
    scope: false,
    state: false,
    nonce: false,
    response_mode: false,
    prompt: false,
    max_age: false,
    login_hint: false,
    ui_locales: false,
    acr_values: false,
    claims: false,
    id_token_hint: false,
    request_uri: false,
  },
};

/** Common wrong names, as `plain` spells them. */
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
  /** Returns the value that VID reads; null if missing or empty. */
  readonly get: (name: string) => string | null;
  /**
   * Returns the value that VID reads, or the value under a misspelt name, so that all problems are reported at once.
   */
  readonly meant: (name: string) => string | null;
};

/** Reads a query and reports misspelt names. */
export function readParameters(query: URLSearchParams, protocol: Protocol, say: Say): Parameters {
  const misspelt = new Map<string, string>();
  for (const [name, isRequired] of Object.entries(known[protocol])) {
    if (query.has(name)) continue;
    const guesses = [plain(name), ...(wrongNames[name] ?? [])];
    const key = [...query.keys()].find((given) => guesses.includes(plain(given)));
    if (key === undefined) continue;
    misspelt.set(name, key);
    if (isRequired && !isOptional(name, query))
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

/** Whether a parameter is optional for this query: a sign-out returns no code, so it needs no challenge. */
export function isOptional(name: string, query: URLSearchParams): boolean {
  return name === names.community.challenge && query.get('action') === 'logout';
}
