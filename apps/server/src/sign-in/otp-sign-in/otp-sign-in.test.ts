import { createAccount, insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/ajax/auth/login/otp';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);

describe('sign-in by code', () => {
  it('starts a session for a verified phone number in national notation', async () => {
    const account = await createAccount(server, { password: null });
    const browser = browse();
    await verifyPhone(browser, server, account.phone, 'signin');
    const answer = await browser.post(path, { phone: `0${account.phone.slice(3)}`, otpToken: 'cookie' });
    expect(answer.status).toBe(200);
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBe(2_592_000);
    expect((await browser.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
    expect(browser.cookies.has('vid_flow')).toBe(false);
    const rows = await server.deps
      .sql`select * from audit_events where account_id = ${account.id} order by id`;
    expect(rows.find((row) => row.kind === 'session.started')?.details).toEqual({ method: 'otp' });
  });

  it('forgets only the wrong passwords of its own network', async () => {
    const { phone } = await createAccount(server);
    const [own, other] = [freshAddress(), freshAddress()];
    for (const address of [own, other])
      await browse().post('/vid/ajax/auth/login/phone', { phone, password: otherPassword }, { address });
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    expect((await browser.post(path, { phone, otpToken }, { address: own })).status).toBe(200);
    expect(await server.deps.throttle.check(phone)).toMatchObject({ failures: 1 });
  });

  it('keeps the token of a phone without an account', async () => {
    const phone = freshPhone();
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    const answer = await browser.post(path, { phone, otpToken });
    expect([answer.status, answer.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const [row] = await server.deps.sql`select * from otp_codes where phone = ${phone}`;
    expect(row?.tokenUsedAt).toBeNull();
  });

  it('O12 reveals that an account is locked only with a valid token', async () => {
    const account = await createAccount(server, { status: 'locked' });
    const browser = browse();
    expect((await browser.post(path, { phone: account.phone, otpToken: 'A'.repeat(43) })).code).toBe(
      'OTP_TOKEN_INVALID',
    );
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    const answer = await browser.post(path, { phone: account.phone, otpToken });
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(browser.cookies.has('vid_sid')).toBe(false);
  });

  it.each([path, '/vid/ajax/auth/recovery/start-by-phone'])(
    'P5 refuses an invalid token while the account’s row is locked (%s)',
    async (url) => {
      const { id, phone } = await createAccount(server);
      const { sql, accounts } = server.deps;
      const answer = await sql.begin(async (tx) => {
        await accounts.lockRow(tx, id);
        return browse().post(url, { phone, otpToken: 'A'.repeat(43) });
      });
      expect(answer.code).toBe('OTP_TOKEN_INVALID');
    },
  );

  it('O5 R2 starts one session in 50 parallel uses of one token', async () => {
    const account = await createAccount(server);
    const twin = await server.twin();
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const other = new TestBrowser(index % 2 ? twin.app : server.app);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        return other.post(path, { phone: account.phone, otpToken });
      }),
    );
    const codes = answers.map((answer) => answer.code ?? 'ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'OTP_TOKEN_INVALID')).toHaveLength(49);
    expect(await server.deps.sql`select * from sessions where account_id = ${account.id}`).toHaveLength(1);
  });

  it('O5 O6 rejects malformed tokens, and tokens for another phone, purpose or browser', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const nonsense = [undefined, '', null, 'cookie', 'A'.repeat(43), { $ne: '' }, ['x'], 0, true];
    const wrong = [
      ...nonsense,
      await insertOtpToken(server, browser, account.phone, 'signup'),
      await insertOtpToken(server, browser, account.phone, 'forget-password'),
      await insertOtpToken(server, browser, freshPhone(), 'signin'),
      await insertOtpToken(server, browse(), account.phone, 'signin'),
    ];
    for (const otpToken of wrong)
      expect((await browser.post(path, { phone: account.phone, otpToken })).status).toBe(400);
    expect(await server.deps.sql`select * from sessions where account_id = ${account.id}`).toEqual([]);
  });

  it('succeeds in 40 parallel requests for different accounts', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 40 }, () => createAccount(server, { password: null })),
    );
    const browsers = await Promise.all(
      accounts.map(async ({ phone }) => {
        const browser = browse();
        return { browser, phone, otpToken: await insertOtpToken(server, browser, phone, 'signin') };
      }),
    );
    const answers = await Promise.all(
      browsers.map(({ browser, phone, otpToken }) => browser.post(path, { phone, otpToken })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});
