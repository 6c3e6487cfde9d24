import { apacheSnippet } from './apache.ts';
import { authJsSnippet } from './auth-js.ts';
import { laravelSnippet } from './laravel.ts';
import { openidClientMachine, openidClientNative, openidClientServer } from './openid-client.ts';
import { sdkSnippet } from './sdk.ts';
import { phpSnippet } from './php.ts';
import { isInsecure, type SignInClient, type Snippet, type SnippetClient } from './snippet.ts';
import { springSnippet } from './spring.ts';

export type Framework = 'sdk' | 'openidClient' | 'authJs' | 'php' | 'laravel' | 'spring' | 'apache';

/** Framework names are proper names, the same in every language. */
export const frameworkNames: Readonly<Record<Framework, string>> = {
  sdk: '@vid/sso',
  openidClient: 'openid-client',
  authJs: 'Auth.js',
  php: 'PHP',
  laravel: 'Laravel',
  spring: 'Spring Boot',
  apache: 'mod_auth_openidc',
};

type Choice = { readonly framework: Framework; readonly make: () => Snippet };

/** Returns the snippets that fit the client's kind, authentication method and requirements. The list may be empty. */
export function snippetsFor(client: SnippetClient): readonly Choice[] {
  const { kind, redirectUri } = client;
  if (kind === 'machine') {
    if (client.scopes.length === 0) return [];
    return [{ framework: 'openidClient', make: () => openidClientMachine(client) }];
  }
  if (redirectUri === null) return [];
  const signIn: SignInClient = { ...client, redirectUri };
  if (kind === 'native') {
    // A redirect URI like vn.example.app:/callback belongs to a mobile app, for which there is no snippet.
    if (!isInsecure(redirectUri)) return [];
    return [{ framework: 'openidClient', make: () => openidClientNative(signIn) }];
  }
  const isPlain = !client.requiresPar && !client.requiresDpop;
  const sdk: Choice = { framework: 'sdk', make: () => sdkSnippet(signIn) };
  if (kind === 'spa') return isPlain ? [sdk] : [];
  const openidClient: Choice = { framework: 'openidClient', make: () => openidClientServer(signIn) };
  // Of these snippets, only the one for openid-client supports pushed requests, DPoP and private keys.
  if (!isPlain || client.authMethod === 'private_key_jwt') return [openidClient];
  // Spring and Apache replace `${…}` and `{…}` in a redirect URI, so their snippets need a URI without braces.
  const isLiteral = !/[{}]/u.test(redirectUri);
  return [
    ...(client.authMethod === 'client_secret_basic' ? [sdk] : []),
    openidClient,
    { framework: 'authJs', make: () => authJsSnippet(signIn) },
    { framework: 'php', make: () => phpSnippet(signIn) },
    { framework: 'laravel', make: () => laravelSnippet(signIn) },
    ...(isLiteral ? [{ framework: 'spring', make: () => springSnippet(signIn) } as const] : []),
    ...(isLiteral ? [{ framework: 'apache', make: () => apacheSnippet(signIn) } as const] : []),
  ];
}
