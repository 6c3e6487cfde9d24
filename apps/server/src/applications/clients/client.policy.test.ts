import { describe, expect, it } from 'vitest';
import type { ClientSettings } from '#applications/application/application.repo.ts';
import { decideFormerSecretEnd, findClientProblem, machineProblem, orderScopes } from './client.policy.ts';

const jwks = { keys: [] };
const web: ClientSettings = {
  name: 'Web',
  kind: 'web',
  authMethod: 'client_secret_basic',
  redirectUris: ['https://app.example.vn/cb'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  idTokenAlg: 'ES256',
  jwks: null,
  asksToContinue: false,
  requiresPar: false,
  requiresDpop: false,
  requiresName: false,
  requiresEmail: false,
  mayOmitPkce: false,
  scopes: ['openid', 'profile'],
};
const machine: ClientSettings = { ...web, kind: 'machine', redirectUris: [], scopes: [] };
const spa: ClientSettings = { ...web, kind: 'spa', authMethod: 'none' };
const native: ClientSettings = { ...web, kind: 'native', authMethod: 'none' };
const without: Partial<ClientSettings> = { redirectUris: [] };

const problemOf = (client: ClientSettings, change: Partial<ClientSettings> = {}, isDeviceOnly = false) =>
  findClientProblem({ ...client, ...change }, isDeviceOnly)?.message;

describe('the check of client settings', () => {
  it.each<[string, ClientSettings, Partial<ClientSettings>, boolean?]>([
    ['a web client with a secret', web, {}],
    ['a web client with keys', web, { authMethod: 'private_key_jwt', jwks }],
    ['a web client of the device flow alone', web, without, true],
    ['a web client that pushes its requests', web, { requiresPar: true }],
    ['a single-page client', spa, {}],
    ['a native client', native, {}],
    ['a native client with a secret', native, { authMethod: 'client_secret_post' }],
    ['a native client of the device flow alone', native, without, true],
    ['a machine', machine, {}],
    ['a machine with keys', machine, { authMethod: 'private_key_jwt', jwks }],
  ])('accepts %s', (_case, client, change, isDeviceOnly = false) => {
    expect(problemOf(client, change, isDeviceOnly)).toBeUndefined();
  });

  it.each<[string, ClientSettings, Partial<ClientSettings>, RegExp, boolean?]>([
    [
      'a single-page client with a secret',
      spa,
      { authMethod: 'client_secret_basic' },
      /cannot keep a secret/u,
    ],
    ['a web client without an authentication method', web, { authMethod: 'none' }, /must authenticate/u],
    ['a machine with scopes', machine, { scopes: ['openid'] }, /have scopes/u],
    ['a client without openid', web, { scopes: ['profile'] }, /always for openid/u],
    ['an unknown scope', web, { scopes: ['openid', 'money'] }, /may ask for openid, profile/u],
    ['a machine without an authentication method', machine, { authMethod: 'none' }, /must authenticate/u],
    ['private_key_jwt without keys', web, { authMethod: 'private_key_jwt' }, /public keys/u],
    ['keys with a secret', web, { jwks }, /public keys/u],
    ['a native client without PKCE', native, { mayOmitPkce: true }, /may omit PKCE/u],
    ['a web client without a redirect URI', web, without, /at least one redirect URI/iu],
    ['a single-page client of the device flow', spa, without, /cannot use the device flow/u, true],
    ['pushed requests of the device flow', web, { ...without, requiresPar: true }, /pushed requests/iu, true],
    [
      'a machine that asks its user',
      machine,
      { asksToContinue: true },
      /does not sign users in, so it cannot ask/u,
    ],
    [
      'a machine that needs a name',
      machine,
      { requiresName: true },
      /does not sign users in, so it cannot ask/u,
    ],
    [
      'a machine that needs an e-mail address',
      machine,
      { requiresEmail: true },
      /does not sign users in, so it cannot ask/u,
    ],
    [
      'a machine that pushes requests',
      machine,
      { requiresPar: true },
      /does not sign users in, so it cannot ask/u,
    ],
  ])('rejects %s', (_case, client, change, reason, isDeviceOnly = false) => {
    expect(problemOf(client, change, isDeviceOnly)).toMatch(reason);
  });

  it.each<[ClientSettings['kind'], Partial<ClientSettings>, object, boolean?]>([
    ['spa', { authMethod: 'client_secret_basic' }, { authMethod: 'clientMethod' }],
    ['web', { authMethod: 'none' }, { authMethod: 'clientMethod' }],
    ['native', { mayOmitPkce: true }, { mayOmitPkce: 'clientMethod' }],
    ['web', { jwks }, { jwks: 'clientKeysRequired' }],
    ['machine', { postLogoutUris: ['https://app.example.vn/'] }, { redirectUris: 'clientMachine' }],
    ['web', { scopes: ['profile'] }, { scopes: 'clientScopes' }],
    ['spa', without, { redirectUris: 'addressRequired' }, true],
    ['web', without, { redirectUris: 'addressRequired' }],
    ['web', { ...without, requiresPar: true }, { requiresPar: 'clientDevice' }, true],
    [
      'machine',
      {
        asksToContinue: true,
        requiresName: true,
        requiresEmail: true,
        requiresPar: true,
        scopes: ['openid'],
      },
      {
        asksToContinue: 'clientMachine',
        requiresName: 'clientMachine',
        requiresEmail: 'clientMachine',
        requiresPar: 'clientMachine',
        scopes: 'clientMachine',
      },
    ],
    ['machine', { requiresName: true }, { requiresName: 'clientMachine' }],
  ])(
    'names the fields of a client of the kind %s with %j: %j',
    (kind, change, fields, isDeviceOnly = false) => {
      const client = { web, spa, native, machine }[kind];
      expect(findClientProblem({ ...client, ...change }, isDeviceOnly)?.fields).toEqual(fields);
    },
  );

  it.each<Partial<ClientSettings>>([
    { redirectUris: ['https://app.example.vn/cb'] },
    { postLogoutUris: ['https://app.example.vn/'] },
    { backchannelLogoutUri: 'https://app.example.vn/logout' },
  ])('rejects a machine client with %j', (change) => {
    expect(problemOf(machine, change)).toBe(machineProblem);
    expect(machineProblem).toMatch(/no redirect, post-logout or back-channel/u);
  });
});

it('the scopes of a client are each kept once, unknown scopes last', () => {
  expect(orderScopes(['money', 'offline_access', 'email', 'openid', 'email', 'age', 'broker'])).toEqual([
    'openid',
    'email',
    'broker',
    'offline_access',
    'money',
    'age',
  ]);
});

describe('the expiry of a former client secret', () => {
  it.each([
    ['is chosen by the manager', { isTakenOver: false, isInDoubt: false }, '7d'],
    ['is at once if the actor takes the client over', { isTakenOver: true, isInDoubt: false }, 'now'],
    ['is at once if an intruder may have made a secret', { isTakenOver: false, isInDoubt: true }, 'now'],
  ] as const)('%s', (_title, facts, end) => {
    expect(decideFormerSecretEnd('7d', facts)).toBe(end);
  });
});
