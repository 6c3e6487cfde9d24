import { createHash } from 'node:crypto';
import { plainText, toLegalText, type LegalSources } from '@vid/contract/legal/legal-text';
import { termsVersion } from '@vid/contract/limits';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { builtInVersion } from '#account/legal/legal-versions.ts';

const path = '/vid/api/admin/legal';
let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server, { name: 'Lê Quản Trị' });
});
afterAll(() => server.close());

const textsOf = (word: string): LegalSources => ({
  vi: { title: `Điều khoản ${word}`, lead: 'Mở đầu', body: `## 1. Một\n\nNội dung ${word}` },
  en: { title: `Terms ${word}`, lead: 'Introduction', body: `## 1. One\n\nText ${word}` },
});
const withBody = (text: string): LegalSources => ({
  ...textsOf('x'),
  vi: { ...textsOf('x').vi, body: text },
});
const publish = (
  document: string,
  replaces: number,
  { texts = textsOf('mới'), requiresAgreement = false, browser = admin.browser } = {},
) => browser.post(`${path}/${document}`, { replaces, texts, requiresAgreement });
const current = async (document: 'terms' | 'privacy') => {
  const { data } = await admin.browser.get(path);
  return Object(data)[document];
};
const readText = async (document: string, query = '') =>
  new TestBrowser(server.app).get(`/vid/api/legal/${document}${query}`, { clientToken: null });
const versionOf = async (document: 'terms' | 'privacy') => Number((await current(document)).version);

const hexOf = (hashes: { readonly vi: Buffer; readonly en: Buffer }) => ({
  vi: hashes.vi.toString('hex'),
  en: hashes.en.toString('hex'),
});

it('the built-in texts are the first version of the legal documents', async () => {
  expect(await current('terms')).toMatchObject({
    version: 1,
    publishedAt: new Date(`${termsVersion}T00:00:00+07:00`).toISOString(),
    texts: { vi: { title: 'Điều khoản sử dụng' }, en: { title: 'Terms of use' } },
  });
  const history = (await admin.browser.get(`${path}/privacy/history`)).data;
  expect(history).toMatchObject({
    items: [
      {
        version: 1,
        publishedBy: null,
        requiresAgreement: true,
        hashes: hexOf(builtInVersion('privacy').hashes),
      },
    ],
    next: null,
  });
});

it('V4 publishing a version of the terms stores its hashes and is audited', async () => {
  const texts = textsOf('một');
  expect((await publish('terms', 1, { texts, requiresAgreement: true })).data).toEqual({ version: 2 });
  expect((await publish('terms', 2, { texts: textsOf('hai') })).data).toEqual({ version: 3 });
  expect((await readText('terms')).data).toMatchObject({ version: 3, texts: textsOf('hai') });
  expect((await readText('terms', '?version=2')).data).toMatchObject({ version: 2, texts });
  expect((await readText('terms', '?version=1')).data).toMatchObject({ version: 1 });
  expect((await readText('terms', '?version=9')).code).toBe('NOT_FOUND');
  const hash = (language: 'vi' | 'en') =>
    createHash('sha256')
      .update(plainText(toLegalText(texts[language], language), '2'))
      .digest('hex');
  const first = (await admin.browser.get(`${path}/terms/history?limit=2`)).data;
  expect(first).toMatchObject({
    items: [
      { version: 3, publishedBy: 'Lê Quản Trị', requiresAgreement: false },
      { version: 2, requiresAgreement: true, hashes: { vi: hash('vi'), en: hash('en') } },
    ],
  });
  const rest = await admin.browser.get(`${path}/terms/history?limit=2&after=${String(first['next'])}`);
  expect(rest.data).toMatchObject({ items: [{ version: 1 }], next: null });
  const events = await server.deps.sql`
    select actor_id, details from audit_events where kind = 'legal.published' order by id`;
  expect(events).toMatchObject([
    { actorId: admin.id, details: { document: 'terms', version: 2, requiresAgreement: true } },
    { actorId: admin.id, details: { document: 'terms', version: 3, requiresAgreement: false } },
  ]);
});

it('only one of two parallel changes to a legal document is accepted', async () => {
  const other = await createAdmin(server);
  const replaces = await versionOf('privacy');
  const answers = await Promise.all([
    publish('privacy', replaces),
    publish('privacy', replaces, { browser: other.browser }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('PARAMS_CHANGED');
  expect(await versionOf('privacy')).toBe(replaces + 1);
});

it('legal documents that are published together get consecutive version numbers', async () => {
  const [terms, privacy] = [await versionOf('terms'), await versionOf('privacy')];
  const answers = await Promise.all([publish('terms', terms), publish('privacy', privacy)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const rows = await server.deps.sql<{ id: number }[]>`select id from legal_versions order by id`;
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1));
});

it('M1 M7 only a recently re-authenticated administrator can publish the terms', async () => {
  const browser = new TestBrowser(server.app);
  await signIn(browser, await createAccount(server));
  expect((await publish('terms', await versionOf('terms'), { browser })).status).toBe(403);
  const stale = await createAdmin(server);
  await server.deps.sql`
    update sessions set confirmed_at = now() - interval '1 hour' where account_id = ${stale.id}`;
  const refused = await publish('terms', await versionOf('terms'), { browser: stale.browser });
  expect(refused.code).toBe('REAUTHENTICATION_REQUIRED');
});

it('a request for an unknown legal document fails with NOT_FOUND', async () => {
  const browser = new TestBrowser(server.app);
  expect((await browser.get('/vid/api/legal/cookies', { clientToken: null })).code).toBe('NOT_FOUND');
});

it('a legal text is rejected if it is empty or too long', async () => {
  const version = await versionOf('terms');
  for (const text of ['   ', '## Chỉ có tiêu đề', 'a\u202Eb', 'a\u0000b', 'a'.repeat(60_001)])
    expect((await publish('terms', version, { texts: withBody(text) })).code).toBe('VALIDATION_FAILED');
  expect((await publish('marketing', 1)).code).toBe('NOT_FOUND');
  const long = 'Điều '.repeat(11_000);
  expect((await publish('terms', version, { texts: withBody(long) })).status).toBe(200);
});

it('F3 the API returns markup in a legal text as plain text', async () => {
  const attack = '</script><img src=x onerror=alert(1)><script>alert(2)</script>';
  const texts = textsOf('x');
  texts.vi = { title: attack, lead: attack, body: `## ${attack}\n\n${attack}` };
  expect((await publish('terms', await versionOf('terms'), { texts })).status).toBe(200);
  const answer = await readText('terms');
  expect(answer.raw.headers['content-type']).toContain('application/json');
  expect(Object(answer.data['texts']).vi).toEqual(texts.vi);
  const page = await server.app.inject({ url: '/vid/web/terms', headers: { host: 'localhost:8080' } });
  expect(page.body).not.toContain('onerror');
});

it('published versions of legal documents can be neither changed nor deleted by SQL', async () => {
  const { sql } = server.deps;
  await expect(sql`update legal_versions set requires_agreement = false`).rejects.toThrow('append-only');
  await expect(sql`delete from legal_versions`).rejects.toThrow('append-only');
});

it('a new version of the privacy policy reaches another process within a second', async () => {
  // Stop the clock, so that the cache never expires.
  const now = Date.now();
  const twin = await server.twin({ nowMs: () => now });
  const listening = vi.fn<() => void>();
  twin.deps.events.subscribe('params', 'test', listening);
  await twin.deps.appParams.get();
  await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 20_000 });
  expect((await publish('privacy', await versionOf('privacy'))).status).toBe(200);
  const changedAt = performance.now();
  const { terms, privacy } = await server.deps.legal.findVersions();
  await vi.waitFor(
    () => expect(twin.deps.appParams.current().configurations.termsVersion).toBe(`${terms}.${privacy}`),
    {
      timeout: 20_000,
      interval: 10,
    },
  );
  expect(performance.now() - changedAt).toBeLessThan(1_000);
});
