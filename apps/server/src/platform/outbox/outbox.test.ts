import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone, readOutbox, requestOtp, solveCaptcha } from '@vid/testkit/flows';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { startSampleGateways, type DeliveryReport } from '@vid/sample-providers/gateways';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

describe('the outbox in evaluation mode', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'));
  });
  afterAll(() => server.close());

  it('lists captcha answers and SMS with the same seven fields, newest first', async () => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const { code } = await requestOtp(browser, server, phone, 'signup');
    const [sms, captcha, ...more] = await readOutbox(browser);
    expect(more).toEqual([]);
    const shape = ['id', 'kind', 'to', 'purpose', 'text', 'code', 'at'];
    expect(Object.keys(sms ?? {})).toEqual(shape);
    expect(Object.keys(captcha ?? {})).toEqual(shape);
    expect(sms).toMatchObject({ kind: 'sms', to: phone, purpose: 'signup', code });
    expect(sms?.text.endsWith(`#${code}`)).toBe(true);
    expect(captcha).toMatchObject({ kind: 'captcha', to: expect.stringMatching(/^cap_/u) });
    expect(captcha?.code).toMatch(/^[A-Z0-9]{5}$/u);
    expect(new Date(sms?.at ?? '').toISOString()).toBe(sms?.at);
    expect(Date.parse(sms?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(captcha?.at ?? ''));
  });

  it('keeps the newest 400 entries', async () => {
    const { outbox, sql } = server.deps;
    for (let count = 0; count < 500; count += 1) {
      await outbox?.add({
        kind: 'mail',
        to: 'a@example.vn',
        purpose: 'test',
        text: String(count),
        code: null,
      });
    }
    const listed = await outbox?.list();
    expect(listed?.length).toBe(400);
    expect(listed?.[0]?.text).toBe('499');
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from outbox_messages`;
    expect(row?.count).toBeLessThan(460);
  });

  it('leaves out entries that a lost key sealed', async () => {
    const { outbox, sql } = server.deps;
    await sql`delete from outbox_messages`;
    await outbox?.add({ kind: 'mail', to: 'a@example.vn', purpose: 'test', text: 'kept', code: null });
    await sql`insert into outbox_messages (id, sealed) values ('out_lost', 'x')`;
    expect((await outbox?.list())?.map(({ text }) => text)).toEqual(['kept']);
  });

  it('encrypts entries in the database', async () => {
    const browser = new TestBrowser(server.app);
    await solveCaptcha(browser);
    const [entry] = await readOutbox(browser);
    const rows = await server.deps.sql<{ sealed: Uint8Array }[]>`select sealed from outbox_messages`;
    const dump = Buffer.concat(rows.map(({ sealed }) => Buffer.from(sealed))).toString('latin1');
    expect(entry?.to).toMatch(/^cap_/u);
    expect(dump).not.toContain(entry?.to);
  });

  it('has a page in the browser’s language without inline scripts', async () => {
    const browser = new TestBrowser(server.app);
    const page = await browser.get('/vid/dev/outbox');
    expect(page.status).toBe(200);
    expect(page.raw.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.raw.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page.raw.headers['vary']).toContain('accept-language');
    expect(page.raw.body).toContain('Bản dùng thử');
    const english = await browser.get('/vid/dev/outbox', { headers: { 'accept-language': 'en-GB' } });
    expect(english.raw.body).toContain('Evaluation mode');
    expect(english.raw.body).not.toContain('data-gateway');
    const second = await browser.get('/vid/dev/outbox', { headers: { 'accept-language': 'vi,en;q=0.8' } });
    expect(second.raw.body).toContain('<html lang="vi">');
    expect((await browser.get('/vid/dev/gateways.json')).status).toBe(404);
    const chosen = await browser.get('/vid/dev/outbox?lang=en');
    expect(chosen.raw.body).toContain('<html lang="en">');
    const back = await browser.get('/vid/dev/outbox?lang=vi', { headers: { 'accept-language': 'en-GB' } });
    expect(back.raw.body).toContain('<html lang="vi">');
    expect(page.raw.body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="/u);
    for (const [file, type] of [
      ['js', 'text/javascript'],
      ['css', 'text/css'],
    ]) {
      const answer = await browser.get(`/vid/dev/outbox.${file}`);
      expect(answer.status).toBe(200);
      expect(answer.raw.headers['content-type']).toContain(type);
    }
    const script = (await browser.get('/vid/dev/outbox.js')).raw.body;
    expect(script).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/u);
  });

  it('I4 rejects a request for another host name (DNS rebinding)', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/dev/outbox.json', {
      headers: { host: 'evil.test' },
    });
    expect(answer.status).toBe(421);
    expect(answer.raw.body).not.toContain('cap_');
  });
});

describe('the outbox with sample gateways', () => {
  it('shows a code that Zalo accepts, and changes a gateway’s mode', async () => {
    const reports: DeliveryReport[] = [];
    const samples = await startSampleGateways({
      vidOrigin: 'http://localhost:8080',
      reportMs: { normal: 1, late: 1 },
      deliver: async (report) => reports.push(report),
    });
    const server = await startTestServer(inject('cluster'), {
      environment: { ...samples.settings, VID_SAMPLE_GATEWAYS: 'on' },
    });
    try {
      await server.deps.zaloTokens?.connect('sample');
      const browser = new TestBrowser(server.app);
      expect((await browser.get('/vid/dev/outbox')).raw.body).toContain('data-gateway="zns" disabled');
      const phone = freshPhone();
      expect((await tryRequestOtp(browser, server, { phone })).status).toBe(200);
      const shown = async () => (await readOutbox(browser)).filter(({ to }) => to === phone);
      expect(await shown()).toMatchObject([
        { purpose: 'signup · zns', code: expect.stringMatching(/^\d{6}$/u) },
      ]);
      await vi.waitFor(() => expect(reports).toHaveLength(1));
      await server.deps.smsAttempts.flush();
      const reported = await server.app.inject({
        method: 'POST',
        url: reports[0]?.url.pathname ?? '',
        headers: { host: 'localhost:8080', ...reports[0]?.init.headers },
        payload: reports[0]?.init.body ?? '',
      });
      expect(reported.statusCode).toBe(200);
      await server.deps.background.idle();
      expect(await server.deps.sql`select channel, is_delivered from sms_attempts`).toEqual([
        { channel: 'zns', isDelivered: true },
      ]);

      const changed = await browser.post('/vid/dev/gateways.json', { zns: 'no-balance' });
      expect(changed.data).toEqual({ zns: 'no-balance', esms: 'normal' });
      const other = freshPhone();
      expect((await tryRequestOtp(new TestBrowser(server.app), server, { phone: other })).status).toBe(200);
      const entries = (await readOutbox(browser)).filter(({ to }) => to === other);
      expect(entries.map(({ purpose }) => purpose)).toEqual(['signup · esms']);
      expect((await browser.get('/vid/dev/gateways.json')).data).toEqual({
        zns: 'no-balance',
        esms: 'normal',
      });
    } finally {
      await server.close();
      await samples.close();
    }
  });
});

describe('the outbox in production', () => {
  it('serves no page and stores no rows', async () => {
    const server = await startTestServer(inject('cluster'), {
      environment: { ...productionSettings, VID_PUBLIC_URL: 'https://localhost:8080' },
    });
    try {
      const browser = new TestBrowser(server.app);
      for (const path of ['', '.json', '.js', '.css', '/']) {
        expect((await browser.get(`/vid/dev/outbox${path}`)).status).toBe(404);
      }
      expect(server.deps.outbox).toBeUndefined();
      const made = await browser.post('/vid/gateway/captcha/generate', undefined, {
        headers: { origin: 'https://localhost:8080' },
      });
      expect(made.status).toBe(200);
      const rows = await server.deps.sql`select 1 from outbox_messages`;
      expect(rows).toHaveLength(0);
    } finally {
      await server.close();
    }
  });
});
