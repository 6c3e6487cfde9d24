import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { maxRoles } from '@vid/contract/limits';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let callers: Awaited<ReturnType<typeof signInCallers>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  callers = await signInCallers();
});
afterAll(() => server.close());

async function signInCallers() {
  const signedIn = async () => {
    const browser = new TestBrowser(server.app);
    const account = await createAccount(server);
    await signIn(browser, account);
    return { ...account, browser };
  };
  const [owner, manager] = [await signedIn(), await signedIn()];
  const [admin, managingAdmin] = [await createAdmin(server), await createAdmin(server)];
  const { id } = await createApplication(server, { ownerId: owner.id });
  const { sql } = server.deps;
  for (const account of [manager, managingAdmin])
    await sql`insert into application_managers (application_id, account_id) values (${id}, ${account.id})`;
  await sql`insert into application_roles (application_id, code, name) values (${id}, 'taken', 'X')`;
  await sql`
    update sessions set confirmed_at = now() - interval '6 minutes', authenticated_at = now() - interval '6 minutes'`;
  return { url: `/vid/api/apps/${id}`, owner, manager, admin, managingAdmin };
}

const ids = ['app_missing'];
const role = { name: 'X', description: '', isDefault: false };
const otherId = 'acc_missing';
type Change = readonly [
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | undefined,
  unasked: string,
];
/**
 * Changes for which an administrator must re-authenticate. `unasked` is the outcome without re-authentication
 * for other callers.
 */
const changes: readonly Change[] = [
  ['POST', '/permissions', { role: 'none', phones: ['0912345678'] }, 'ROLE_NOT_FOUND'],
  ['POST', '/permissions/set-role', { ids, role: 'none' }, 'NOT_FOUND'],
  ['POST', '/permissions/lock', { ids }, 'NOT_FOUND'],
  ['POST', '/permissions/unlock', { ids }, 'NOT_FOUND'],
  ['POST', '/permissions/remove', { ids }, 'NOT_FOUND'],
  ['POST', '/roles', { code: 'taken', ...role }, 'ROLE_EXISTS'],
  ['PUT', '/roles/none', role, 'NOT_FOUND'],
  ['POST', '/roles/none/remove', {}, 'NOT_FOUND'],
  ['POST', '/clients/none/status', { status: 'disabled' }, 'NOT_FOUND'],
  ['POST', '/webhooks/none/status', { status: 'disabled' }, 'NOT_FOUND'],
  ['POST', '/webhooks/none/messages/none/replay', {}, 'NOT_FOUND'],
  ['POST', '/webhooks/none/replay', { since: '2026-01-01T00:00:00Z', onlyUndelivered: true }, 'NOT_FOUND'],
  ['POST', '/managers', { phone: '+84900000001' }, 'ACCOUNT_NOT_FOUND'],
  ['DELETE', `/managers/${otherId}`, undefined, 'NOT_FOUND'],
];

const send = async ({ browser }: { browser: TestBrowser }, [method, path, body]: Change) =>
  (await browser.call(method, `${callers.url}${path}`, body)).code;

describe('M1 a change to an application without a recent re-authentication', () => {
  it.each(changes)('by %s %s requires re-authentication from administrators', async (...change) => {
    expect(await send(callers.admin, change)).toBe('REAUTHENTICATION_REQUIRED');
    expect(await send(callers.managingAdmin, change)).toBe('REAUTHENTICATION_REQUIRED');
  });

  it.each(changes.filter(([, path]) => !path.startsWith('/managers')))(
    'by %s %s requires no re-authentication from the owner or a manager',
    async (...change) => {
      expect(await send(callers.owner, change)).toBe(change[3]);
      expect(await send(callers.manager, change)).toBe(change[3]);
    },
  );

  it.each(changes.filter(([, path]) => path.startsWith('/managers')))(
    'by %s %s requires re-authentication from the owner',
    async (...change) => {
      expect(await send(callers.owner, change)).toBe('REAUTHENTICATION_REQUIRED');
      expect(await send(callers.manager, change)).toBe('FORBIDDEN');
    },
  );

  it('is accepted from administrators who remove themselves as managers', async () => {
    const { managingAdmin, url } = callers;
    const own = `${url}/managers/${managingAdmin.id}`;
    expect((await managingAdmin.browser.call('DELETE', own)).status).toBe(200);
    // The account now has only its right as an administrator.
    expect((await managingAdmin.browser.call('DELETE', own)).code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

it('M1 manager endpoints without re-authentication only search, count, check, test or stop', () => {
  const base = '/vid/api/apps/:appId';
  const tested = changes.map(([method, path]) => `${method} ${base}${path}`);
  const withNames = tested.map((name) =>
    name
      .replace('/roles/none', '/roles/:role')
      .replace('/clients/none', '/clients/:clientId')
      .replace('/webhooks/none', '/webhooks/:webhookId')
      .replace('/messages/none', '/messages/:messageId')
      .replace(otherId, ':accountId'),
  );
  const others = Object.entries<Endpoint>(endpoints).filter(
    ([name, { access }]) => access === 'manager' && !name.startsWith('GET ') && !withNames.includes(name),
  );
  const unasked = others.filter(([, { errors }]) => !errors.includes('REAUTHENTICATION_REQUIRED'));
  expect(unasked.map(([name]) => name.replace(base, '')).toSorted()).toEqual([
    'POST /clients/:clientId/checks',
    'POST /permissions/bulk-changes/:bulkId/stop',
    'POST /permissions/count',
    'POST /permissions/search',
    'POST /webhooks/:webhookId/test',
  ]);
});

it('the roles of an application are limited in number', async () => {
  const { id } = await createApplication(server, { ownerId: callers.owner.id });
  await server.deps.sql`
    insert into application_roles (application_id, code, name)
    select ${id}, 'r' || n, 'X' from generate_series(1, ${maxRoles}::int) n`;
  const { code } = await callers.owner.browser.post(`/vid/api/apps/${id}/roles`, {
    code: 'one-more',
    ...role,
  });
  expect(code).toBe('ROLE_LIMIT');
});
