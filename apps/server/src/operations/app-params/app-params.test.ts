import { AppParams as AppParamsShape } from '@vid/contract/endpoints/operations/app-params';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtInParams, type AppParams } from './built-in-params.ts';

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { overrides: { nowMs: () => now } });
});
afterAll(() => server.close());

const read = async (): Promise<AppParams> =>
  (await new TestBrowser(server.app).get('/vid/gateway/app/params', { clientToken: null })).raw.json<{
    data: AppParams;
  }>().data;
const store = (name: string, value: unknown) =>
  server.deps.sql`insert into app_params (name, value) values (${name}, ${server.deps.sql.json(value)})`;

describe('application parameters', () => {
  it('have complete defaults in both languages for a signed-out visitor', async () => {
    const params = await read();
    const { configurations, ...lists } = builtInParams;
    expect(params).toEqual({
      ...lists,
      configurations: { ...configurations, supportEmail: 'support@localhost' },
    });
    expect(Value.Check(AppParamsShape, params)).toBe(true);
    expect(params.categories.provinces).toHaveLength(34);
    expect(new Set(params.categories.provinces.map(({ code }) => code)).size).toBe(34);
    expect(params.categories.objects.map(({ code }) => code)).toEqual([
      'broker',
      'exchange',
      'customer',
      'expert',
    ]);
    expect(params.configurations.associationName.vi).toBe('Hội Bất động sản');
    const texts = JSON.stringify(params).match(/"(?:vi|en)":""/gu);
    expect(texts).toBeNull();
  });

  it('contain the support phone and e-mail address from the settings', async () => {
    const environment = { VID_SUPPORT_PHONE: '+842438223344', VID_SUPPORT_EMAIL: 'hotro@hoi.vn' };
    const configured = await startTestServer(inject('cluster'), { environment });
    const { configurations } = await configured.deps.appParams.get();
    expect(configurations).toMatchObject({ supportPhone: '+842438223344', supportEmail: 'hotro@hoi.vn' });
    await configured.close();
  });

  it('include a change to a stored parameter after five seconds', async () => {
    await read();
    await store('configurations.supportPhone', '1900 0000');
    await store('imageUrls.logo', 'https://cdn.example.vn/logo.png');
    expect((await read()).configurations.supportPhone).toBeNull();
    now += 5_000;
    const params = await read();
    expect(params.configurations.supportPhone).toBe('1900 0000');
    expect(params.imageUrls.logo).toBe('https://cdn.example.vn/logo.png');
    expect(params.configurations.slides).toEqual(builtInParams.configurations.slides);
    expect(server.deps.appParams.current()).toEqual(params);
  });

  it('prefer the stored section to a stored path inside it', async () => {
    const { configurations, imageUrls } = builtInParams;
    await store('configurations.associationShortName', { vi: 'Cũ', en: 'Old' });
    await store('brand', {
      name: configurations.associationName,
      shortName: { vi: 'Mới', en: 'New' },
      logo: imageUrls.logo,
      colours: configurations.colours,
    });
    now += 5_000;
    expect((await read()).configurations.associationShortName).toEqual({ vi: 'Mới', en: 'New' });
    await server.deps.sql`delete from app_params where name = 'brand'`;
    now += 5_000;
    expect((await read()).configurations.associationShortName).toEqual({ vi: 'Cũ', en: 'Old' });
    await server.deps.sql`delete from app_params where name = 'configurations.associationShortName'`;
  });

  it('contain the configured strict privacy even if another value is stored', async () => {
    await store('configurations.strictPrivacy', true);
    now += 5_000;
    expect((await read()).configurations.strictPrivacy).toBe(false);
  });

  it('omit and log a stored value that does not match the contract', async () => {
    for (const [name, value] of [
      ['configurations.slides', 'many'],
      ['configurations.unheard', 'x'],
      ['__proto__.polluted', 'x'],
      ['configurations', {}],
      ['categories.provinces.0', 'x'],
      ['configurations.supportEmail.any', 'other@example.vn'],
    ] as const)
      await store(name, value);
    now += 5_000;
    const params = await read();
    expect(params.configurations.slides).toEqual(builtInParams.configurations.slides);
    expect(params.configurations).not.toHaveProperty('unheard');
    expect(params.configurations.supportEmail).toBe('support@localhost');
    expect(server.logLines.filter((line) => line.includes('does not match the contract'))).toHaveLength(6);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('stay available to pages after the cache has expired', () => {
    now += 60_000;
    expect(server.deps.appParams.current().categories.provinces).toHaveLength(34);
  });
});

it('a parameter changes only if the current version is named', async () => {
  const { paramRepo, sql } = server.deps;
  const actorId = 'acc_actor';
  const change = (version: number) =>
    sql.begin((tx) => paramRepo.change(tx, { name: 'objects', version, value: null, actorId }));
  expect([await change(1), await change(0), await change(0), await change(2), await change(1)]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

it('the client configuration is returned for VID’s own client only', async () => {
  const browser = new TestBrowser(server.app);
  const { data } = await browser.get('/vid/api/auth/client/config?clientId=vid-web');
  expect(data).toEqual({
    clientId: 'vid-web',
    clientTokenKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/u),
    serverTime: now,
    captchaKinds: ['image', 'proof-of-work'],
    social: { facebook: null, google: null, zalo: null },
  });
  expect((await browser.get('/vid/api/auth/client/config?clientId=shop-web')).code).toBe('NOT_FOUND');
});
