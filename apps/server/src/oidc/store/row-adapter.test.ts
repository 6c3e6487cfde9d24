import { newSecret } from '#lib/ids.ts';
import { about } from '@vid/testkit/about';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Provider, type AdapterPayload } from 'oidc-provider';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { noteCaller } from '#oidc/provider/caller-address.ts';
import { createRowAdapter } from './row-adapter.ts';
import { hashId, tables, type Model } from './rows.ts';

// These tests call the adapter directly; ../tokens.test.ts tests whole requests.

let server: TestServer;
const machineId = 'shop-backend';
/** A machine client's token must name its client. */
const payloadOf = (model: Model): AdapterPayload => ({
  kind: model,
  ...(model === 'ClientCredentials' && { clientId: machineId }),
});
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const { applications } = server.deps;
  await applications.add({ code: 'shop', name: 'Shop' });
  await applications.addClient('shop', { clientId: machineId, kind: 'machine' });
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Seconds that a network or client must wait, and the prover that has exceeded its limit. */
type Wait = { readonly ofNetwork?: number; readonly ofClient?: number; readonly busyProver?: string };

const adapterOf = (model: Model, { ofNetwork = 0, ofClient = 0, busyProver }: Wait = {}) => {
  const { sql, keys, audit } = server.deps;
  const requestLimit = {
    ofNetwork: async () => ofNetwork,
    ofClient: async () => ofClient,
    ofProofs: async (prover: string) => (prover === busyProver ? 1 : 0),
  };
  return createRowAdapter(model, { sql, lookups: sql, keys, audit, requestLimit });
};
const rowOf = async (model: Model, id: string) => {
  const [row] = await server.deps.sql`
    select *, round(extract(epoch from expires_at - now()))::int as seconds_left
    from ${server.deps.sql(tables[model])} where id_hash = ${hashId(server.deps.keys, model, id)}`;
  return row;
};
const expire = (model: Model) =>
  server.deps.sql`update ${server.deps.sql(tables[model])} set expires_at = now()`;
const models = Object.keys(tables).filter((name): name is Model => name in tables);
const save = async (model: Model, payload = payloadOf(model), expiresIn = 60) => {
  const id = newSecret();
  await adapterOf(model).upsert(id, { ...payload, jti: id }, expiresIn);
  return id;
};

describe.each(models)('a stored %s', (model) => {
  it('can be read by its id until it expires or is destroyed', async () => {
    const adapter = adapterOf(model);
    const [id, other] = [await save(model), await save(model)];
    expect(await adapter.find(id)).toMatchObject({ kind: model, jti: id });
    expect((await rowOf(model, id))?.['secondsLeft']).toEqual(about(60));
    await adapter.destroy(id);
    expect(await adapter.find(id)).toBeUndefined();
    expect(await adapter.find(other)).toMatchObject({ jti: other });
    await expire(model);
    expect(await adapter.find(other)).toBeUndefined();
    expect(await adapter.find('unknown')).toBeUndefined();
  });

  it('is not found as another kind of secret', async () => {
    const id = await save(model);
    for (const other of models.filter((name) => name !== model))
      expect(await adapterOf(other).find(id)).toBeUndefined();
  });

  it('V2 does not contain its id', async () => {
    const id = newSecret();
    await adapterOf(model).upsert(id, { ...payloadOf(model), jti: id }, 0);
    const row = await rowOf(model, id);
    expect(JSON.stringify(row?.['payload'])).not.toContain(id);
    expect(row?.['secondsLeft']).toEqual(about(0));
    expect(await adapterOf(model).find(id)).toBeUndefined();
  });
});

describe('a stored row', () => {
  const owner = {
    kind: 'AccessToken',
    grantId: 'grant',
    accountId: 'acc_1',
    clientId: 'shop',
    sessionUid: 'ses_1',
  };

  it('has columns for the ids by which it can be revoked', async () => {
    const id = await save('AccessToken', owner);
    expect(await rowOf('AccessToken', id)).toMatchObject({
      grantId: 'grant',
      accountId: 'acc_1',
      clientId: 'shop',
      sessionId: 'ses_1',
      userCode: null,
    });
    expect(await rowOf('AccessToken', await save('AccessToken'))).toMatchObject({
      grantId: null,
      accountId: null,
      clientId: null,
      sessionId: null,
    });
  });

  it('A11 ends with its grant', async () => {
    const [one, other] = [await save('AccessToken', owner), await save('AccessToken', { grantId: 'other' })];
    await adapterOf('AccessToken').revokeByGrantId('grant');
    expect(await rowOf('AccessToken', one)).toBeUndefined();
    expect(await rowOf('AccessToken', other)).toBeDefined();
  });

  it('is replaced by a later version', async () => {
    const id = await save('Interaction', { kind: 'Interaction', accountId: 'acc_1' });
    const later = { kind: 'Interaction', accountId: 'acc_2', grantId: 'two', sessionUid: 'ses_2' };
    await adapterOf('Interaction').upsert(id, { ...later, jti: id }, 600);
    expect(await rowOf('Interaction', id)).toMatchObject({
      payload: later,
      accountId: 'acc_2',
      grantId: 'two',
      sessionId: 'ses_2',
      secondsLeft: about(600),
    });
  });

  it('is read with times converted to the clock of this process', async () => {
    const payload = { kind: 'Interaction', exp: 1, iat: 1 };
    const id = await save('Interaction', payload, 60);
    const now = Math.floor(Date.now() / 1_000);
    const found = await adapterOf('Interaction').find(id);
    expect(found?.exp).toEqual(about(now + 60));
    expect(found?.iat).toEqual(about(now));
    expect((await adapterOf('Grant').find(await save('Grant', payload)))?.iat).toBe(1);
  });
});

describe('the storage of rows for single use', () => {
  it('A5 accepts a pushed request only once', async () => {
    const adapter = adapterOf('PushedAuthorizationRequest');
    const [id, other] = [await save('PushedAuthorizationRequest'), await save('PushedAuthorizationRequest')];
    await adapter.consume(id);
    await expect(adapter.consume(id)).rejects.toThrow('invalid_request_uri');
    expect((await adapter.find(id))?.consumed).toEqual(expect.any(Number));
    expect((await adapter.find(other))?.consumed).toBeUndefined();
  });

  it('P12 rejects a pushed request with a NUL character', async () => {
    await expect(push('a\u0000')).rejects.toThrow('invalid_request');
    expect(await push('a')).toEqual(expect.any(String));
  });

  it('accepts an assertion only once within its lifetime', async () => {
    const adapter = adapterOf('ReplayDetection');
    const id = await save('ReplayDetection');
    const again = () => adapter.upsert(id, { iss: 'shop' }, 60);
    const [repeated, first] = await Promise.allSettled([again(), adapter.upsert(newSecret(), {}, 60)]);
    expect(repeated).toMatchObject({ reason: { error: 'invalid_request' } });
    expect(first.status).toBe('fulfilled');
    await expire('ReplayDetection');
    await again();
    expect((await rowOf('ReplayDetection', id))?.['secondsLeft']).toEqual(about(60));
  });
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const push = (state: string) =>
  save('PushedAuthorizationRequest', {
    request: `${encode({ alg: 'none' })}.${encode({ state })}.`,
  });

describe('the values of a stored row', () => {
  it('V2 include neither the session’s cookie nor the id of an interaction', async () => {
    const id = newSecret();
    const payload = {
      kind: 'Interaction',
      returnTo: `https://id.example.vn/vid/oidc/auth/${id}`,
      session: { uid: 'ses_1', cookie: 'secret', accountId: 'acc_1' },
    };
    await adapterOf('Interaction').upsert(id, { ...payload, jti: id }, 60);
    const stored = (await rowOf('Interaction', id))?.['payload'];
    expect(stored).toEqual({
      kind: 'Interaction',
      returnTo: 'https://id.example.vn/vid/oidc/auth/',
      session: { uid: 'ses_1', accountId: 'acc_1' },
    });
    expect(await adapterOf('Interaction').find(id)).toMatchObject({ returnTo: payload.returnTo });
  });

  it('V2 include a keyed hash instead of a device’s user code', async () => {
    const id = await save('DeviceCode', { kind: 'DeviceCode', userCode: 'ABCDEFGH' });
    const row = await rowOf('DeviceCode', id);
    expect(row?.['userCode']).toBe(server.deps.keys.pepper('device-code', 'ABCDEFGH').toString('base64url'));
    expect(JSON.stringify(row?.['payload'])).not.toContain('ABCDEFGH');
  });
});

const clientOfRequest = 'shop-web';

/** Makes oidc-provider see a request of the client until the test ends. */
const enterRequest = (route: string, clientAuthMethod: string): void => {
  const ctx: NonNullable<typeof Provider.ctx> = Object.create({
    req: {},
    oidc: { route, client: { clientId: clientOfRequest, clientAuthMethod } },
  });
  noteCaller(ctx.req, { address: '2001:db8::7', requestId: 'req-row' });
  vi.spyOn(Provider, 'ctx', 'get').mockReturnValue(ctx);
};

const createOverLimit = (model: Model, wait: Wait) =>
  adapterOf(model, wait).upsert(newSecret(), payloadOf(model), 60);

const refusedModels = async (wait: Wait) => {
  const results = await Promise.allSettled(models.map((model) => createOverLimit(model, wait)));
  return models.filter((_, index) => results[index]?.status === 'rejected');
};

const isProofRefused = async (busyProver: string) =>
  (await refusedModels({ busyProver })).includes('ReplayDetection');

describe('rows that a request stores', () => {
  it('are refused for a network above its limit', async () => {
    const network = { ofNetwork: 1 };
    enterRequest('pushed_authorization_request', 'none');
    const withoutProofs = models.filter((model) => model !== 'ReplayDetection');
    expect(await refusedModels(network)).toEqual(withoutProofs);
    for (const [route, method] of [
      ['pushed_authorization_request', 'client_secret_basic'],
      ['token', 'none'],
    ] as const) {
      enterRequest(route, method);
      expect(await refusedModels(network)).toEqual(['DeviceCode', 'Interaction']);
    }
    await expect(createOverLimit('DeviceCode', network)).rejects.toMatchObject({
      error: 'temporarily_unavailable',
    });
    vi.restoreAllMocks();
    await createOverLimit('DeviceCode', network);
  });

  it('are refused for a client above its limit', async () => {
    const client = { ofClient: 1 };
    enterRequest('pushed_authorization_request', 'none');
    expect(await refusedModels(client)).toEqual([]);
    enterRequest('pushed_authorization_request', 'client_secret_basic');
    expect(await refusedModels(client)).toEqual(
      models.filter((model) => !['DeviceCode', 'Interaction', 'ReplayDetection'].includes(model)),
    );
    enterRequest('token', 'client_secret_basic');
    expect(await refusedModels(client)).toEqual(['ClientCredentials']);
    vi.restoreAllMocks();
  });

  it('X3 are refused for proofs of a client or network above its limit', async () => {
    const [client, network] = [`client:${clientOfRequest}`, 'network:2001:db8::/64'];
    for (const [route, method, prover, bystander] of [
      ['token', 'private_key_jwt', client, network],
      ['pushed_authorization_request', 'client_secret_basic', client, network],
      ['device_authorization', 'private_key_jwt', client, network],
      ['introspection', 'private_key_jwt', client, network],
      ['revocation', 'private_key_jwt', client, network],
      ['token', 'none', network, client],
      ['authorization', 'client_secret_basic', network, client],
      ['userinfo', 'client_secret_basic', network, client],
    ] as const) {
      enterRequest(route, method);
      const refused = [await isProofRefused(prover), await isProofRefused(bystander)];
      expect([route, ...refused]).toEqual([route, true, false]);
    }
    vi.restoreAllMocks();
  });
});
