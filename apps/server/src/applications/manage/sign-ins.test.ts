import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import {
  callOidc,
  communityCode,
  signedIn,
  startSsoServer,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const redirectUrl = 'https://app.example.vn/cb';
let server: SsoServer;
let manager: SsoBrowser;
let app: { readonly id: string; readonly code: string };
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  const owner = await createAccount(server);
  manager = (await signedIn(server, { accountId: owner.id })).browser;
  app = await createApplication(server, { ownerId: owner.id });
  await server.deps.sql`update applications set is_first_party = true where id = ${app.id}`;
  await server.deps.applications.addClient(app.code, {
    clientId: 'counted',
    kind: 'spa',
    redirectUris: [redirectUrl],
  });
});
afterAll(() => server.close());

const path = () => `/vid/api/apps/${app.id}/sign-ins`;
async function signOn(): Promise<void> {
  const { browser } = await signedIn(server);
  const { code, verifier } = await communityCode(browser, {
    appCode: app.code,
    clientId: 'counted',
    redirectUrl,
  });
  const answer = await callOidc(server, '/token', {
    grant_type: 'authorization_code',
    code,
    client_id: 'counted',
    redirect_uri: redirectUrl,
    code_verifier: verifier,
  });
  expect(answer.status).toBe(200);
}
async function days(): Promise<readonly { day: string; count: number }[]> {
  const body: { data: { day: string; count: number }[] } = JSON.parse(
    await (await manager.fetch(path())).text(),
  );
  return body.data;
}
async function purgeCodes(): Promise<number | undefined> {
  await server.deps.sql`update oidc_authorization_codes set expires_at = now() - interval '1 second'`;
  const purge = server.deps.purges.find(({ name }) => name === 'oidc_authorization_codes');
  return purge?.deleteExpired(500);
}
const countToday = async () => (await days()).at(-1)?.count;

describe('the sign-in counts of an application', () => {
  it('remain after the authorization codes are purged', async () => {
    await signOn();
    await signOn();
    expect(await countToday()).toBe(2);
    expect(await purgeCodes()).toBe(2);
    expect(await countToday()).toBe(2);
    await signOn();
    expect(await countToday()).toBe(3);
  });

  it('do not include codes that were never exchanged', async () => {
    const before = await countToday();
    const { browser } = await signedIn(server);
    await communityCode(browser, { appCode: app.code, clientId: 'counted', redirectUrl });
    await purgeCodes();
    expect(await countToday()).toBe(before);
  });

  it('include device-flow sign-ins of a deleted client', async () => {
    const { sql, applications } = server.deps;
    const other = await createApplication(server);
    const made = [
      await applications.addClient(app.code, { clientId: 'counted-tv', kind: 'native', isDeviceOnly: true }),
      await applications.addClient(other.code, { clientId: 'other-tv', kind: 'native', isDeviceOnly: true }),
    ];
    const before = (await countToday()) ?? 0;
    for (const [index, { clientId }] of made.entries())
      await sql`
        insert into oidc_device_codes (id_hash, payload, client_id, consumed_at, expires_at)
        values (${Buffer.alloc(32, `device${index}`)}, '{}', ${clientId},
          date_trunc('day', now() at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh',
          now() + interval '1 hour')`;
    await sql`
      insert into application_sign_ins (application_id, day, count)
      values (${other.id}, (now() at time zone 'Asia/Ho_Chi_Minh')::date, 7)`;
    expect(await countToday()).toBe(before + 1);
    await applications.removeClient('counted-tv');
    expect(await countToday()).toBe(before + 1);
  });

  it('cover 30 days, including days without sign-ins', async () => {
    await server.deps.sql`
      insert into application_sign_ins (application_id, day, count)
      select ${app.id}, (now() at time zone 'Asia/Ho_Chi_Minh')::date - n, 40 + n from unnest(array[29, 30]) n`;
    const listed = await days();
    expect([listed.length, listed[0]?.count, listed[1]?.count]).toEqual([30, 69, 0]);
    expect(listed[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/u);
  });

  it('M2 are not found for an account that does not manage the application', async () => {
    const { browser } = await signedIn(server);
    expect((await browser.fetch(path())).status).toBe(404);
  });
});
