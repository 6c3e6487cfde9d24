/** What is registered, as far as an authorization address can be wrong about it. */
export type RegisteredClient = {
  readonly id: string;
  readonly appCode: string;
  readonly kind: 'web' | 'spa' | 'native' | 'machine';
  readonly isActive: boolean;
  readonly isApplicationActive: boolean;
  readonly redirectUris: readonly string[];
};

/** One thing that is wrong, and what to do about it; `parameter` names the culprit. */
export type Finding = { readonly parameter: string; readonly problem: string; readonly mend: string };

export type Protocol = 'community' | 'openid';

const names = {
  community: { client: 'clientId', redirect: 'redirectTo', challenge: 'codeChallenge' },
  openid: { client: 'client_id', redirect: 'redirect_uri', challenge: 'code_challenge' },
} as const;

/** Which protocol an address belongs to; undefined when it is no address that people are sent to to sign in. */
export function protocolOf(address: string): Protocol | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  if (url.pathname === '/vid/oidc/auth') return 'openid';
  return /^\/vid\/web(?:\/|$)/u.test(url.pathname) && url.searchParams.has('clientId')
    ? 'community'
    : undefined;
}

/** Reads an authorization address as VID would, and says in words what is wrong with it. Nothing found: it is right. */
export function diagnose(
  address: string,
  clients: readonly RegisteredClient[],
  publicOrigin: string,
): readonly Finding[] {
  const url = URL.parse(address);
  if (!url)
    return [
      {
        parameter: 'address',
        problem: 'this is no address',
        mend: 'paste the whole of it, from https:// on',
      },
    ];
  const protocol = protocolOf(address);
  if (!protocol)
    return [
      {
        parameter: 'address',
        problem: `its path ${url.pathname} is not where people are sent to sign in`,
        mend: '/vid/oidc/auth is that of OpenID Connect, /vid/web/home?mode=…&appCode=…&clientId=… that of the community’s protocol',
      },
    ];
  const query = url.searchParams;
  const name = names[protocol];
  const findings: Finding[] = [];
  const add = (parameter: string, problem: string, mend: string): void => {
    findings.push({ parameter, problem, mend });
  };
  if (url.origin !== publicOrigin)
    add('address', `it leads to ${url.origin}`, `this VID is at ${publicOrigin} (VID_PUBLIC_URL)`);
  for (const key of new Set(query.keys()))
    if (query.getAll(key).length > 1) add(key, 'it is there more than once', 'send it once');

  const clientId = query.get(name.client) ?? '';
  const client = clients.find(({ id }) => id === clientId);
  if (clientId === '') add(name.client, 'it is missing', 'send the id that client-add has shown');
  else if (!client) {
    const near = closest(
      clientId,
      clients.map(({ id }) => id),
    );
    add(
      name.client,
      `no client has the id ${JSON.stringify(clientId)}`,
      near === undefined ? 'register it: application client-add' : `is ${near} meant?`,
    );
  } else {
    checkClient(client, protocol, query, add);
    checkRedirect(query.get(name.redirect), client, name.redirect, add);
  }
  checkChallenge(query, protocol, add);
  if (protocol === 'openid') checkOpenId(query, add);
  else checkCommunity(query, add);
  return findings;
}

type Add = (parameter: string, problem: string, mend: string) => void;

function checkClient(client: RegisteredClient, protocol: Protocol, query: URLSearchParams, add: Add): void {
  const parameter = names[protocol].client;
  if (!client.isActive) add(parameter, 'the client is disabled', 'application client-enable');
  if (!client.isApplicationActive) add(parameter, 'its application is disabled', 'application enable');
  if (client.kind === 'machine')
    add(
      parameter,
      'it is a machine client, which signs no people in',
      'register a web, spa or native client',
    );
  if (protocol !== 'community') return;
  const appCode = query.get('appCode') ?? '';
  if (appCode === '') add('appCode', 'it is missing', `send ${client.appCode}`);
  else if (appCode !== client.appCode)
    add(
      'appCode',
      `the client belongs to ${client.appCode}, not to ${JSON.stringify(appCode)}`,
      `send ${client.appCode}`,
    );
}

function checkRedirect(given: string | null, client: RegisteredClient, parameter: string, add: Add): void {
  if (given === null || given === '') {
    add(parameter, 'it is missing', `send one of: ${client.redirectUris.join(', ')}`);
    return;
  }
  if (client.redirectUris.includes(given)) return;
  const near = closest(given, client.redirectUris);
  if (near === undefined) {
    add(parameter, 'the client has no registered address', 'application redirect-add');
    return;
  }
  if (client.kind === 'native' && differsByLoopbackPort(given, near)) return;
  add(parameter, describeDifference(given, near), `the closest registered address is ${near}`);
}

/** How an address differs from a registered one, in the words of whoever has to mend it. */
export function describeDifference(given: string, registered: string): string {
  const it = 'the redirect address';
  if (given === registered) return `${it} is the registered one`;
  if (given.trim() === registered) return `${it} has spaces or line breaks around it`;
  if (`${given}/` === registered || given === `${registered}/`)
    return `${it} differs from the registered one by its trailing slash`;
  if (decodes(given) === registered) return `${it} is encoded twice`;
  const a = URL.parse(given);
  const b = URL.parse(registered);
  if (!a || !b) return `${it} is no address`;
  if (a.href === b.href)
    return `${it} means the same as the registered one but is not written the same, character by character`;
  if (a.protocol !== b.protocol && a.href.slice(a.protocol.length) === b.href.slice(b.protocol.length))
    return `${it} differs from the registered one by ${a.protocol.slice(0, -1)} instead of ${b.protocol.slice(0, -1)}`;
  if (a.hostname !== b.hostname) {
    if (`www.${a.hostname}` === b.hostname || a.hostname === `www.${b.hostname}`)
      return `${it} differs from the registered one by “www.”`;
    return `${it} is at ${a.hostname}, the registered one at ${b.hostname}`;
  }
  if (a.port !== b.port)
    return `${it} differs from the registered one by its port (${a.port || 'none'} instead of ${b.port || 'none'})`;
  if (a.pathname.toLowerCase() === b.pathname.toLowerCase() && a.pathname !== b.pathname)
    return `${it} differs from the registered one by upper and lower case`;
  if (a.pathname !== b.pathname)
    return `${it} differs from the registered one by its path (${a.pathname} instead of ${b.pathname})`;
  if (a.search !== b.search)
    return `${it} differs from the registered one by what follows “?” (keep such things in state or additionParams)`;
  return `${it} differs from the registered one by what follows “#”`;
}

function checkChallenge(query: URLSearchParams, protocol: Protocol, add: Add): void {
  const { challenge: parameter } = names[protocol];
  const challenge = query.get(parameter);
  if (challenge === null || challenge === '')
    add(parameter, 'it is missing', 'PKCE is required for every client: send base64url(SHA-256(verifier))');
  else if (!/^[A-Za-z0-9_-]{43}$/u.test(challenge))
    add(
      parameter,
      challenge.includes('=') || challenge.includes('+') || challenge.includes('/')
        ? 'it is base64, not base64url'
        : `it has ${challenge.length} characters; a SHA-256 in base64url has 43`,
      'send base64url(SHA-256(verifier)) without padding',
    );
}

function checkOpenId(query: URLSearchParams, add: Add): void {
  const method = query.get('code_challenge_method');
  if (method !== 'S256')
    add(
      'code_challenge_method',
      method === null ? 'it is missing' : `${JSON.stringify(method)} is not offered`,
      'send S256',
    );
  const type = query.get('response_type');
  if (type !== 'code')
    add(
      'response_type',
      type === null ? 'it is missing' : `${JSON.stringify(type)} is not offered`,
      'send code',
    );
  const scope = query.get('scope');
  if (scope === null || !scope.split(' ').includes('openid'))
    add('scope', 'it does not hold openid', 'send scope=openid profile …');
  const mode = query.get('response_mode');
  if (mode !== null && mode !== 'query' && mode !== 'fragment')
    add(
      'response_mode',
      `${JSON.stringify(mode)} is not offered`,
      'leave it out: query is what code answers by',
    );
  const prompts = (query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '');
  if (prompts.includes('none') && prompts.length > 1)
    add('prompt', 'none does not go with another', 'send none alone, or without none');
  const unknown = prompts.find((prompt) => !['none', 'login', 'consent', 'select_account'].includes(prompt));
  if (unknown !== undefined)
    add('prompt', `${JSON.stringify(unknown)} is not known`, 'none, login, consent, select_account');
}

function checkCommunity(query: URLSearchParams, add: Add): void {
  const mode = query.get('mode');
  if (mode !== null && mode !== 'window' && mode !== 'redirect')
    add('mode', `${JSON.stringify(mode)} is not known`, 'window (a popup) or redirect');
}

function decodes(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function differsByLoopbackPort(given: string, registered: string): boolean {
  const [a, b] = [URL.parse(given), URL.parse(registered)];
  if (!a || !b || a.protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(a.hostname))
    return false;
  a.port = '';
  b.port = '';
  return a.href === b.href;
}

/** The candidate with the fewest changed characters, if there is any. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  return candidates
    .map((candidate) => ({ candidate, distance: distanceOf(text.slice(0, 300), candidate.slice(0, 300)) }))
    .toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Levenshtein's distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (next[j - 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
