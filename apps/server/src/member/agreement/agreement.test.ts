import type { LegalSources } from '@vid/contract/legal/legal-text';
import { createAccount, createAdmin, goodPassword, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { importedAccounts } from '#account/imports/imported-accounts.repo.ts';

const path = '/vid/api/agreement';
const me = '/vid/ajax/auth/me';
let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const texts: LegalSources = {
  vi: { title: 'Điều khoản', lead: 'Mở đầu', body: 'Nội dung' },
  en: { title: 'Terms', lead: 'Introduction', body: 'Text' },
};
type Document = 'terms' | 'privacy';
const versionOf = async (document: Document): Promise<number> =>
  (await server.deps.legal.findCurrent(server.deps.sql)).versions[document].version;
async function publish(document: Document, requiresAgreement = true): Promise<number> {
  const body = { replaces: await versionOf(document), texts, requiresAgreement };
  return Number((await admin.browser.post(`/vid/api/admin/legal/${document}`, body)).data['version']);
}
async function signedIn(account?: { id: string; phone: string; password: string }) {
  const member = account ?? (await createAccount(server));
  const browser = new TestBrowser(server.app);
  const answer = await signIn(browser, member);
  return { ...member, browser, demands: answer.data['demands'] };
}
const agree = (browser: TestBrowser, ...documents: { document: Document; version: number }[]) =>
  browser.post(path, { language: 'en', documents });
const listed = async (browser: TestBrowser): Promise<unknown> =>
  Object(await browser.get(path)).data.documents.map((item: Record<string, unknown>) => [
    item['document'],
    item['version'],
  ]);
const consentsOf = (accountId: string) =>
  server.deps.sql`
    select purpose, action, notice_version, language, method, address, octet_length(text_hash) as hash_bytes
    from consents where account_id = ${accountId} order by id`;

describe('a new version of the terms', () => {
  it('requires agreement at the next sign-in, but not in existing sessions', async () => {
    const member = await signedIn();
    expect(member.demands).toEqual([]);
    const version = await publish('terms');
    expect((await member.browser.get(me)).data['demands']).toEqual([]);
    const again = await signedIn(member);
    expect(again.demands).toEqual(['agree']);
    expect(await listed(again.browser)).toEqual([['terms', version]]);
    expect((await agree(again.browser, { document: 'terms', version })).data).toBe(true);
    expect((await again.browser.get(me)).data['demands']).toEqual([]);
    expect([...(await consentsOf(member.id))]).toEqual([
      {
        purpose: 'terms',
        action: 'given',
        noticeVersion: String(version),
        language: 'en',
        method: 'agreement-page',
        address: '127.0.0.1',
        hashBytes: 32,
      },
    ]);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${member.id} and kind = 'consent.given'`;
    expect([...events]).toEqual([{ details: { purpose: 'terms', version: String(version) } }]);
    expect((await signedIn(member)).demands).toEqual([]);
  });

  it('requires no new agreement if it corrects an accepted version', async () => {
    const member = await signedIn();
    const current = await publish('terms');
    await publish('privacy', false);
    const second = await signedIn(member);
    expect(await listed(second.browser)).toEqual([['terms', current]]);
    const corrected = await publish('terms', false);
    expect(await listed(second.browser)).toEqual([['terms', corrected]]);
    expect((await agree(second.browser, { document: 'terms', version: current })).code).toBe('PAGE_OUTDATED');
    expect([...(await consentsOf(member.id))]).toEqual([]);
    expect((await agree(second.browser, { document: 'terms', version: corrected })).status).toBe(200);
    await publish('terms', false);
    expect((await signedIn(member)).demands).toEqual([]);
  });

  it('requires agreement to both documents if the privacy policy is new too', async () => {
    const member = await createAccount(server);
    const [terms, privacy] = [await publish('terms'), await publish('privacy')];
    const { browser } = await signedIn(member);
    expect(await listed(browser)).toEqual([
      ['terms', terms],
      ['privacy', privacy],
    ]);
    expect((await browser.get(path)).data['isFirst']).toBe(false);
    expect((await agree(browser, { document: 'terms', version: terms })).code).toBe('PAGE_OUTDATED');
    const later = [
      { document: 'terms', version: terms + 1 },
      { document: 'privacy', version: privacy + 1 },
    ] as const;
    expect((await agree(browser, ...later)).code).toBe('PAGE_OUTDATED');
    const termsTwice = [terms, privacy].map((version) => ({ document: 'terms', version }) as const);
    expect((await agree(browser, ...termsTwice)).code).toBe('PAGE_OUTDATED');
    expect((await agree(browser)).code).toBe('PAGE_OUTDATED');
    const both = [
      { document: 'terms', version: terms },
      { document: 'privacy', version: privacy },
    ] as const;
    expect((await agree(browser, ...both)).status).toBe(200);
    expect(await consentsOf(member.id)).toHaveLength(2);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${member.id} and kind = 'consent.given' order by id`;
    expect(events).toEqual([
      { details: { purpose: 'terms', version: String(terms) } },
      { details: { purpose: 'privacy', version: String(privacy) } },
    ]);
  });

  it('is accepted once by parallel and repeated requests', async () => {
    const member = await createAccount(server);
    const version = await publish('terms');
    const { browser } = await signedIn(member);
    const shown = [
      { document: 'terms', version },
      { document: 'privacy', version: await versionOf('privacy') },
    ] as const;
    const answers = await Promise.all([agree(browser, ...shown), agree(browser, ...shown)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await agree(browser, ...shown)).status).toBe(200);
    const rows = await consentsOf(member.id);
    expect(rows.filter(({ purpose }) => purpose === 'terms')).toHaveLength(1);
  });

  it('requires agreement from an administrator, who can still use the administration', async () => {
    await publish('terms');
    const other = await createAdmin(server);
    expect((await other.browser.get(me)).data['demands']).toEqual(['agree']);
    expect((await other.browser.get('/vid/api/admin/legal')).status).toBe(200);
  });

  it('needs no agreement after it was accepted at sign-up', async () => {
    const version = await publish('terms');
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: goodPassword, otpToken, acceptedTerms: true };
    const { data } = await browser.post('/vid/ajax/users/signup/phone', body);
    expect(data['demands']).toEqual([]);
    expect(await consentsOf(String(data['id']))).toMatchObject([
      { purpose: 'terms', noticeVersion: String(version), method: 'sign-up-form' },
      { purpose: 'privacy', noticeVersion: String(await versionOf('privacy')) },
    ]);
    const listedConsents = (await browser.get('/vid/api/privacy/consents')).raw.json();
    expect(listedConsents).toMatchObject({
      data: [{ purpose: 'terms', isGiven: true, events: [{ version: String(version) }] }, {}, {}],
    });
  });

  it('requires agreement after a sign-up that agreed to an earlier version', async () => {
    const [terms, privacy] = [await publish('terms'), await versionOf('privacy')];
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: goodPassword, otpToken, acceptedTerms: true };
    const seen = { ...body, termsVersion: `${terms - 1}.${privacy}` };
    const { data } = await browser.post('/vid/ajax/users/signup/phone', seen);
    expect(data['demands']).toEqual(['agree']);
    expect(await consentsOf(String(data['id']))).toHaveLength(0);
    expect(await listed(browser)).toEqual([
      ['terms', terms],
      ['privacy', privacy],
    ]);
  });
});

it('an imported member must agree to both documents at the first sign-in', async () => {
  const { sql, hasher } = server.deps;
  const phone = freshPhone();
  const passwordHash = await hasher.admit({}, (place) => place.hash(goodPassword.normalize('NFC')));
  const id = 'acc_imported';
  const account = {
    id,
    phone,
    kind: 'personal',
    name: 'An',
    referralCode: 'IMPORTED',
    passwordHash,
  } as const;
  const rest = { email: null, memberObject: null, province: null, enterprise: null, certificate: null };
  await sql.begin((tx) => importedAccounts.insert(tx, [{ ...account, ...rest }]));
  const { browser, demands } = await signedIn({ id, phone, password: goodPassword });
  expect(demands).toEqual(['agree']);
  expect((await browser.get(path)).data['isFirst']).toBe(true);
  expect(Object((await listed(browser)) ?? [])).toHaveLength(2);
});

it('erasing an account keeps the privacy policy that it published', async () => {
  const other = await createAdmin(server, { name: 'Trần Văn Xóa' });
  const replaces = await versionOf('privacy');
  const body = { replaces, texts, requiresAgreement: false };
  expect((await other.browser.post('/vid/api/admin/legal/privacy', body)).status).toBe(200);
  const { sql, accounts } = server.deps;
  await sql`
    insert into consents (account_id, purpose, notice_version, method, address)
    values (${other.id}, 'terms', '1', 'test', '')`;
  expect(await consentsOf(other.id)).toHaveLength(1);
  await sql.begin((tx) => accounts.erase(tx, other.id));
  expect(await consentsOf(other.id)).toHaveLength(0);
  const history = (await admin.browser.get('/vid/api/admin/legal/privacy/history?limit=1')).data;
  expect(history).toMatchObject({ items: [{ version: replaces + 1, publishedBy: null }] });
});
