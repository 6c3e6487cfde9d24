import { createAccount, signIn } from '@vid/testkit/accounts';
import type { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browse, enterWithPhone, intrude, reclaim, requireOk } from '../testing/stolen-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('the return of an account to its owner', () => {
  it('K1 has nothing to undo for a webhook that the intruder removed', async () => {
    const { account, browser, appId } = await intrude(server);
    const url = `/vid/api/apps/${appId}/webhooks`;
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(url, hook);
    requireOk(added);
    const changes = () => server.deps.sql`select from right_changes where account_id = ${account.id}`;
    expect((await changes()).count).toBe(2);
    requireOk(await browser.call('DELETE', `${url}/${String(added.data['id'])}`));
    expect((await changes()).count).toBe(0);
  });

  it('K1 disables an intruder’s webhook even if another manager changed it later', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    const { data } = await browser.post(`/vid/api/apps/${appId}/webhooks`, hook);
    const id = String(data['id']);
    const manager = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    requireOk(await managers.call('PATCH', `/vid/api/apps/${appId}/webhooks/${id}`, { description: 'Ours' }));
    await reclaim(server, account);
    expect(await sql`select status from webhook_endpoints where id = ${id}`).toEqual([
      { status: 'disabled' },
    ]);
    const owner = await enterWithPhone(server, account.phone);
    const { data: information } = await owner.get('/vid/api/users/information');
    expect(information['accountReturn']).toMatchObject({
      removed: [{ kind: 'webhook', name: 'intruder.example.vn', addedAt: expect.any(String) }],
    });
  });

  it('disables an old webhook whose URL the intruder has changed', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const hook = { url: 'https://owner.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(`/vid/api/apps/${appId}/webhooks`, hook);
    requireOk(added);
    const id = String(added.data['id']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update right_changes set changed_at = now() - interval '60 days' where target = ${id}`;
    const url = 'https://intruder.example.vn/hook';
    requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/webhooks/${id}`, { url }));
    await reclaim(server, account);
    expect(await sql`select status from webhook_endpoints where id = ${id}`).toEqual([
      { status: 'disabled' },
    ]);
  });

  it('restores a webhook URL unless a manager changed it after the intruder', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql } = server.deps;
    const manager = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    const path = `/vid/api/apps/${appId}/webhooks`;
    const add = async () => {
      const hook = { url: 'https://owner.example.vn/hook', events: ['account.locked'] };
      return String((await managers.post(path, hook)).data['id']);
    };
    const move = async (from: TestBrowser, id: string, url: string) =>
      requireOk(await from.call('PATCH', `${path}/${id}`, { url }));
    const [moved, corrected] = [await add(), await add()];
    for (const id of [moved, corrected]) await move(browser, id, 'https://intruder.example.vn/hook');
    await move(managers, corrected, 'https://manager.example.vn/hook');
    await reclaim(server, account);
    const urlOf = async (id: string) =>
      (await sql`select url from webhook_endpoints where id = ${id}`)[0]?.['url'];
    expect([await urlOf(moved), await urlOf(corrected)]).toEqual([
      'https://owner.example.vn/hook',
      'https://manager.example.vn/hook',
    ]);
  });

  it('K1 replaces a webhook secret that the intruder created', async () => {
    const { account, browser, appId } = await intrude(server);
    const { sql, keys } = server.deps;
    const manager = await createAccount(server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse(server);
    await signIn(managers, manager);
    const url = `/vid/api/apps/${appId}/webhooks`;
    const add = async (from: TestBrowser) => {
      const hook = { url: 'https://owner.example.vn/hook', events: ['account.locked'] };
      const { data } = await from.post(url, hook);
      return { id: String(data['id']), secret: data['secret'] };
    };
    const rotate = async (from: TestBrowser, id: string) =>
      (await from.post(`${url}/${id}/secret`, { endsFormer: false })).data['secret'];
    const [added, rotated, corrected, moved] = [
      await add(browser),
      await add(managers),
      await add(managers),
      await add(managers),
    ];
    const rotatedSecret = await rotate(browser, rotated.id);
    requireOk(await managers.call('PATCH', `${url}/${rotated.id}`, { description: 'Ours' }));
    await rotate(browser, corrected.id);
    const correctedSecret = await rotate(managers, corrected.id);
    requireOk(await browser.call('PATCH', `${url}/${moved.id}`, { url: 'https://intruder.example.vn/' }));
    await reclaim(server, account);
    const read = async (id: string) => {
      const [row] = await sql<{ status: string; sealedSecret: Buffer; formerSealedSecret: Buffer | null }[]>`
        select status, sealed_secret, former_sealed_secret from webhook_endpoints where id = ${id}`;
      if (!row) throw new Error('the webhook is gone');
      const secret = keys.open('webhook-secret', row.sealedSecret);
      return { status: row.status, secret, hasFormer: row.formerSealedSecret !== null };
    };
    const ended = {
      status: 'disabled',
      secret: expect.stringMatching(/^whsec_.{44}$/u),
      hasFormer: false,
    };
    expect(await read(added.id)).toEqual(ended);
    expect((await read(added.id)).secret).not.toBe(added.secret);
    expect(await read(rotated.id)).toEqual(ended);
    expect([rotated.secret, rotatedSecret]).not.toContain((await read(rotated.id)).secret);
    expect(await read(corrected.id)).toMatchObject({ status: 'disabled', secret: correctedSecret });
    expect(await read(moved.id)).toMatchObject({ status: 'disabled', secret: moved.secret });
  });
});
