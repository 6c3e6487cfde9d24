import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const path = '/vid/api/privacy/requests';
const details = 'Tên của tôi bị sai dấu.';

async function memberBrowser() {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const make = (kind = 'correction') => browser.post(path, { kind, details });
  const list = async (): Promise<Record<string, unknown>[]> =>
    Object((await browser.get(path)).raw.json()).data;
  const close = (requestId: unknown) => browser.post(`${path}/close`, { requestId });
  return { account, browser, make, list, close };
}

describe('V5 privacy requests', () => {
  it('are queued with their due dates until the member closes them', async () => {
    const { account, make, list, close } = await memberBrowser();
    const { data } = await make('restriction');
    expect(data).toMatchObject({ kind: 'restriction', details, status: 'open', answer: null });
    const days = (Date.parse(String(data['dueAt'])) - Date.parse(String(data['createdAt']))) / 86_400_000;
    expect(days).toBe(15);
    expect(await list()).toEqual([data]);
    for (let time = 0; time < 2; time += 1) expect((await close(data['id'])).status).toBe(200);
    expect(await list()).toMatchObject([{ id: data['id'], status: 'closed' }]);
    const events = await server.deps.sql`
      select kind, details from audit_events
      where account_id = ${account.id} and kind like 'privacy-request.%' order by id`;
    expect(events).toEqual([
      { kind: 'privacy-request.made', details: { request: data['id'], kind: 'restriction' } },
      { kind: 'privacy-request.closed', details: { request: data['id'] } },
    ]);
    const { data: later } = await make('access');
    expect((await list()).map(({ id }) => id)).toEqual([later['id'], data['id']]);
  });

  it('cannot be listed or closed by another account', async () => {
    const [mine, theirs] = [await memberBrowser(), await memberBrowser()];
    const { data } = await theirs.make();
    expect(await mine.list()).toEqual([]);
    expect((await mine.close(data['id'])).code).toBe('NOT_FOUND');
    expect(await theirs.list()).toMatchObject([{ status: 'open' }]);
  });

  it('are limited per year, including closed requests', async () => {
    const { account, make, list } = await memberBrowser();
    const insert = (count: number, age: string) => server.deps.sql`
      insert into privacy_requests (id, account_id, kind, details, status, created_at, reply_due_at, due_at)
      select 'req_' || ${account.id} || ${age} || n, ${account.id}, 'other', 'x', 'closed', now() - ${age}::interval, now(), now()
      from generate_series(1, ${count}::int) n`;
    await insert(60, '366 days');
    await insert(49, '300 days');
    expect((await make()).status).toBe(200);
    expect((await make()).code).toBe('REQUEST_LIMIT');
    expect(await list()).toHaveLength(100);
  });

  it('are limited to five open requests, even in parallel calls', async () => {
    const { make, list, close } = await memberBrowser();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'REQUEST_LIMIT']));
    await close((await list())[0]?.['id']);
    expect((await make()).status).toBe(200);
  });

  it('are refused if they have no text or an unknown kind', async () => {
    const { browser, list } = await memberBrowser();
    const refusal = await browser.post(path, { kind: 'other', details: ' \n ' });
    expect([refusal.code, refusal.fields]).toEqual([
      'VALIDATION_FAILED',
      expect.objectContaining({ details: expect.any(String) }),
    ]);
    expect((await browser.post(path, { kind: 'revenge', details })).code).toBe('VALIDATION_FAILED');
    expect(await list()).toEqual([]);
  });
});
