import { describe, expect, it } from 'vitest';
import type { SnippetClient } from './snippet.ts';
import { snippetsFor } from './snippets.ts';

const web: SnippetClient = {
  origin: 'https://id.example.vn',
  appId: 'app_1',
  appCode: 'shop',
  clientId: 'shop-web',
  kind: 'web',
  authMethod: 'client_secret_basic',
  redirectUri: 'https://shop.example.vn/callback',
  postLogoutUris: ['https://shop.example.vn/bye'],
  scopes: ['openid', 'profile', 'offline_access'],
  idTokenAlg: 'ES256',
  requiresPar: false,
  requiresDpop: false,
};
const spa: SnippetClient = { ...web, kind: 'spa', authMethod: 'none' };
const native: SnippetClient = {
  ...web,
  kind: 'native',
  authMethod: 'none',
  redirectUri: 'http://127.0.0.1/callback',
};
const machine: SnippetClient = {
  ...web,
  kind: 'machine',
  redirectUri: null,
  scopes: ['vid:applications:read'],
};

const authJsAddress = (redirectUri: string) =>
  snippetsFor({ ...web, redirectUri })
    .find(({ framework }) => framework === 'authJs')
    ?.make().redirectUri;

const servers = ['openidClient', 'authJs', 'php', 'laravel', 'spring', 'apache'];

describe('snippetsFor', () => {
  it.each<readonly [string, SnippetClient, readonly string[]]>([
    ['a web client', web, ['sdk', ...servers]],
    [
      'an address with a placeholder of Spring and Apache',
      { ...web, redirectUri: 'https://shop.example.vn/cb?x=${VID_CLIENT_SECRET}' },
      ['sdk', 'openidClient', 'authJs', 'php', 'laravel'],
    ],
    ['client_secret_post', { ...web, authMethod: 'client_secret_post' }, servers],
    ['private_key_jwt', { ...web, authMethod: 'private_key_jwt' }, ['openidClient']],
    ['pushed requests', { ...web, requiresPar: true }, ['openidClient']],
    ['DPoP', { ...web, requiresDpop: true }, ['openidClient']],
    ['a single-page client', spa, ['sdk']],
    ['a single-page client with DPoP', { ...spa, requiresDpop: true }, []],
    ['a native client with a loopback address', native, ['openidClient']],
    ['a native client of a phone', { ...native, redirectUri: 'vn.example.app:/callback' }, []],
    ['a native client with an https address', { ...native, redirectUri: 'https://a.vn/cb' }, []],
    ['a client of the device flow alone', { ...native, redirectUri: null }, []],
    ['a machine client', machine, ['openidClient']],
    ['a machine client without scopes', { ...machine, scopes: [] }, []],
  ])('returns the snippets that fit %s', (_name, client, expected) => {
    expect(snippetsFor(client).map(({ framework }) => framework)).toEqual(expected);
  });
});

describe('a snippet', () => {
  const all = [web, spa, native, machine].flatMap((client) => snippetsFor(client).map(({ make }) => make()));

  it('ends each file with one line feed, and has no empty command', () => {
    for (const { files, install, run } of all) {
      for (const { code } of files) expect(code).toMatch(/[^\n]\n$/u);
      expect(install).not.toBe('');
      expect(run).not.toBe('');
    }
  });

  it('declares UTF-8 for each page and response', () => {
    const files = all.flatMap((snippet) => snippet.files);
    const types = files.flatMap(({ code }) => [
      ...code.matchAll(/(?:content-type(?:'(?::|,| =>) '|: (?!application\/x-www))|produces = ")([^'"]+)/giu),
    ]);
    expect(types).toHaveLength(10);
    for (const [, type] of types) expect(type).toMatch(/; ?charset=utf-8$/u);
    const codesOf = (ending: string) =>
      files.filter(({ name }) => name.endsWith(ending)).map(({ code }) => code);
    for (const code of codesOf('.html')) expect(code).toContain('<meta charset="utf-8"');
    for (const code of codesOf('.conf')) expect(code).toContain('AddDefaultCharset utf-8');
  });

  it('names the ID token algorithm, except for PHP and the SDK', () => {
    for (const idTokenAlg of ['ES256', 'RS256'] as const)
      for (const { framework, make } of snippetsFor({ ...web, idTokenAlg })) {
        const code = make()
          .files.map((file) => file.code)
          .join('');
        // The code for PHP checks no signature, and the SDK reads the algorithm from the header of the token.
        if (framework === 'sdk' || framework === 'php') continue;
        expect([framework, code.match(/VID signs.+ES256 or RS256/u)?.length]).toEqual([framework, 1]);
        expect(code).toMatch(new RegExp(`(?:alg|Alg|algorithm|SignatureAlgorithm)\\W.*${idTokenAlg}`, 'u'));
      }
  });

  it('requests exactly the scopes of its client, except for the SDK', () => {
    for (const scopes of [['openid'], ['openid', 'profile', 'phone'], ['openid', 'email', 'vid', 'broker']])
      for (const { framework, make } of snippetsFor({ ...web, scopes })) {
        if (framework === 'sdk') continue;
        const code = make()
          .files.map((file) => file.code)
          .join('');
        const [, written = ''] = /scopes?\W{1,8}(openid[a-z ,]*)/iu.exec(code) ?? [];
        expect([framework, written.trim().split(/[ ,]/u)]).toEqual([framework, scopes]);
      }
  });

  it('does not request the scope offline_access', () => {
    expect(JSON.stringify(all)).not.toContain('offline_access');
  });

  it('asks for the secret on the line of the command', () => {
    const asking = all.filter(({ run }) => run.includes('read -rs'));
    expect(asking.length).toBeGreaterThan(3);
    for (const { run } of asking) expect(run).toMatch(/read -rs VID_CLIENT_SECRET && .+$/u);
  });

  it.each([
    ['the registered address on its own origin', ['https://other.vn/', 'https://shop.example.vn/out?a=1'], 1],
    ['the first registered address', ['https://other.vn/', 'https://third.vn/'], 0],
  ])('returns to %s after sign-out where the library supports it', (_name, postLogoutUris, used) => {
    const address = postLogoutUris[used] ?? '';
    const users = [web, spa].flatMap((client) =>
      snippetsFor({ ...client, postLogoutUris }).flatMap(({ framework, make }) =>
        make().files.some(({ code }) => code.includes(address) || code.includes(encodeURIComponent(address)))
          ? [framework]
          : [],
      ),
    );
    // Auth.js and Socialite end only their own session. mod_auth_openidc returns to its own host only.
    const apache = used === 1 ? ['apache'] : [];
    expect(users).toEqual(['sdk', 'openidClient', 'php', 'spring', ...apache, 'sdk']);
  });

  it('names a missing post-logout URI, except for SDK, Auth.js and Laravel', () => {
    const silent = snippetsFor({ ...web, postLogoutUris: [] }).flatMap(({ framework, make }) =>
      make().files.some(({ code }) => code.includes('register an address for after sign-out'))
        ? []
        : [framework],
    );
    expect(silent).toEqual(['sdk', 'authJs', 'laravel']);
  });

  it('escapes single quotes in a redirect URI', () => {
    const redirectUri = "https://shop.example.vn/it's/an's";
    const codes = snippetsFor({ ...web, redirectUri }).flatMap(({ make }) => make().files);
    const code = (name: string) => codes.find((file) => file.name.endsWith(name))?.code;
    expect(code('app.mjs')).toContain(String.raw`const redirectUri = 'https://shop.example.vn/it\'s/an\'s';`);
    expect(code('oidc.php')).toContain(String.raw`'redirect' => 'https://shop.example.vn/it\'s/an\'s'`);
    expect(code('application.yml')).toContain("redirect-uri: 'https://shop.example.vn/it''s/an''s'");
  });

  it.each([
    [{ requiresPar: false, requiresDpop: false }, 'buildAuthorizationUrl', false, false],
    [{ requiresPar: true, requiresDpop: false }, 'buildAuthorizationUrlWithPAR', false, false],
    [{ requiresPar: false, requiresDpop: true }, 'buildAuthorizationUrl', false, true],
    [{ requiresPar: true, requiresDpop: true }, 'buildAuthorizationUrlWithPAR', true, true],
  ])('for openid-client sends DPoP proofs only where %j requires them', (settings, call, pushes, redeems) => {
    const code = snippetsFor({ ...web, ...settings })
      .filter(({ framework }) => framework === 'openidClient')
      .flatMap(({ make }) => make().files.map((file) => file.code))
      .join('');
    const argumentsOf = (name: string) => new RegExp(`oidc\\.${name}\\((.*?)\\);`, 'su').exec(code)?.[1];
    expect(argumentsOf(call)?.includes('DPoP')).toBe(pushes);
    expect(argumentsOf('authorizationCodeGrant')?.includes('DPoP')).toBe(redeems);
  });

  it.each([
    ['http://localhost:4000/cb', "4000, 'localhost'"],
    ['http://127.0.0.1/cb', "80, '127.0.0.1'"],
    ['https://shop.example.vn/cb', 'process.env.PORT ?? 3000'],
    ['https://localhost:4000/cb', 'process.env.PORT ?? 3000'],
    ['http://shop.example.vn:4000/cb', 'process.env.PORT ?? 3000'],
    ['http://localhost.example.vn:4000/cb', 'process.env.PORT ?? 3000'],
    ['http://notlocalhost:4000/cb', 'process.env.PORT ?? 3000'],
  ])('for Node.js and %s listens on %s', (redirectUri, expected) => {
    const files = snippetsFor({ ...web, redirectUri })
      .filter(({ framework }) => framework === 'sdk' || framework === 'openidClient')
      .flatMap(({ make }) => make().files.map(({ code }) => code));
    const listening = files.flatMap((code) => /\.listen\((.+)\);/u.exec(code)?.[1] ?? []);
    expect(listening).toEqual([expected, expected]);
  });

  it('for Auth.js names a redirect URI in the library’s own form', () => {
    expect(authJsAddress('https://shop.example.vn/callback')).toBe(
      'https://shop.example.vn/auth/callback/vid',
    );
    expect(authJsAddress('https://shop.example.vn/api/auth/callback/hoi')).toBe(
      'https://shop.example.vn/api/auth/callback/hoi',
    );
  });
});
