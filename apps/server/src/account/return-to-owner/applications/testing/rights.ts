import { createAccount } from '@vid/testkit/accounts';
import type { TestBrowser } from '@vid/testkit/browser';
import { requestToken } from '@vid/testkit/machine';
import type { TestServer } from '@vid/testkit/server';
import { intrude, requireOk } from '../../testing/stolen-account.ts';

export async function codeOf(server: TestServer, appId: string): Promise<string | undefined> {
  const [row] = await server.deps.sql<{ code: string }[]>`select code from applications where id = ${appId}`;
  return row?.code;
}

export const permissionsOf = (server: TestServer, appId: string) =>
  server.deps.sql<
    { id: string; accountId: string; role: string; status: string; createdBy: string | null }[]
  >`
    select id, account_id, role, status, created_by from permissions where application_id = ${appId} order by created_at`;

/**
 * Creates an application with two roles in a stolen account, and a friend who has one of the roles from the
 * operator.
 */
export async function withReader(server: TestServer) {
  const { account, browser, appId } = await intrude(server);
  const friend = await createAccount(server);
  const url = `/vid/api/apps/${appId}`;
  const code = (await codeOf(server, appId)) ?? '';
  for (const role of ['reader', 'admin']) await server.deps.applications.grant(code, friend.id, role);
  await server.deps.applications.withdraw(code, friend.id, 'admin');
  const [reader] = await permissionsOf(server, appId);
  if (!reader) throw new Error('the friend has no permission');
  return { account, browser, appId, friend, url, code, reader };
}

export const auditOf = (server: TestServer, appId: string, kinds: readonly string[]) =>
  server.deps.sql`
    select kind, actor_id, account_id, details from audit_events
    where kind = any(${[...kinds]}::text[]) and details ->> 'applicationId' = ${appId} order by id`;

export async function addClient(browser: TestBrowser, appId: string) {
  const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' });
  requireOk(added);
  return { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
}

export async function getsToken(
  server: TestServer,
  client: { clientId: string; secret: string },
): Promise<boolean> {
  return (await requestToken(server, client, '')).access_token !== undefined;
}
