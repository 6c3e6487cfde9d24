import type { Snippet } from '@vid/contract/snippets/snippet';
import type { Framework } from '@vid/contract/snippets/snippets';
import { prepareSnippet } from '@vid/testkit/snippets/snippets';
import { callOidc, pkce, signedIn, startSsoServer, textAt, type SsoServer } from '@vid/testkit/sso';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

type Configuration = {
  readonly metadata: string;
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly authMethod: string;
  /** Null for code that relies on TLS instead of the signature. */
  readonly alg: string | null;
};

const file = ({ files }: Snippet, name: string): string =>
  files.find((one) => one.name.endsWith(name))?.code ?? '';

function find(text: string, pattern: RegExp): string {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`no ${String(pattern)} in ${text}`);
  return value;
}

const readers: Readonly<
  Record<'php' | 'spring' | 'laravel' | 'apache', (snippet: Snippet) => Configuration>
> = {
  php(snippet) {
    const php = file(snippet, 'index.php');
    const at = (name: string) => find(php, new RegExp(`^const ${name} = '([^']+)';$`, 'mu'));
    const redirectUri = at('REDIRECT_URI');
    expect(php).toContain(`$path === '${new URL(redirectUri).pathname}'`);
    expect(php).toContain("ISSUER . '/auth?'");
    expect(php).toContain("call('/token', ");
    expect(php).toContain("call('/me', ");
    return {
      metadata: `${at('ISSUER')}/.well-known/openid-configuration`,
      clientId: at('CLIENT_ID'),
      secret: `\${${find(php, /getenv\('(\w+)'\)/u)}}`,
      redirectUri,
      scope: find(php, /'scope' => '([^']+)'/u),
      authMethod: php.includes("'client_secret' =>") ? 'client_secret_post' : 'client_secret_basic',
      alg: null,
    };
  },
  spring(snippet) {
    const settings = readYaml(file(snippet, 'application.yml'));
    const at = (path: string) => settings.get(`spring.security.oauth2.client.${path}`) ?? '';
    expect(at('registration.vid.authorization-grant-type')).toBe('authorization_code');
    expect(at('provider.vid.user-name-attribute')).toBe('sub');
    const java = file(snippet, 'SecurityConfig.java');
    const redirectUri = at('registration.vid.redirect-uri');
    expect(java).toContain(
      'setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce())',
    );
    expect(find(java, /baseUri\("([^"]+)"\)/u)).toBe(new URL(redirectUri).pathname);
    return {
      // ClientRegistrations.fromIssuerLocation reads the metadata at this URL.
      metadata: `${at('provider.vid.issuer-uri')}/.well-known/openid-configuration`,
      clientId: at('registration.vid.client-id'),
      secret: at('registration.vid.client-secret'),
      redirectUri,
      scope: at('registration.vid.scope').replaceAll(',', ' '),
      authMethod: at('registration.vid.client-authentication-method'),
      alg: find(java, /setJwsAlgorithmResolver\(client -> SignatureAlgorithm\.(\w+)\)/u),
    };
  },
  laravel(snippet) {
    const php = file(snippet, 'oidc.php');
    const at = (key: string) => find(php, new RegExp(`'${key}' => '([^']+)'`, 'u'));
    const routes = file(snippet, 'web.php');
    expect(routes).toContain(`Route::get('${new URL(at('redirect')).pathname}'`);
    // The driver is named after the connection, with the prefix of the package.
    expect(php).toContain("'vid' => [");
    expect(routes).toContain("Socialite::driver('oidc_vid')->redirect()");
    expect(routes).toContain("Socialite::driver('oidc_vid')->user()");
    return {
      metadata: `${at('base_url')}/.well-known/openid-configuration`,
      clientId: at('client_id'),
      secret: `\${${find(php, /'client_secret' => env\('(\w+)'\)/u)}}`,
      redirectUri: at('redirect'),
      scope: at('scopes'),
      authMethod: at('token_auth_method'),
      alg: at('jwt_algorithm'),
    };
  },
  apache(snippet) {
    const conf = file(snippet, 'vid.conf');
    const at = (directive: string) => find(conf, new RegExp(`^${directive} "?([^"\\n]+)"?$`, 'mu'));
    expect(at('OIDCResponseType')).toBe('code');
    expect(at('OIDCPKCEMethod')).toBe('S256');
    expect(at('OIDCRemoteUserClaim')).toBe('sub');
    return {
      metadata: at('OIDCProviderMetadataURL'),
      clientId: at('OIDCClientID'),
      secret: at('OIDCClientSecret'),
      redirectUri: at('OIDCRedirectURI'),
      scope: at('OIDCScope'),
      authMethod: at('OIDCProviderTokenEndpointAuth'),
      alg: at('OIDCIDTokenSignedResponseAlg'),
    };
  },
};

function readYaml(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const path: string[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, indent = '', key = '', value = ''] = /^( *)([\w-]+):(?: (.+))?$/u.exec(line) ?? [];
    path.length = indent.length / 2;
    path.push(key);
    if (value !== '') found.set(path.join('.'), value.replaceAll(/^'|'$/gu, ''));
  }
  return found;
}

const redirectUri = 'https://shop.example.vn/sign-in/callback';
const variants = [
  { authMethod: 'client_secret_basic', idTokenAlg: 'ES256' },
  { authMethod: 'client_secret_post', idTokenAlg: 'RS256' },
] as const;
const libraries = ['php', 'spring', 'laravel', 'apache'] as const satisfies readonly Framework[];
const cases = libraries.flatMap((library) => variants.map((variant) => ({ library, ...variant })));

let server: SsoServer;
let app = { id: '', code: 'shop' };
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  app = await server.deps.applications.add({ code: 'shop', name: 'Sàn giao dịch' });
});
afterAll(() => server.close());

// These libraries do not run on Node, so the tests read their settings and send the same requests.
describe.each(cases)('the settings of $library with $authMethod and $idTokenAlg', (input) => {
  const { library, ...settings } = input;
  const clientId = `${library}-${settings.idTokenAlg}`;
  let secret = '';
  let configuration: Configuration;
  beforeAll(async () => {
    const prepared = await prepareSnippet(server, app, library, {
      kind: 'web',
      clientId,
      redirectUris: [redirectUri],
      ...settings,
    });
    ({ secret } = prepared);
    configuration = readers[library](prepared.snippet);
  });

  it('match the registered client, and read the secret from the environment', () => {
    expect(configuration).toEqual({
      metadata: `${server.issuer}/.well-known/openid-configuration`,
      clientId,
      secret: '${VID_CLIENT_SECRET}',
      redirectUri,
      scope: 'openid profile email phone vid broker',
      authMethod: settings.authMethod,
      alg: library === 'php' ? null : settings.idTokenAlg,
    });
  });

  it('use only what the server’s discovery document offers', async () => {
    const metadata: unknown = await (await fetch(configuration.metadata)).json();
    expect(metadata).toMatchObject({
      issuer: server.issuer,
      authorization_endpoint: `${server.issuer}/auth`,
      userinfo_endpoint: `${server.issuer}/me`,
      scopes_supported: expect.arrayContaining(configuration.scope.split(' ')),
      response_types_supported: expect.arrayContaining(['code']),
      code_challenge_methods_supported: expect.arrayContaining(['S256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining([configuration.authMethod]),
      id_token_signing_alg_values_supported: expect.arrayContaining([settings.idTokenAlg]),
    });
  });

  it('allow a sign-in that reads the ID token and userinfo', async () => {
    const metadata: unknown = await (await fetch(configuration.metadata)).json();
    const { scope, authMethod } = configuration;
    const { verifier, challenge } = pkce();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      scope,
      redirect_uri: configuration.redirectUri,
      state: 'the state',
      nonce: 'the nonce',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { browser, accountId } = await signedIn(server);
    const address = `${textAt(metadata, 'authorization_endpoint')}?${query.toString()}`;
    const back = await browser.visitAndContinue(address);
    expect(back.href.split('?')[0]).toBe(configuration.redirectUri);
    expect(back.searchParams.get('state')).toBe('the state');

    expect(textAt(metadata, 'token_endpoint')).toBe(`${server.issuer}/token`);
    const inBody = authMethod === 'client_secret_post' ? { client_id: clientId, client_secret: secret } : {};
    const { status, body } = await callOidc(
      server,
      '/token',
      {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: configuration.redirectUri,
        code_verifier: verifier,
        ...inBody,
      },
      authMethod === 'client_secret_basic' ? { client: clientId, secret } : {},
    );
    expect([status, body['token_type'], body['scope']]).toEqual([200, 'Bearer', scope]);

    const keys = createRemoteJWKSet(new URL(textAt(metadata, 'jwks_uri')));
    const expected = {
      issuer: textAt(metadata, 'issuer'),
      audience: clientId,
      algorithms: [settings.idTokenAlg],
    };
    const { payload } = await jwtVerify(textAt(body, 'id_token'), keys, expected);
    expect(payload).toMatchObject({ sub: accountId, nonce: 'the nonce' });

    const authorization = `Bearer ${textAt(body, 'access_token')}`;
    const answer = await fetch(textAt(metadata, 'userinfo_endpoint'), { headers: { authorization } });
    expect(await answer.json()).toMatchObject({ sub: accountId, name: 'Lê Thị Hoa' });
  });
});
