import { createHash } from 'node:crypto';
import { agreedText } from '@vid/contract/legal/purposes';
import { maxConsentEvents, termsVersion } from '@vid/contract/limits';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const path = '/vid/api/privacy/consents';

async function memberBrowser() {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const decide = (isGiven: boolean, change: Record<string, unknown> = {}) =>
    browser.post(path, { purpose: 'marketing', isGiven, version: termsVersion, language: 'vi', ...change });
  const marketing = async () =>
    Object(
      Object((await browser.get(path)).raw.json()).data.find(
        ({ purpose }: { purpose: string }) => purpose === 'marketing',
      ),
    );
  return { account, browser, decide, marketing };
}

const auditsOf = async (accountId: string) =>
  (
    await server.deps.sql<{ kind: string; details: unknown }[]>`
      select kind, details from audit_events where account_id = ${accountId} and kind like 'consent.%' order by id`
  ).map(({ kind, details }) => [kind, details]);

describe('V5 consents to a purpose', () => {
  it('can be withdrawn, but not given again, after too many decisions', async () => {
    const { account, decide } = await memberBrowser();
    await server.deps.sql`
      insert into consents (account_id, purpose, notice_version, method, address, action)
      select ${account.id}, 'marketing', ${termsVersion}, 'test', '', case when n % 2 = 0 then 'withdrawn' else 'given' end
      from generate_series(1, ${maxConsentEvents - 2}::int) n`;
    // Events of another purpose do not count.
    await server.deps.sql`
      insert into consents (account_id, purpose, notice_version, method, address)
      select ${account.id}, 'terms', ${termsVersion}, 'test', '' from generate_series(1, 2)`;
    expect((await decide(true)).status).toBe(200);
    expect((await decide(false)).status).toBe(200);
    expect((await decide(true)).code).toBe('RATE_LIMITED');
    const other = await memberBrowser();
    await server.deps.sql`
      insert into consents (account_id, purpose, notice_version, method, address, action)
      select ${other.account.id}, 'marketing', ${termsVersion}, 'test', '', 'withdrawn'
      from generate_series(1, ${maxConsentEvents - 1}::int)`;
    expect((await other.decide(true)).code).toBe('RATE_LIMITED');
    const rows = await server.deps
      .sql`select from consents where account_id = ${account.id} and purpose = 'marketing'`;
    expect(rows).toHaveLength(maxConsentEvents);
  });

  it('are recorded with the version, language and hash of the text', async () => {
    const { account, decide, marketing } = await memberBrowser();
    expect(await marketing()).toEqual({
      purpose: 'marketing',
      isRequired: false,
      isGiven: false,
      events: [],
    });
    for (let time = 0; time < 2; time += 1) expect((await decide(true)).status).toBe(200);
    const given = {
      action: 'given',
      version: termsVersion,
      language: 'vi',
      textHash: createHash('sha256').update(agreedText('marketing', 'vi')).digest('hex'),
      method: 'privacy-page',
      at: expect.any(String),
    };
    expect(await marketing()).toMatchObject({ isGiven: true, events: [given] });
    expect((await decide(false, { language: 'en' })).status).toBe(200);
    const { isGiven, events } = await marketing();
    expect([isGiven, events.length]).toEqual([false, 2]);
    const textHash = createHash('sha256').update(agreedText('marketing', 'en')).digest('hex');
    expect(events[0]).toMatchObject({ action: 'withdrawn', language: 'en', textHash });
    expect(await server.deps.sql`select address from consents where account_id = ${account.id}`).toEqual([
      { address: '127.0.0.1' },
      { address: '127.0.0.1' },
    ]);
    expect(await auditsOf(account.id)).toEqual([
      ['consent.given', { purpose: 'marketing', version: termsVersion }],
      ['consent.withdrawn', { purpose: 'marketing', version: termsVersion }],
    ]);
  });

  it('are listed with up to 100 events for each purpose', async () => {
    const { account, browser } = await memberBrowser();
    await server.deps.sql`
      insert into consents (account_id, purpose, notice_version, method, address)
      select ${account.id}, case n when 0 then 'terms' else 'marketing' end, '1', 'test', ''
      from generate_series(0, 250) n`;
    await server.deps.sql`
      insert into consents (account_id, purpose, notice_version, method, address, action)
      values (${account.id}, 'marketing', '1', 'test', '', 'withdrawn')`;
    const { data } = Object((await browser.get(path)).raw.json());
    const terms = data.find(({ purpose }: { purpose: string }) => purpose === 'terms');
    expect(terms).toMatchObject({ isGiven: true, events: [expect.anything()] });
    const marketing = data.find(({ purpose }: { purpose: string }) => purpose === 'marketing');
    expect(marketing.events).toHaveLength(100);
    expect(marketing.events[0]).toMatchObject({ action: 'withdrawn' });
  });

  it('are recorded once even if requests arrive in parallel', async () => {
    const { account, decide, marketing } = await memberBrowser();
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(true)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await marketing()).events).toHaveLength(1);
    expect(await auditsOf(account.id)).toHaveLength(1);
  });

  it('can be withdrawn, but not given, with an outdated text', async () => {
    const { decide, marketing } = await memberBrowser();
    expect((await decide(true, { version: '2020-01-01' })).code).toBe('PAGE_OUTDATED');
    expect((await marketing()).events).toEqual([]);
    await decide(true);
    expect((await decide(false, { version: '2020-01-01' })).status).toBe(200);
    expect(await marketing()).toMatchObject({ isGiven: false });
  });

  it('cannot be withdrawn if the account requires them', async () => {
    const { decide } = await memberBrowser();
    for (const purpose of ['terms', 'privacy', 'other'])
      expect((await decide(false, { purpose })).code).toBe('VALIDATION_FAILED');
    expect((await new TestBrowser(server.app).get(path)).code).toBe('TOKEN_MISSING');
  });
});
