import {
  authorizationPath,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  textAt,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://app.example.vn/cb';

const address = (client: string, more: Readonly<Record<string, string>> = {}) =>
  authorizationPath({ clientId: client, redirectUri: callback }, more);

let server: SsoServer;
let manager: SsoBrowser;
let appId: string;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const { applications } = server.deps;
  const { browser, accountId } = await signedIn(server);
  manager = browser;
  appId = (await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true, ownerId: accountId })).id;
  const spa = { kind: 'spa' as const, redirectUris: [callback] };
  const device = { kind: 'native' as const, isDeviceOnly: true };
  const clients: Parameters<typeof applications.addClient>[1][] = [
    { clientId: 'any', ...spa },
    { clientId: 'needs-name', ...spa, requiresName: true },
    { clientId: 'needs-name-device', ...device, requiresName: true },
    { clientId: 'needs-email', ...spa, requiresEmail: true },
    { clientId: 'needs-email-device', ...device, requiresEmail: true },
    { clientId: 'needs-both', ...spa, requiresName: true, requiresEmail: true },
  ];
  for (const client of clients) await applications.addClient('shop', client);
});
afterAll(() => server.close());

type Browser = Awaited<ReturnType<typeof signedIn>>['browser'];

const signInBare = async () => {
  const { browser, accountId } = await signedIn(server);
  await server.deps.sql`update accounts set name = null, email = null where id = ${accountId}`;
  return { browser, accountId };
};

const patch = (browser: Browser, change: object) =>
  browser.fetch('/vid/api/users/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });

const setName = async (browser: Browser) => {
  await patch(browser, { name: 'Nguyễn Thị Ánh' });
};

let emails = 0;
/** Sets an e-mail address, and opens its confirmation link in another browser. */
const confirmEmail = async (browser: Browser) => {
  const email = `sso${(emails += 1)}@example.vn`;
  await patch(browser, { email });
  await server.deps.background.idle();
  const elsewhere = new SsoBrowser(server.origin);
  const outbox = await (await elsewhere.fetch('/vid/dev/outbox.json')).text();
  const mails: { to: string; text: string }[] = JSON.parse(outbox).data;
  const mail = mails.find(({ to }) => to === email);
  const token = /confirm-email#([\w-]{22})/u.exec(mail?.text ?? '')?.[1];
  const confirmed = await elsewhere.post('/vid/api/users/email/confirm', { token });
  expect(confirmed.status).toBe(200);
};

const uidOf = (page: URL): string => page.searchParams.get('uid') ?? '';
const continueAt = (browser: Browser, uid: string) =>
  browser.post(`/vid/api/sso/interactions/${uid}/continue`, {});

const requestCode = async (browser: Browser, clientId: string) => {
  const target = { appCode: 'shop', clientId };
  const { body: validated } = await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
    ...target,
    redirectUrls: callback,
  });
  const { status, body } = await browser.post('/vid/api/auth/code/request', {
    ...target,
    codeChallenge: pkce().challenge,
  });
  return { validated: validated['data'], status, code: body['message'] };
};

const newestStep = async (clientId: string): Promise<unknown> => {
  const answer = await manager.fetch(`/vid/api/apps/${appId}/clients/${clientId}/attempts`);
  const attempts: { steps: unknown[] }[] = JSON.parse(await answer.text()).data;
  return attempts[0]?.steps.at(-1);
};

/** Time limit for steps to be stored, which happens shortly after the request. */
const soon = { timeout: 5_000 };

describe.each([
  {
    detail: 'a name',
    client: 'needs-name',
    code: 'NAME_REQUIRED',
    supply: setName,
    required: { requiresName: true, requiresEmail: false },
    missing: { name: null },
    problem: { code: 'nameMissing' },
  },
  {
    detail: 'a confirmed e-mail address',
    client: 'needs-email',
    code: 'EMAIL_REQUIRED',
    supply: confirmEmail,
    required: { requiresName: false, requiresEmail: true },
    missing: { isEmailConfirmed: false },
    problem: { code: 'emailMissing' },
  },
])('a client that requires $detail', ({ client, code, supply, required, missing, problem }) => {
  it('gets no code in the community’s protocol before the account has it', async () => {
    const { browser } = await signInBare();
    const needs = expect.objectContaining(required);
    expect(await requestCode(browser, client)).toEqual({ validated: needs, status: 403, code });
    expect(await requestCode(browser, 'any')).toMatchObject({
      validated: { requiresName: false, requiresEmail: false },
      status: 200,
    });
    await supply(browser);
    expect(await requestCode(browser, client)).toEqual({ validated: needs, status: 200, code: undefined });
  });

  it('gets no code in OpenID Connect before the account has it', async () => {
    const { browser } = await signInBare();
    const page = await browser.visit(address(client));
    expect(page.pathname).toBe('/vid/web/intermediate');
    const described = await (await browser.fetch(`/vid/api/sso/interactions/${uidOf(page)}`)).json();
    expect(described).toMatchObject({
      data: { prompt: 'login', ...required, needsFreshSignIn: false, account: missing },
    });
    const refused = await continueAt(browser, uidOf(page));
    expect([refused.status, refused.body['message']]).toEqual([403, code]);

    await supply(browser);
    const { body } = await continueAt(browser, uidOf(page));
    const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
    const again = await browser.visit(address(client));
    expect(again.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('gets interaction_required for prompt=none', async () => {
    const { browser } = await signInBare();
    const back = await browser.visit(address(client, { prompt: 'none' }));
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
      'interaction_required',
      null,
    ]);
    const other = await browser.visit(address('any', { prompt: 'none' }));
    expect(other.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('cannot be approved on a device before the account has it', async () => {
    const { browser, accountId } = await signInBare();
    const { body } = await callOidc(server, '/device/auth', {
      client_id: `${client}-device`,
      scope: 'openid',
    });
    const userCode = textAt(body, 'user_code');
    const found = await browser.post('/vid/api/sso/device/lookup', { userCode });
    expect(found.body['data']).toMatchObject({ ...required, account: missing });
    const decision = { userCode, accountId, approve: true };
    const refused = await browser.post('/vid/api/sso/device/decide', decision);
    expect([refused.status, refused.body['message']]).toEqual([403, code]);
    await supply(browser);
    expect((await browser.post('/vid/api/sso/device/decide', decision)).status).toBe(200);
  });

  it('lets managers see that the sign-on waits for it', async () => {
    const { browser } = await signInBare();
    const waiting = { step: 'signIn', state: 'waiting', problem };
    await browser.visit(address(client));
    await expect.poll(() => newestStep(client), soon).toMatchObject(waiting);
    await requestCode(browser, client);
    await expect.poll(() => newestStep(client), soon).toMatchObject(waiting);
  });
});

it('a client that requires a name accepts the name of an enterprise', async () => {
  const { sql } = server.deps;
  const { browser, accountId } = await signInBare();
  await sql`update accounts set kind = 'enterprise' where id = ${accountId}`;
  await sql`insert into enterprises (account_id, name) values (${accountId}, 'Minh Anh')`;
  const back = await browser.visit(address('needs-name', { prompt: 'none' }));
  expect(back.searchParams.get('code')).toEqual(expect.any(String));
});

it('a client that requires a confirmed e-mail address rejects an unconfirmed one', async () => {
  const { browser } = await signInBare();
  await patch(browser, { email: 'chua-xac-nhan@example.vn' });
  const refused = await continueAt(browser, uidOf(await browser.visit(address('needs-email'))));
  expect(refused.body['message']).toBe('EMAIL_REQUIRED');
});

it('a client that requires name and e-mail asks for the name first', async () => {
  const { browser } = await signInBare();
  const uid = uidOf(await browser.visit(address('needs-both')));
  expect((await continueAt(browser, uid)).body['message']).toBe('NAME_REQUIRED');
  await setName(browser);
  expect((await continueAt(browser, uid)).body['message']).toBe('EMAIL_REQUIRED');
  await confirmEmail(browser);
  const { body } = await continueAt(browser, uid);
  const back = await browser.visitAndContinue(textAt(body, 'data', 'continueTo'));
  expect(back.searchParams.get('code')).toEqual(expect.any(String));
});
