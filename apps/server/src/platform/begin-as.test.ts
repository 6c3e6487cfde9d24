import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { bearer, callManagement, createMachineToken, requestToken } from '@vid/testkit/machine';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { beginAs } from './begin-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const code = { code: 'reader', name: 'Reader', description: '', isDefault: false };

async function setUp() {
  const { sql } = server.deps;
  const account = await createAccount(server);
  const friend = await createAccount(server);
  const { id: appId, code: appCode } = await createApplication(server, { ownerId: account.id });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const { clientId } = await server.deps.applications.addClient(appCode, { kind: 'machine' });
  const app = `/vid/api/apps/${appId}`;
  requireOk(await browser.post(`${app}/roles`, code));
  const webhook = { url: 'https://thief.example.vn/hook', events: ['account.locked'] };
  const added = await browser.post(`${app}/webhooks`, webhook);
  requireOk(added);
  return {
    sql,
    account,
    friend,
    browser,
    app,
    appCode,
    appId,
    clientId,
    webhook,
    webhookId: added.data['id'],
  };
}
type Setup = Awaited<ReturnType<typeof setUp>>;

function requireOk(answer: { readonly status: number; readonly code: unknown }): void {
  expect([answer.status, answer.code]).toEqual([200, undefined]);
}

const requests = {
  'adding a manager': ({ browser, app, friend }) => browser.post(`${app}/managers`, { phone: friend.phone }),
  'adding a client': ({ browser, app }) => browser.post(`${app}/clients`, { kind: 'machine' }),
  'changing a client': ({ browser, app, clientId }) =>
    browser.call('PATCH', `${app}/clients/${clientId}`, { authMethod: 'client_secret_post' }),
  'adding a client secret': ({ browser, app, clientId }) =>
    browser.post(`${app}/clients/${clientId}/secret`, {}),
  'disabling a client': ({ browser, app, clientId }) =>
    browser.post(`${app}/clients/${clientId}/status`, { status: 'disabled' }),
  'adding a webhook': ({ browser, app, webhook }) => browser.post(`${app}/webhooks`, webhook),
  'changing a webhook': ({ browser, app, webhookId }) =>
    browser.call('PATCH', `${app}/webhooks/${String(webhookId)}`, { url: 'https://other.example.vn/hook' }),
  'adding a role': ({ browser, app }) => browser.post(`${app}/roles`, { ...code, code: 'writer' }),
  'adding a permission': ({ browser, app, friend }) =>
    browser.post(`${app}/permissions`, { role: code.code, phones: [friend.phone] }),
  'making a privacy request': ({ browser }) =>
    browser.post('/vid/api/privacy/requests', { kind: 'access', details: 'Everything, please.' }),
  'deleting a certificate': ({ browser }) => browser.call('DELETE', '/vid/api/users/certificate'),
  'deleting an avatar': ({ browser }) => browser.call('DELETE', '/vid/api/users/avatar'),
  'withdrawing a consent': ({ browser, appCode }) =>
    browser.post('/vid/api/sso/consents/withdraw', { appCode }),
} satisfies Readonly<Record<string, (setup: Setup) => ReturnType<TestBrowser['post']>>>;

describe('a request that waits while the sessions of its account end', () => {
  it.each(Object.entries(requests))('K1 is refused and writes no audit event (%s)', async (_kind, send) => {
    const setup = await setUp();
    const { account, sql } = setup;
    const events = async () => (await sql`select from audit_events where actor_id = ${account.id}`).count;
    const before = await events();
    let sent: ReturnType<typeof send> | undefined;
    await sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      sent = send(setup);
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await sent)?.code).toBe('TOKEN_INVALID');
    expect(await events()).toBe(before);
  });

  it.each(['idle_expires_at', 'expires_at'])(
    'K1 is refused if the session expires (column %s)',
    async (column) => {
      const { account, sql, browser, app } = await setUp();
      let sent: ReturnType<TestBrowser['post']> | undefined;
      await sql.begin(async (tx) => {
        await server.deps.accounts.lockRow(tx, account.id);
        sent = browser.post(`${app}/clients`, { kind: 'machine' });
        await waitForLockWaits(server, 1);
        await tx`
          update sessions set idle_expires_at = case when ${column} = 'idle_expires_at' then now() else idle_expires_at end,
            expires_at = case when ${column} = 'expires_at' then now() else expires_at end
          where account_id = ${account.id}`;
      });
      expect((await sent)?.code).toBe('TOKEN_INVALID');
    },
  );

  it('K1 does not store a consent', async () => {
    const { account, sql } = await setUp();
    const { id, code: appCode } = await createApplication(server);
    const [session] = await sql<{ id: string }[]>`select id from sessions where account_id = ${account.id}`;
    const caller = {
      ...callerAt('203.0.113.9'),
      signedIn: { accountId: account.id, sessionId: session?.id ?? '' },
    };
    const application = { id, code: appCode, isFirstParty: false };
    let recorded: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      recorded = server.deps.consents
        .record({ accountId: account.id, application, scope: 'openid', caller })
        .catch((error: unknown) => error);
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect(await recorded).toMatchObject({ code: 'TOKEN_INVALID' });
    expect(await sql`select from application_consents where account_id = ${account.id}`).toHaveLength(0);
  });

  it('K1 is refused if it comes from an administrator', async () => {
    const { friend, sql } = await setUp();
    const { browser, ...account } = await createAdmin(server);
    let sent: ReturnType<TestBrowser['post']> | undefined;
    await sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      sent = browser.post(`/vid/api/admin/accounts/${friend.id}/notes`, { text: 'A note' });
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await sent)?.code).toBe('TOKEN_INVALID');
  });
});

describe('a request that waits while its caller loses a right', () => {
  it('K1 stores no client for a manager who was removed', async () => {
    const { friend, sql, browser, app, appId } = await setUp();
    requireOk(await browser.post(`${app}/managers`, { phone: friend.phone }));
    const friends = new TestBrowser(server.app);
    await signIn(friends, friend);
    let sent: ReturnType<TestBrowser['post']> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      sent = friends.post(`${app}/clients`, { kind: 'machine' });
      await waitForLockWaits(server, 1);
      await tx`delete from application_managers where account_id = ${friend.id}`;
    });
    expect((await sent)?.code).toBe('NOT_FOUND');
    expect(await sql`select from clients where created_by = ${friend.id}`).toHaveLength(0);
  });

  it('K1 is refused to a machine client whose creator was removed', async () => {
    const { sql, friend, appCode, appId } = await setUp();
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${friend.id})`;
    const { clientId, token } = await createMachineToken(server, appCode, ['vid:applications:write']);
    await sql`update clients set created_by = ${friend.id}, has_creator = true where id = ${clientId}`;
    let sent: ReturnType<typeof callManagement> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      sent = callManagement(server, 'POST', `applications/${appId}/clients`, bearer(token), {
        kind: 'machine',
      });
      await waitForLockWaits(server, 1);
      await tx`delete from application_managers where account_id = ${friend.id}`;
    });
    expect((await sent)?.code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 is refused to a machine client whose token was deleted', async () => {
    const { sql, appCode, appId } = await setUp();
    const { clientId, token } = await createMachineToken(server, appCode, ['vid:applications:write']);
    let sent: ReturnType<typeof callManagement> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      sent = callManagement(server, 'POST', `applications/${appId}/clients`, bearer(token), {
        kind: 'machine',
      });
      await waitForLockWaits(server, 1);
      await tx`delete from oidc_client_credentials where client_id = ${clientId}`;
    });
    expect((await sent)?.code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 is refused to a machine client that was disabled', async () => {
    const { sql, appCode, appId } = await setUp();
    const { clientId, token } = await createMachineToken(server, appCode, ['vid:applications:write']);
    let sent: ReturnType<typeof callManagement> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      sent = callManagement(server, 'POST', `applications/${appId}/clients`, bearer(token), {
        kind: 'machine',
      });
      await waitForLockWaits(server, 1);
      await tx`update clients set status = 'disabled' where id = ${clientId}`;
    });
    expect((await sent)?.code).toBe('ACCESS_TOKEN_INVALID');
  });
});

it('K1 a machine request locks the target account before the application', async () => {
  const { sql, friend, appCode, appId } = await setUp();
  const { token } = await createMachineToken(server, appCode, ['vid:accounts:write']);
  let sent: ReturnType<typeof callManagement> | undefined;
  await sql.begin(async (tx) => {
    await server.deps.accounts.lockRow(tx, friend.id);
    const reason = 'Báo cáo gian lận';
    sent = callManagement(server, 'POST', `accounts/${friend.id}/lock`, bearer(token), { reason });
    await waitForLockWaits(server, 1);
    await tx`select from applications where id = ${appId} for no key update`;
  });
  expect((await sent)?.status).toBe(200);
});

it('K1 a machine token is attributed to the creator of its secret', async () => {
  const { sql, account, friend, appCode } = await setUp();
  const made = await createMachineToken(server, appCode, ['vid:applications:write']);
  await sql`update clients set created_by = ${account.id} where id = ${made.clientId}`;
  await sql`update client_secrets set created_by = ${friend.id} where client_id = ${made.clientId}`;
  await requestToken(server, made, 'vid:applications:write');
  const tokens = await sql`
    select account_id from oidc_client_credentials
    where client_id = ${made.clientId} and account_id is not null`;
  expect(tokens).toEqual([{ accountId: friend.id }]);
});

it('a change locks the caller’s account and the given others', async () => {
  const { sql, account, friend, browser } = await setUp();
  const [session] = await sql<{ id: string }[]>`select id from sessions where account_id = ${account.id}`;
  expect(browser).toBeDefined();
  const signedIn = { accountId: account.id, sessionId: session?.id ?? '' };
  const isLocked = (id: string) =>
    sql.begin(
      async (tx) => (await tx`select from accounts where id = ${id} for update skip locked`).count === 0,
    );
  for (const [caller, locked] of [
    [{ signedIn }, true],
    [{}, false],
  ] as const)
    await beginAs(sql, { caller, others: [friend.id] }, async () => {
      expect([await isLocked(account.id), await isLocked(friend.id)]).toEqual([locked, locked]);
    });
  await beginAs(sql, { caller: { signedIn } }, async () => {
    expect([await isLocked(account.id), await isLocked(friend.id)]).toEqual([true, false]);
  });
});
