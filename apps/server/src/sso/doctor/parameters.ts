import type { Protocol, Say } from './finding.ts';

/** What each protocol calls the same thing. */
export const names = {
  community: { client: 'clientId', redirect: 'redirectTo', challenge: 'codeChallenge' },
  openid: { client: 'client_id', redirect: 'redirect_uri', challenge: 'code_challenge' },
} as const;

/** The parameters by their right names, and whether there is no sign-on without them. */
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

/** What the other protocol calls it, and what people guess, in the spelling of `plain`. */
const twins: Readonly<Record<string, readonly string[]>> = {
  redirectTo: ['redirecturi', 'redirecturl', 'redirecturls'],
  redirect_uri: ['redirectto', 'redirecturl'],
  lang: ['uilocales'],
  ui_locales: ['lang'],
  scope: ['scopes'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/gu, '');

export type Parameters = {
  readonly query: URLSearchParams;
  /** The value that VID reads; null where it is missing or empty, which is the same to it. */
  readonly get: (name: string) => string | null;
  /** The same, else that of a misspelt name: what else is wrong is said at once. */
  readonly meant: (name: string) => string | null;
};

/** Reads a query, and says which names are not spelt as VID spells them. */
export function readParameters(query: URLSearchParams, protocol: Protocol, say: Say): Parameters {
  const spelt = new Map<string, string>();
  for (const [name, isRequired] of Object.entries(known[protocol])) {
    if (query.has(name)) continue;
    const guesses = [plain(name), ...(twins[name] ?? [])];
    const key = [...query.keys()].find((given) => guesses.includes(plain(given)));
    if (key === undefined) continue;
    spelt.set(name, key);
    if (isRequired && !isSpared(name, query))
      say.refused(name, `it is missing: ${key} is not how it is spelt here`, `write ${name}`);
    else say.ignored(key, 'VID does not know this spelling, and ignores it', `write ${name}`);
  }
  const get = (name: string): string | null => query.get(name) || null;
  return {
    query,
    get,
    meant: (name) => get(name) ?? (query.get(spelt.get(name) ?? name) || null),
  };
}

/** Signing out gives no code that a verifier could belong to. */
export function isSpared(name: string, query: URLSearchParams): boolean {
  return name === names.community.challenge && query.get('action') === 'logout';
}
