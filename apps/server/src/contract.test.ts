import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adminErrors,
  commonErrors,
  machineErrors,
  managerErrors,
  sessionErrors,
} from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { errorRegistry } from '@vid/contract/errors';
import { managementScopes } from '@vid/contract/management-scopes';
import { createAccount, createAdmin, signIn, signInAdmin } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { createMachineToken } from '@vid/testkit/machine';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import {
  endpointTable as table,
  exampleBody,
  requestOf as requestWith,
} from './operations/docs/testing/example-request.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/** Image routes, which are not endpoints of the contract. */
const pictures = ['GET /vid/api/avatars/:avatarId', 'GET /vid/api/brand/:imageId'];

const requestOf = (name: string) => {
  const { method, url } = requestWith(name, { provider: 'google' });
  return { method, url: url.replaceAll(/:\w+/gu, 'ses_0') };
};

describe('R15 the endpoints of the contract', () => {
  it.each(table.map(([name]) => name))('exist on the server (%s)', (name) => {
    const [method = '', url = ''] = name.split(' ');
    expect(server.app.hasRoute({ method, url })).toBe(true);
  });

  it('are the only endpoints below /vid/{ajax,api,gateway} besides two for pictures', () => {
    const served = server.app.routeIndex.routes
      .filter(({ method, url }) => /^\/vid\/(?:ajax|api|gateway)\//u.test(url) && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`);
    expect(new Set(served)).toEqual(new Set([...Object.keys(endpoints), ...pictures]));
  });

  const signedInOnly = table.filter(([, { access }]) => ['member', 'manager', 'admin'].includes(access));

  it.each(signedInOnly.map(([name, { file }]) => [name, file?.types[0]] as const))(
    'M1 require a session (%s)',
    async (name, type) => {
      const { method, url } = requestOf(name);
      const answer = await server.app.inject({
        method,
        url,
        headers: {
          host: 'localhost:8080',
          origin: 'http://localhost:8080',
          ...(type && { 'content-type': type }),
        },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: exampleBody(name) }),
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        expect.objectContaining({ message: 'TOKEN_MISSING' }),
      ]);
    },
  );

  const administration = table.filter(([, { access }]) => access === 'admin');

  it.each(administration)(
    'M1 are open only to administrators with a second factor (%s)',
    async (name, endpoint) => {
      expect(endpoint.errors).toEqual(expect.arrayContaining([...adminErrors]));
      const { method, url } = requestOf(name);
      const send = async (browser: TestBrowser) => {
        const [type] = endpoint.file?.types ?? [];
        const headers = type === undefined ? {} : { headers: { 'content-type': type } };
        const body = method === 'GET' || method === 'DELETE' ? undefined : exampleBody(name);
        return (await browser.call(method, url, body, headers)).code;
      };
      const { member, manager, newAdmin, admin } = await visitors();
      expect([await send(member), await send(manager)]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
      expect(await send(newAdmin)).toBe('TWO_STEP_SETUP_REQUIRED');
      expect(['TOKEN_INVALID', 'FORBIDDEN', 'TWO_STEP_SETUP_REQUIRED']).not.toContain(await send(admin));
    },
  );

  it.each(signedInOnly.filter(([, { isOpenDuringForcedChange }]) => !isOpenDuringForcedChange))(
    'M4 refuse an account that must change its password (%s)',
    async (name, { errors, file }) => {
      expect(errors).toEqual(expect.arrayContaining([...sessionErrors]));
      const { forcedAdmin, appId } = await visitors();
      const { method, url } = requestOf(name.replace(':appId', appId));
      const [type] = file?.types ?? [];
      const headers = type === undefined ? {} : { headers: { 'content-type': type } };
      const body = method === 'GET' || method === 'DELETE' ? undefined : exampleBody(name);
      const { status, code } = await forcedAdmin.call(method, url, body, headers);
      expect([status, code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    },
  );

  it('M4 skip the check for a forced password change in seven cases', () => {
    const open = table.filter(([, { isOpenDuringForcedChange }]) => isOpenDuringForcedChange);
    expect(open.map(([name]) => name).toSorted()).toEqual([
      'DELETE /vid/api/privacy/deletion',
      'GET /vid/ajax/auth/me',
      'GET /vid/api/privacy/deletion',
      'GET /vid/api/sso/logout',
      'POST /vid/ajax/auth/logout/all',
      // The handler of this endpoint refuses an account that must change its password.
      'POST /vid/api/auth/code/request',
      'POST /vid/api/users/password/change',
    ]);
  });

  it('M1 below /vid/api/admin/ are open only to administrators', () => {
    const open = table.filter(
      ([name, { access }]) => name.includes(' /vid/api/admin/') && access !== 'admin',
    );
    expect([administration.length > 3, open]).toEqual([true, []]);
  });

  const ofManagers = table.filter(([, { access }]) => access === 'manager');

  it.each(ofManagers)('M1 M2 are open only to managers of the application (%s)', async (name, endpoint) => {
    expect(endpoint.errors).toEqual(expect.arrayContaining([...managerErrors]));
    const { member, otherManager, newAdmin, manager, admin, appId } = await visitors();
    const send = async (browser: TestBrowser, id: string) => {
      const { method, url } = requestOf(name.replace(':appId', id));
      const body = method === 'GET' || method === 'DELETE' ? undefined : exampleBody(name);
      const { status, code, raw } = await browser.call(method, url, body);
      return { status, code, text: raw.body.replaceAll(/"requestId":"[^"]+"/gu, '') };
    };
    const missing = await send(manager, 'app_missing');
    expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    // Another manager's application must look like an application that does not exist.
    for (const stranger of [member, otherManager, newAdmin])
      expect(await send(stranger, appId)).toEqual(missing);
    // Except for the application, ids in the path and the body are examples without rows.
    const isFound = !/:(?!appId)\w+/u.test(name) && !('ids' in exampleBody(name));
    const refusals = ['TOKEN_INVALID', 'FORBIDDEN', ...(isFound ? ['NOT_FOUND'] : [])];
    for (const allowed of [manager, admin]) expect(refusals).not.toContain((await send(allowed, appId)).code);
  });

  const machines = table.filter(([, { access }]) => access === 'machine');

  it.each(machines)(
    'M1 M2 accept only a token for their scope and application (%s)',
    async (name, endpoint) => {
      expect(endpoint.errors).toEqual(expect.arrayContaining([...machineErrors]));
      const { scope = '' } = endpoint;
      const { appId, otherAppId, tokens } = await machineTokens();
      const { admin, manager } = await visitors();
      const send = async (token: string | undefined, id = appId, headers: Record<string, string> = {}) => {
        const { method, url } = requestOf(name.replace(':appId', id));
        const answer = await server.app.inject({
          method,
          url,
          headers: {
            host: 'localhost:8080',
            ...headers,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          ...(method === 'GET' || method === 'DELETE' ? {} : { payload: exampleBody(name) }),
        });
        return [answer.statusCode, answer.json().message, answer.headers['www-authenticate']];
      };
      expect(await send(undefined)).toEqual([401, 'ACCESS_TOKEN_INVALID', 'Bearer realm="vid"']);
      const invalid = [401, 'ACCESS_TOKEN_INVALID', 'Bearer realm="vid", error="invalid_token"'];
      expect(await send('A'.repeat(43))).toEqual(invalid);
      const otherScope = managementScopes.find((one) => one !== scope && tokens[one] !== undefined) ?? scope;
      expect(await send(tokens[otherScope])).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        `Bearer realm="vid", error="insufficient_scope", scope="${scope}"`,
      ]);
      const hasApp = name.includes(':appId');
      const foreign = hasApp ? await send(tokens[scope], otherAppId) : [404, 'NOT_FOUND', undefined];
      expect(foreign).toEqual([404, 'NOT_FOUND', undefined]);
      // The endpoint ignores cookies, so that a page cannot make a browser call it.
      for (const { cookies } of [admin, manager]) {
        const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
        expect((await send(undefined, appId, { cookie, origin: 'http://localhost:8080' }))[0]).toBe(401);
      }
      const isFound = !/:(?!appId)\w+/u.test(name) && !('ids' in exampleBody(name));
      const refusals = ['ACCESS_TOKEN_INVALID', 'INSUFFICIENT_SCOPE', ...(isFound ? ['NOT_FOUND'] : [])];
      expect(refusals).not.toContain((await send(tokens[scope]))[1]);
    },
  );

  it('M1 below /vid/api/manage/ are open only to machine clients', () => {
    expect(machines.length).toBeGreaterThan(20);
    const below = table.filter(([name]) => name.includes(' /vid/api/manage/'));
    expect(below).toEqual(machines);
    expect(machines.filter(([, { scope }]) => scope === undefined)).toEqual([]);
  });

  it.each(signedInOnly)('M1 reject an access token instead of a session (%s)', async (name, { file }) => {
    const { appId, tokens } = await machineTokens();
    const { method, url } = requestOf(name.replace(':appId', appId));
    const answer = await server.app.inject({
      method,
      url,
      headers: {
        host: 'localhost:8080',
        origin: 'http://localhost:8080',
        authorization: `Bearer ${tokens['vid:accounts:write']}`,
        ...(file?.types[0] !== undefined && { 'content-type': file.types[0] }),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { payload: exampleBody(name) }),
    });
    expect(answer.json()).toMatchObject({ message: 'TOKEN_MISSING' });
  });

  it('M1 below /vid/api/apps/ are open only to members or managers', () => {
    const open = table.filter(
      ([name, { access, params }]) =>
        / \/vid\/api\/apps(?:\/|$)/u.test(name) &&
        access !== (params !== undefined && name.includes('/apps/:appId') ? 'manager' : 'member'),
    );
    expect([ofManagers.length > 0, open]).toEqual([true, []]);
    expect(ofManagers.filter(([name]) => !name.includes(' /vid/api/apps/:appId'))).toEqual([]);
  });

  it.each(
    table
      .filter(([name, { access }]) => !name.startsWith('GET ') && access !== 'machine')
      .map(([name]) => name),
  )('S5 reject cross-site calls (%s)', async (name) => {
    const { method, url } = requestOf(name);
    const browser = new TestBrowser(server.app);
    for (const headers of [
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:8080.evil.test', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await browser.call(method, url, exampleBody(name), {
        headers,
        clientToken: null,
      });
      expect([answer.status, answer.code]).toEqual([403, 'CSRF']);
    }
  });

  it.each(table)('list their own errors once, without the shared errors (%s)', (_name, { errors }) => {
    expect(new Set(errors).size).toBe(errors.length);
    const common = new Set<string>(commonErrors);
    expect(errors.filter((code) => common.has(code) || !(code in errorRegistry))).toEqual([]);
  });
});

describe('V3 an unexpected error', () => {
  it('returns status 500 with a request id, and hides its cause', async () => {
    const broken = await startTestServer(inject('cluster'));
    await broken.deps.sql`alter table sessions rename column token_hash to lost`;
    const answer = await new TestBrowser(broken.app).get('/vid/ajax/auth/me', {
      headers: { 'accept-language': 'en', cookie: `vid_sid=${'A'.repeat(43)}` },
    });
    expect(answer.status).toBe(500);
    expect(answer.raw.json()).toEqual({
      error: 'Something went wrong on our side. Try again later.',
      message: 'INTERNAL',
      requestId: answer.raw.headers['x-request-id'],
    });
    const line = broken.logLines.find((text) => text.includes('request failed')) ?? '';
    expect(line).toContain(String(answer.raw.headers['x-request-id']));
    // The log contains the SQLSTATE (undefined_column), but neither the statement nor its parameters.
    expect(line).toContain('42703');
    expect(line).not.toMatch(/select|from sessions/iu);
    await broken.close();
  });
});

describe('F7 pages and code for development', () => {
  it('are not available in production', async () => {
    const production = await startTestServer(inject('cluster'), {
      environment: productionSettings,
    });
    const browser = new TestBrowser(production.app);
    for (const url of ['/vid/dev/outbox', '/vid/dev/outbox.json', '/vid/dev']) {
      const answer = await browser.get(url, { headers: { host: 'id.example.vn' } });
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    }
    await production.close();
  });

  it('are absent from the web sources', async () => {
    const folder = join(import.meta.dirname, '../../web/src');
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => /\.tsx?$/u.test(name) && !/\.test\./u.test(name),
    );
    expect(files.length).toBeGreaterThan(50);
    const left = files.filter((name) =>
      /Buy Now|localhost:\d|mockApi|api\.demo/u.test(readFileSync(join(folder, name), 'utf8')),
    );
    expect(left).toEqual([]);
  });
});

type Visitors = Record<
  'member' | 'manager' | 'otherManager' | 'newAdmin' | 'forcedAdmin' | 'admin',
  TestBrowser
> & {
  readonly appId: string;
};
let signedIn: Promise<Visitors> | undefined;

/**
 * Browsers of a member, the managers of two applications, an administrator without a second factor, an
 * administrator who must change the password, and an administrator with full access.
 */
function visitors() {
  signedIn ??= (async () => {
    const browser = () => new TestBrowser(server.app);
    const [member, manager, otherManager, newAdmin] = [browser(), browser(), browser(), browser()];
    await signIn(member, await createAccount(server));
    await signInAdmin(server, newAdmin, await createAccount(server, { role: 'admin' }));
    const appId = await managedBy(manager);
    await managedBy(otherManager);
    const { id, browser: forcedAdmin } = await createAdmin(server);
    await server.deps.sql`update accounts set must_change_password = true where id = ${id}`;
    const { browser: admin } = await createAdmin(server);
    return { member, manager, otherManager, newAdmin, forcedAdmin, admin, appId };
  })();
  return signedIn;
}

type MachineTokens = {
  readonly appId: string;
  readonly otherAppId: string;
  readonly tokens: Readonly<Record<string, string>>;
};
let issued: Promise<MachineTokens> | undefined;

function machineTokens(): Promise<MachineTokens> {
  issued ??= (async () => {
    const application = await createApplication(server);
    const { id: otherAppId } = await createApplication(server);
    const tokens: Record<string, string> = {};
    for (const scope of managementScopes)
      tokens[scope] = (await createMachineToken(server, application.code, [scope])).token;
    return { appId: application.id, otherAppId, tokens };
  })();
  return issued;
}

async function managedBy(browser: TestBrowser): Promise<string> {
  const account = await createAccount(server);
  await signIn(browser, account);
  return (await createApplication(server, { ownerId: account.id })).id;
}
