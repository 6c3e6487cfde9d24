/** Client data that the templates fill in, without a secret. */
export type SnippetClient = {
  readonly origin: string;
  readonly appId: string;
  readonly appCode: string;
  readonly clientId: string;
  readonly kind: 'web' | 'spa' | 'native' | 'machine';
  readonly authMethod: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** The registered redirect URI for the code; null for a client without redirect URIs. */
  readonly redirectUri: string | null;
  /** The registered addresses to which VID may return after a sign-out. */
  readonly postLogoutUris: readonly string[];
  readonly scopes: readonly string[];
  readonly idTokenAlg: 'ES256' | 'RS256';
  readonly requiresPar: boolean;
  readonly requiresDpop: boolean;
};

export type SignInClient = SnippetClient & { readonly redirectUri: string };

export type SnippetFile = { readonly name: string; readonly code: string };

/** Code that signs members in or calls the management API, with the values of a client filled in. */
export type Snippet = {
  readonly install: string;
  readonly files: readonly SnippetFile[];
  readonly run: string;
  readonly open: string | null;
  /** The redirect URI in the code, which must be registered; null if the code uses none. */
  readonly redirectUri: string | null;
};

export const issuerOf = ({ origin }: SnippetClient): string => `${origin}/vid/oidc`;

/**
 * Returns the scopes of a request. `offline_access` is left out, because its refresh token needs `prompt=consent` and a
 * place where it is stored.
 */
export const scopeOf = ({ scopes }: SnippetClient): string =>
  ['openid', ...scopes.filter((scope) => scope !== 'openid' && scope !== 'offline_access')].join(' ');

/** Returns the registered address after sign-out that the code sends, or undefined if there is none. */
export function postLogoutUriOf({ postLogoutUris, redirectUri }: SignInClient): string | undefined {
  const { origin } = new URL(redirectUri);
  return postLogoutUris.find((address) => new URL(address).origin === origin) ?? postLogoutUris[0];
}

/** Stands in the code of a client without an address to return to after sign-out. */
export const postLogoutHint =
  'To return here, register an address for after sign-out, and send it as post_logout_redirect_uri.';

export const isInsecure = (address: string): boolean => address.startsWith('http://');

export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3})$/u.test(hostname);

/**
 * Returns the port of an HTTP URL on `localhost` or 127.0.0.0/8, or null for any other URL, whose requests a proxy
 * forwards to the application.
 */
export function localPort(address: string): string | null {
  const { protocol, hostname, port } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname) ? port || '80' : null;
}

export function listenArguments(address: string): string {
  const port = localPort(address);
  return port === null ? 'process.env.PORT ?? 3000' : `${port}, ${quote(new URL(address).hostname)}`;
}

export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

/**
 * Asks for the secret in the terminal, so that it is stored in no file and no shell history. The command is one line,
 * because a second line pasted with it would be read as the secret.
 */
export const withSecret = (command: string): string =>
  `printf 'VID_CLIENT_SECRET: ' && read -rs VID_CLIENT_SECRET && export VID_CLIENT_SECRET && ${command}`;

export const lines = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('\n');
