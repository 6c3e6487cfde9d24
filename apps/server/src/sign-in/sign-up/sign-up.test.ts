import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, goodPassword, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, verifyPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { termsVersion } from '@vid/contract/limits';
import { fieldReasons } from '@vid/contract/field-reasons';
import { createSignUpService } from './sign-up.service.ts';

const path = '/vid/ajax/users/signup/phone';
let server: TestServer;
let eventsOf: EventsOf;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const accountOf = async (phone: string) =>
  (await server.deps.sql`select * from accounts where phone = ${phone}`)[0];
const prepare = async (purpose: 'signup' | 'signin' | 'forget-password' | 'social' = 'signup') => {
  const browser = browse();
  const phone = freshPhone();
  const otpToken = await insertOtpToken(server, browser, phone, purpose);
  return { browser, phone, otpToken, body: { phone, password: goodPassword, otpToken, acceptedTerms: true } };
};

describe('a sign-up', () => {
  it('leads from a verified code to a session', async () => {
    const browser = browse();
    const phone = freshPhone();
    await verifyPhone(browser, server, phone, 'signup');
    const answer = await browser.post(path, {
      phone: `0${phone.slice(3)}`,
      password: goodPassword,
      otpToken: 'cookie',
      acceptedTerms: true,
      campaign: ' Hội chợ 2026 ',
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ phone, isEnterprise: false, role: 'user', isComplete: false });
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBe(2_592_000);
    expect((await browser.get('/vid/ajax/auth/me')).data['id']).toBe(answer.data['id']);
    expect(browser.cookies.has('vid_flow')).toBe(false);
    expect(await accountOf(phone)).toMatchObject({
      campaign: 'Hội chợ 2026',
      locale: 'vi',
      kind: 'personal',
    });
    await signIn(browse(), { phone, password: goodPassword });
    const id = String(answer.data['id']);
    expect(await eventsOf(id)).toEqual([['account.created', { sub: id, kind: 'personal' }]]);
  });

  it('forgets the wrong passwords that were tried before the account existed', async () => {
    const { keys, sql } = server.deps;
    const { browser, phone, body } = await prepare();
    const failures = () =>
      sql`select from password_throttles where phone_hash = ${throttleHash(keys, phone)} and failures > 0`;
    await browse().post('/vid/ajax/auth/login/phone', { phone, password: otherPassword });
    expect(await failures()).toHaveLength(1);
    expect((await browser.post(path, body)).status).toBe(200);
    expect(await failures()).toHaveLength(0);
  });

  it('accepts the token of a sign-in code', async () => {
    const { browser, body } = await prepare('signin');
    expect(
      (await browser.post('/vid/ajax/auth/login/otp', { phone: body.phone, otpToken: body.otpToken })).code,
    ).toBe('ACCOUNT_NOT_FOUND');
    expect((await browser.post(path, body)).status).toBe(200);
  });

  it('records the consents to the terms and the privacy notice', async () => {
    const { browser, body } = await prepare();
    const id = String((await browser.post(path, body)).data['id']);
    const rows = await server.deps.sql<
      { purpose: string }[]
    >`select * from consents where account_id = ${id}`;
    expect(rows.map((row) => row.purpose).toSorted()).toEqual(['privacy', 'terms']);
    for (const row of rows)
      expect(row).toMatchObject({
        noticeVersion: termsVersion,
        method: 'sign-up-form',
        address: '127.0.0.1',
      });
    expect(await auditTrail(server, id)).toEqual([
      ['account.created', 'owner', { kind: 'personal', referred: false }],
      ['session.started', 'owner', { method: 'sign-up' }],
    ]);
  });

  it('stores the kind of account and the referrer', async () => {
    const inviter = await createAccount(server);
    const { browser, body } = await prepare();
    const spoken = `${inviter.referralCode.slice(0, 4)}-${inviter.referralCode.slice(4)}`.toLowerCase();
    const answer = await browser.post(path, { ...body, isEnterprise: true, referralCode: spoken });
    expect(answer.data).toMatchObject({ isEnterprise: true, role: 'user', enterprise: { verified: false } });
    const account = await accountOf(body.phone);
    expect(account?.referredBy).toBe(inviter.id);
    expect(await auditTrail(server, account?.id ?? '', 'account.created')).toEqual([
      ['account.created', 'owner', { kind: 'enterprise', referred: true }],
    ]);
    expect(
      await server.deps.sql`select * from enterprises where account_id = ${account?.id ?? ''}`,
    ).toHaveLength(1);
  });

  it.each([
    ['personal', false, { name: 'Nguyễn Thị Ánh', enterprise: null }],
    ['enterprise', true, { name: null, enterprise: { name: 'Nguyễn Thị Ánh' } }],
  ])('stores the name of an account of the kind %s', async (_kind, isEnterprise, expected) => {
    const { browser, body } = await prepare();
    const answer = await browser.post(path, { ...body, isEnterprise, name: '  Nguyễn  Thị Ánh ' });
    expect(answer.data).toMatchObject(expected);
    expect((await browser.get('/vid/ajax/auth/me')).data).toMatchObject(expected);
  });

  it('gets another referral code up to four times if a code is taken', async () => {
    const taken = await createAccount(server);
    const drawn = [...Array<string>(9).fill(taken.referralCode), 'ABCDEFGH'];
    const service = createSignUpService({ ...server.deps, drawReferralCode: () => drawn.shift() ?? '' });
    const { browser, body, otpToken } = await prepare();
    const [id] = (browser.cookies.get('vid_pre') ?? '').split('.');
    const input: Parameters<typeof service.signUp>[0] = {
      ...body,
      otpToken,
      termsVersion: undefined,
      isNewOwner: false,
      isEnterprise: false,
      referralCode: null,
      campaign: null,
      name: null,
      caller: { requestId: 'r', address: '127.0.0.1', addressKey: '127.0.0.1', userAgent: '', locale: 'en' },
      browser: {
        preSession: { id: id ?? '', hash: server.deps.keys.hashSecret(`pre:${id}`) },
        tokenHash: undefined,
        devices: [],
      },
      signal: new AbortController().signal,
    };
    await expect(service.signUp(input)).rejects.toThrow('accounts_referral_code_key');
    expect(drawn).toHaveLength(5);
    const issued = await service.signUp(input);
    expect(issued).toMatchObject({ demand: null, token: expect.stringMatching(/^[\w-]{43}$/u) });
    expect(await accountOf(body.phone)).toMatchObject({ referralCode: 'ABCDEFGH', locale: 'en' });
  });
});

describe('a repeated sign-up', () => {
  it('D4 returns the same account and a session for the same token', async () => {
    const { browser, body } = await prepare();
    const lost = browser.copy();
    const first = await browser.post(path, body);
    const again = await lost.post(path, { ...body, password: goodPassword.normalize('NFD') });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.data['id']).toBe(first.data['id']);
    expect(again.data['sessionToken']).not.toBe(first.data['sessionToken']);
    expect((await lost.get('/vid/ajax/auth/me')).status).toBe(200);
  });

  it.each([
    ['another password', { password: otherPassword }],
    ['another kind', { isEnterprise: true }],
    ['another campaign', { campaign: 'x' }],
    ['another name', { name: 'Bình' }],
    ['the claim of a new owner', { isNewOwner: true }],
  ])('D4 is rejected with the same token and %s', async (_name, change) => {
    const { browser, body } = await prepare();
    const lost = browser.copy();
    await browser.post(path, body);
    expect((await lost.post(path, { ...body, ...change })).code).toBe('OTP_TOKEN_INVALID');
  });

  it('D4 is rejected with the same token and another referral code', async () => {
    const inviter = await createAccount(server);
    const { browser, body } = await prepare();
    const lost = browser.copy();
    await browser.post(path, body);
    const other = await lost.post(path, { ...body, referralCode: inviter.referralCode });
    expect(other.code).toBe('OTP_TOKEN_INVALID');
  });

  it('D4 O5 is rejected from another browser', async () => {
    const { browser, body } = await prepare();
    await browser.post(path, body);
    expect((await browse().post(path, body)).code).toBe('OTP_TOKEN_INVALID');
  });

  it('D4 D6 succeeds after an error rolled back the first sign-up', async () => {
    const { browser, body } = await prepare();
    const { sql } = server.deps;
    await sql`alter table sso_transactions rename to sso_transactions_away`;
    const failed = await browser.post(path, body);
    await sql`alter table sso_transactions_away rename to sso_transactions`;
    expect([failed.status, failed.raw.headers['set-cookie']]).toEqual([500, undefined]);
    expect(await accountOf(body.phone)).toBeUndefined();
    const again = await browser.post(path, body);
    expect([again.status, again.data['phone']]).toEqual([200, body.phone]);
  });

  it('D4 creates one account for 8 parallel requests with one token', async () => {
    const { browser, body } = await prepare();
    const twin = await server.twin();
    const clicks = Array.from({ length: 8 }, (_, index) => {
      const click = browser.copy();
      return index % 2 ? new TestBrowserOn(click, twin).post(body) : click.post(path, body);
    });
    const answers = await Promise.all(clicks);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map((answer) => answer.data['id'])).size).toBe(1);
  });

  it('is rejected once the account is locked', async () => {
    const { browser, body } = await prepare();
    const lost = browser.copy();
    const id = String((await browser.post(path, body)).data['id']);
    await server.deps.modules.accounts.accountLock.lock(id, {
      actorId: null,
      caller: { address: '127.0.0.1', requestId: 'r' },
    });
    expect((await lost.post(path, body)).code).toBe('ACCOUNT_LOCKED');
  });
});

class TestBrowserOn {
  private readonly browser: TestBrowser;
  constructor(from: TestBrowser, to: TestServer) {
    this.browser = new TestBrowser(to.app);
    for (const [name, value] of from.cookies) this.browser.cookies.set(name, value);
  }
  post(body: unknown) {
    return this.browser.post(path, body);
  }
}

describe('a failed sign-up', () => {
  it('D9 gets ACCOUNT_EXISTS if another of 100 parallel sign-ups with its phone succeeds', async () => {
    const phone = freshPhone();
    const twin = await server.twin();
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const target = index % 2 ? twin : server;
        const browser = new TestBrowser(target.app);
        const otpToken = await insertOtpToken(target, browser, phone, 'signup');
        const send = () =>
          browser.post(path, { phone, password: goodPassword, otpToken, acceptedTerms: true });
        let answer = await send();
        while (answer.code === 'BUSY') answer = await send();
        return answer;
      }),
    );
    const codes = answers.map((answer) => answer.code ?? 'ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'ACCOUNT_EXISTS')).toHaveLength(99);
    expect(await server.deps.sql`select * from accounts where phone = ${phone}`).toHaveLength(1);
  });

  it('reveals an existing account only with a valid token', async () => {
    const account = await createAccount(server);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signup');
    const body = { phone: account.phone, password: goodPassword, otpToken, acceptedTerms: true };
    expect((await browser.post(path, { ...body, otpToken: 'A'.repeat(43) })).code).toBe('OTP_TOKEN_INVALID');
    expect((await browser.post(path, body)).code).toBe('ACCOUNT_EXISTS');
    const [row] = await server.deps.sql`select * from otp_codes where phone = ${account.phone}`;
    expect(row?.tokenUsedAt).toBeNull();
  });

  it('does not use its token if a field is invalid', async () => {
    const { browser, body } = await prepare();
    const refused = async (change: object) => {
      const { code, fields, status } = await browser.post(path, { ...body, ...change });
      expect(status).toBe(400);
      return [code, Object.keys(fields)];
    };
    expect(await refused({ acceptedTerms: false })).toEqual(['TERMS_NOT_ACCEPTED', ['acceptedTerms']]);
    expect(await refused({ referralCode: 'NOBODY00' })).toEqual(['REFERRAL_INVALID', ['referralCode']]);
    expect(await refused({ password: 'weak' })).toEqual(['PASSWORD_POLICY', ['password']]);
    expect(await refused({ password: 'Password@123' })).toEqual(['PASSWORD_COMMON', ['password']]);
    expect(await refused({ password: `Xa@${body.phone}` })).toEqual([
      'PASSWORD_CONTAINS_PHONE',
      ['password'],
    ]);
    expect(await refused({ phone: '02438223344' })).toEqual(['PHONE_UNSUPPORTED', ['phone']]);
    expect(await refused({ phone: 'abc' })).toEqual(['PHONE_INVALID', ['phone']]);
    expect(await refused({ phone: '09', password: 'Xa-Hoa Sen 09' })).toEqual(['PHONE_INVALID', ['phone']]);
    expect((await browser.post(path, body)).status).toBe(200);
  });

  it('names every invalid field at once, with a message for each', async () => {
    const { browser, body } = await prepare();
    const answer = await browser.post(path, {
      ...body,
      phone: 'abc',
      password: 'Password@123',
      referralCode: 'NOBODY00',
      name: 'x'.repeat(101),
      acceptedTerms: false,
    });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.fields).toEqual({
      phone: fieldReasons.phone.vi,
      password: fieldReasons.passwordCommon.vi,
      referralCode: fieldReasons.referral.vi,
      name: fieldReasons.tooLong.vi,
      acceptedTerms: fieldReasons.terms.vi,
    });
    expect((await browser.post(path, body)).status).toBe(200);
  });

  it('is caused by the referral code of a locked account', async () => {
    const inviter = await createAccount(server, { status: 'locked' });
    const { browser, body } = await prepare();
    expect((await browser.post(path, { ...body, referralCode: inviter.referralCode })).code).toBe(
      'REFERRAL_INVALID',
    );
  });

  it('is caused by the referral code of the account that is signed in', async () => {
    const inviter = await createAccount(server);
    const { browser, body } = await prepare();
    await signIn(browser, inviter);
    const { referralCode } = inviter;
    const otpToken = await insertOtpToken(server, browser, body.phone, 'signup');
    const own = await browser.post(path, { ...body, otpToken, referralCode });
    expect(own.code).toBe('REFERRAL_INVALID');
  });
});

describe('a sign-up by an attacker', () => {
  it('O6 creates no account without a valid otpToken', async () => {
    const phone = freshPhone();
    const browser = browse();
    const body = { phone, password: goodPassword, acceptedTerms: true };
    for (const otpToken of [
      undefined,
      '',
      null,
      'null',
      'cookie',
      'A'.repeat(43),
      { $ne: '' },
      ['x'],
      1,
      true,
    ]) {
      const answer = await browser.post(path, { ...body, otpToken });
      expect(answer.status).toBe(400);
    }
    expect((await browser.post(path, {})).status).toBe(400);
    expect((await browser.post(path)).status).toBe(400);
    expect(await accountOf(phone)).toBeUndefined();
  });

  it('O5 is rejected with a token for another phone, purpose or browser', async () => {
    const { browser, body } = await prepare();
    expect((await browser.post(path, { ...body, phone: freshPhone() })).code).toBe('OTP_TOKEN_INVALID');
    expect((await browse().post(path, body)).code).toBe('OTP_TOKEN_INVALID');
    for (const purpose of ['forget-password', 'social'] as const) {
      const other = await prepare(purpose);
      expect((await other.browser.post(path, other.body)).code).toBe('OTP_TOKEN_INVALID');
    }
    expect((await browser.post(path, body)).status).toBe(200);
  });

  it('M3 I6 is rejected with fields that the request must not set', async () => {
    const { browser, body } = await prepare();
    for (const extra of [
      'role',
      'status',
      'phoneVerified',
      'id',
      'createdBy',
      'Role',
      'verified',
      'constructor',
    ])
      expect((await browser.post(path, { ...body, [extra]: 'admin' })).status).toBe(400);
    const polluted = JSON.stringify(body).replace('}', ',"__proto__":{"role":"admin"}}');
    const headers = { 'content-type': 'application/json' };
    expect((await browser.post(path, polluted, { headers })).status).toBe(400);
    expect(await accountOf(body.phone)).toBeUndefined();
  });

  it('I8 is rejected with an invalid campaign or name', async () => {
    const { browser, body } = await prepare();
    for (const name of ['a\u0000', 'a\ud800', 'a\u202eb']) {
      const answer = await browser.post(path, { ...body, name });
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    for (const campaign of ['a\u0000', 'a\ud800', 'a\u202eb', 'x'.repeat(65)]) {
      const answer = await browser.post(path, { ...body, campaign });
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await browser.post(path, { ...body, campaign: '<svg onload=alert(1)>' })).status).toBe(200);
    expect((await accountOf(body.phone))?.campaign).toBe('<svg onload=alert(1)>');
  });

  it('L7 with an invalid token leaves no password or session', async () => {
    const { phone, browser, body } = await prepare();
    await browse().post(path, { ...body, otpToken: 'A'.repeat(43), password: otherPassword });
    await browser.post(path, body);
    const account = await accountOf(phone);
    const [credential] = await server.deps
      .sql`select * from password_credentials where account_id = ${account?.id ?? ''}`;
    expect(
      await server.deps.hasher.admit({}, (slot) => slot.verify(credential?.hash ?? null, goodPassword)),
    ).toBe(true);
    expect(
      await server.deps.sql`select * from sessions where account_id = ${account?.id ?? ''}`,
    ).toHaveLength(1);
  });
});
