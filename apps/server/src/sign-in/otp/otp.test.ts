import { fieldReasons } from '@vid/contract/field-reasons';
import { hashOfPreSession } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { endResendWait, tryRequestOtp, tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone, readOutbox, requestOtp, verifyPhone } from '@vid/testkit/flows';
import { insertOtpCode } from '@vid/testkit/sign-in/otp-codes';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OtpCodePurpose } from '#database/tables.ts';

let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), {
    environment: { VID_LIMIT_OTP_BREAKER_PERCENT: '0', VID_LIMIT_OTP_PREFIX_HOUR: '1000000' },
  });
  twin = await server.twin();
});
// All tests share one network, whose attempts at unknown codes are limited.
afterEach(() => server.deps.sql`delete from counters where key like 'otp-miss-addr:%'`);
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);

async function countOf(purpose: OtpCodePurpose | 'unknown', event: 'locked' | 'refused'): Promise<number> {
  const { values } = await server.deps.metrics.otp.get();
  return values.find(({ labels }) => labels.purpose === purpose && labels.event === event)?.value ?? 0;
}

async function countTokens(phone: string): Promise<number> {
  const [row] = await server.deps.sql<{ count: number }[]>`
    select count(token_hash)::int as count from otp_codes where phone = ${phone}`;
  return row?.count ?? -1;
}

const redeem = (
  token: string,
  phone: string,
  purposes: readonly OtpCodePurpose[],
  preSessionHash: Buffer,
  clientId?: string,
) =>
  server.deps.sql.begin((tx) =>
    server.deps.otpTokens.consume(tx, {
      token,
      phone,
      purposes,
      preSessionHash,
      ...(clientId === undefined ? {} : { clientId }),
    }),
  );

describe('one-time codes', () => {
  it('are exchanged for a token in the response and in the flow cookie', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const answer = await tryRequestOtp(browser, server, { phone });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      otpRequestId: expect.stringMatching(/^otp_[0-9a-hjkmnp-tv-z]{26}$/u),
      expiresIn: 300,
      resendIn: 60,
      digits: 6,
    });
    const [sms] = await readOutbox(browser);
    expect(sms).toMatchObject({ kind: 'sms', to: phone, purpose: 'signup' });
    expect(sms?.text).toMatch(/^VID: \d{6} la ma OTP dang ky tai khoan.*\n@localhost #\d{6}$/su);

    const verified = await tryValidateOtp(browser, String(answer.data['otpRequestId']), sms?.code);
    expect(verified.status).toBe(200);
    expect(verified.data).toEqual({ otpToken: expect.stringMatching(/^[\w-]{43}$/u), expiresIn: 600 });
    expect(browser.cookies.get('vid_flow')).toBe(verified.data['otpToken']);
    expect(String(verified.raw.headers['set-cookie'])).toMatch(
      /vid_flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/u,
    );
  });

  it('V4 are audited once per step, with a masked phone', async () => {
    // No other phone in this file has this masked form.
    const phone = '+84921234567';
    const masked = `${phone.slice(0, 5)}****${phone.slice(-2)}`;
    const browser = newBrowser();
    const counted = async () => {
      const { values } = await server.deps.metrics.otp.get();
      return ['requested', 'refused', 'verified'].map(
        (event) =>
          values.find(({ labels }) => labels.event === event && labels.purpose === 'signin')?.value ?? 0,
      );
    };
    const before = await counted();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signin');
    await tryValidateOtp(browser, otpRequestId, wrongCode(code));
    await tryValidateOtp(browser, otpRequestId, code);
    expect(await counted()).toEqual(before.map((count) => count + 1));
    const rows = await server.deps.sql`
      select kind, account_id, actor_id, details from audit_events where details->>'phone' = ${masked} order by id`;
    const details = { purpose: 'signin', phone: masked };
    const row = { accountId: null, actorId: null, details };
    expect(rows).toEqual([
      { ...row, kind: 'otp.sent' },
      { ...row, kind: 'otp.refused', details: { ...details, reason: 'wrong-code' } },
      { ...row, kind: 'otp.verified' },
    ]);
  });

  it('P4 are limited together for six notations of a phone number', async () => {
    const browser = newBrowser();
    await requestOtp(browser, server, '+84912300004', 'signup');
    for (const phone of [
      '0912300004',
      '84 912 300 004',
      '0084912300004',
      '０９１２３００００４',
      '912300004',
    ]) {
      expect((await tryRequestOtp(browser, server, { phone })).code).toBe('OTP_RATE');
    }
  });

  it('are refused for an unsupported phone before the captcha is redeemed', async () => {
    const browser = newBrowser();
    for (const [phone, code] of [
      ['02438223344', 'PHONE_UNSUPPORTED'],
      ['+14155552671', 'PHONE_UNSUPPORTED'],
      ['19001234', 'PHONE_UNSUPPORTED'],
      ['12', 'PHONE_INVALID'],
    ] as const) {
      const answer = await tryRequestOtp(browser, server, { phone });
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect(Object.keys(answer.fields)).toEqual(['phone']);
    }
    const [left] = await server.deps.sql<{ count: number }[]>`
      select count(*)::int as count from captcha_tokens
      where pre_session_hash = ${await hashOfPreSession(server, browser)}`;
    expect(left?.count).toBe(4);
  });

  it('are refused for an unknown client or an unknown purpose', async () => {
    const browser = newBrowser();
    const clientToken = await browser.clientToken({ clientId: 'other' });
    const call = { clientId: 'other', phone: freshPhone(), captchaToken: 'x' };
    const answer = await browser.post('/vid/gateway/otp/request', call, { clientToken });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.fields).toEqual({ clientId: fieldReasons.unknown.vi });
    const purpose = await browser.post('/vid/gateway/otp/request', {
      ...call,
      clientId: 'vid-web',
      purpose: 'transfer',
    });
    expect([purpose.status, purpose.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('the check of a code', () => {
  it('O1 rejects even the correct code after five wrong codes', async () => {
    const browser = newBrowser();
    const { otpRequestId, code } = await requestOtp(browser, server, freshPhone(), 'signup');
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      const answer = await tryValidateOtp(browser, otpRequestId, wrongCode(code));
      expect([answer.status, answer.code, answer.details]).toEqual([400, 'OTP_INVALID', { attemptsLeft }]);
    }
    const sixth = await tryValidateOtp(browser, otpRequestId, code);
    expect([sixth.status, sixth.code]).toEqual([429, 'OTP_LOCKED']);
  });

  it('O2 compares only five of 500 parallel wrong guesses in two processes', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    const other = browser.copy(twin.app);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        tryValidateOtp(index % 2 ? browser : other, otpRequestId, wrongCode(code)),
      ),
    );
    expect(answers.filter(({ code: told }) => told === 'OTP_INVALID')).toHaveLength(5);
    expect(answers.filter(({ code: told }) => told === 'OTP_LOCKED')).toHaveLength(495);
    expect(await countTokens(phone)).toBe(0);
  });

  it('O2 yields at most one token for 500 right and wrong guesses', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    const other = browser.copy(twin.app);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        tryValidateOtp(
          index % 2 ? browser : other,
          otpRequestId,
          index % 10 === 0 ? code : String(index).padStart(6, '0'),
        ),
      ),
    );
    const won = answers.filter(({ status }) => status === 200).length;
    expect(won).toBeLessThanOrEqual(1);
    expect(await countTokens(phone)).toBe(won);
    const [row] = await server.deps.sql<{ attempts: number }[]>`
      select attempts from otp_codes where phone = ${phone}`;
    expect(row?.attempts).toBeLessThanOrEqual(5);
  });

  it('R2 yields one token for 50 parallel correct codes', async () => {
    const browser = newBrowser();
    const other = browser.copy(twin.app);
    for (let round = 0; round < 10; round += 1) {
      const phone = freshPhone();
      const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          tryValidateOtp(index % 2 ? browser : other, otpRequestId, code),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await countTokens(phone)).toBe(1);
    }
  });

  it('O3 rejects a code that a newer code replaced', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const first = await requestOtp(browser, server, phone, 'signup');
    await endResendWait(server);
    const second = await requestOtp(browser, server, phone, 'signup');
    expect((await tryValidateOtp(browser, first.otpRequestId, first.code)).code).toBe('OTP_INVALID');
    const [live] = await server.deps.sql<{ count: number }[]>`
      select count(*)::int as count from otp_codes where phone = ${phone} and expires_at > now()`;
    expect(live?.count).toBe(1);

    let { otpRequestId, code } = second;
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await tryValidateOtp(browser, otpRequestId, wrongCode(code))).code).toBe('OTP_INVALID');
      }
      await endResendWait(server);
      if (round < 2) ({ otpRequestId, code } = await requestOtp(browser, server, phone, 'signup'));
    }
    const resting = await tryRequestOtp(browser, server, { phone });
    expect([resting.status, resting.code]).toEqual([429, 'OTP_RATE']);
    expect(Number(resting.raw.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('O3 rejects a correct code after 15 failures of other codes', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signin');
    for (let count = 0; count < 3; count += 1) await insertOtpCode(server, { phone, attempts: 5 });
    const before = await countOf('signin', 'locked');
    const answer = await tryValidateOtp(browser, otpRequestId, code);
    expect([answer.status, answer.code]).toEqual([429, 'OTP_LOCKED']);
    expect(await countOf('signin', 'locked')).toBe(before + 1);
    const [event] = await server.deps.sql`
      select kind, details ->> 'reason' as reason from audit_events order by id desc limit 1`;
    expect(event).toEqual({ kind: 'otp.refused', reason: 'locked' });
    expect(await countTokens(phone)).toBe(0);
  });
});

describe('the use of a code', () => {
  it('O4 succeeds once with spaces, a hyphen or full-width digits', async () => {
    const browser = newBrowser();
    for (const spell of [
      (code: string) => code,
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
      (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
      (code: string) => code.replace(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ]) {
      const { otpRequestId, code } = await requestOtp(browser, server, freshPhone(), 'signup');
      expect((await tryValidateOtp(browser, otpRequestId, spell(code))).status).toBe(200);
      for (const again of [code, spell(code), `${code} `]) {
        const answer = await tryValidateOtp(browser, otpRequestId, again);
        expect([answer.status, answer.code]).toEqual([400, 'OTP_INVALID']);
      }
    }
  });

  it('O4 is refused for a malformed code or a JSON number', async () => {
    const browser = newBrowser();
    const { otpRequestId, code } = await requestOtp(browser, server, freshPhone(), 'signup');
    for (const value of [
      Number(code),
      12_345,
      '12345',
      '1234567',
      'abcdef',
      '',
      null,
      [code],
      { $ne: 1 },
      true,
    ]) {
      const answer = await tryValidateOtp(browser, otpRequestId, value);
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await tryValidateOtp(browser, otpRequestId, '12345')).fields).toEqual({
      otpValue: fieldReasons.format.vi,
    });
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
  });

  it('O7 gets the wrong-code response for another id, browser or client', async () => {
    const victim = newBrowser();
    const attacker = newBrowser();
    const theirs = await requestOtp(victim, server, freshPhone(), 'signup');
    const own = await requestOtp(attacker, server, freshPhone(), 'signup');
    const wrong = await tryValidateOtp(attacker, own.otpRequestId, wrongCode(own.code));
    const bytes = (answer: typeof wrong) => ({ ...answer.raw.json<object>(), requestId: '' });
    const before = await countOf('unknown', 'refused');

    const clientToken = await victim.clientToken({ clientId: 'other' });
    const otherClient = await victim.post(
      '/vid/gateway/otp/validate',
      { clientId: 'other', otpRequestId: theirs.otpRequestId, otpValue: theirs.code },
      { clientToken },
    );
    for (const answer of [
      await tryValidateOtp(attacker, theirs.otpRequestId, theirs.code),
      await tryValidateOtp(attacker, 'otp_00000000000000000000000001', own.code),
      await tryValidateOtp(attacker, '1', own.code),
      otherClient,
    ]) {
      expect(answer.status).toBe(400);
      expect(bytes(answer)).toEqual(bytes(wrong));
    }
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) {
      guesses.push(await tryValidateOtp(attacker, theirs.otpRequestId, wrongCode(theirs.code)));
    }
    expect(guesses.map(({ code }) => code).slice(-2)).toEqual(['OTP_LOCKED', 'OTP_LOCKED']);
    expect(await countOf('unknown', 'refused')).toBe(before + 10);
    expect((await tryValidateOtp(victim, theirs.otpRequestId, theirs.code)).status).toBe(200);
  });

  it('O8 is possible for five minutes by the database’s clock', async () => {
    const expireIn = async (otpRequestId: string, ms: number) => {
      await server.deps.sql`
        update otp_codes set expires_at = now() + make_interval(secs => ${ms / 1000}) where id = ${otpRequestId}`;
    };
    for (const offsetMs of [0, 270_000, -270_000]) {
      const skewed = await startTestServer(inject('cluster'), {
        overrides: { nowMs: () => Date.now() + offsetMs },
      });
      try {
        const browser = new TestBrowser(skewed.app);
        const good = await requestOtp(browser, skewed, freshPhone(), 'signup');
        const [row] = await skewed.deps.sql<{ life: number }[]>`
          select extract(epoch from expires_at - created_at)::int as life from otp_codes where id = ${good.otpRequestId}`;
        expect(row?.life).toBe(300);
        expect((await tryValidateOtp(browser, good.otpRequestId, good.code)).status).toBe(200);
      } finally {
        await skewed.close();
      }
    }
    const browser = newBrowser();
    const early = await requestOtp(browser, server, freshPhone(), 'signup');
    await expireIn(early.otpRequestId, 5_000);
    expect((await tryValidateOtp(browser, early.otpRequestId, early.code)).status).toBe(200);
    for (const ms of [0, -1, -1_000]) {
      const late = await requestOtp(browser, server, freshPhone(), 'signup');
      await expireIn(late.otpRequestId, ms);
      const answer = await tryValidateOtp(browser, late.otpRequestId, late.code);
      expect([answer.status, answer.code]).toEqual([400, 'OTP_INVALID']);
      const [row] = await server.deps.sql<{ attempts: number }[]>`
        select attempts from otp_codes where id = ${late.otpRequestId}`;
      expect(row?.attempts).toBe(0);
    }
  });
});

describe('the otpToken', () => {
  it('O5 is rejected for another phone, purpose, client or browser', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const token = await verifyPhone(browser, server, phone, 'signup');
    const hash = await hashOfPreSession(server, browser);
    const otherHash = await hashOfPreSession(server, newBrowser());
    for (const attempt of [
      () => redeem(token, freshPhone(), ['signup'], hash),
      () => redeem(token, phone, ['forget-password'], hash),
      () => redeem(token, phone, [], hash),
      () => redeem(token, phone, ['signup'], otherHash),
      () => redeem(token, phone, ['signup'], hash, 'other'),
      () => redeem('', phone, ['signup'], hash),
      () => redeem('null', phone, ['signup'], hash),
      () => redeem('A'.repeat(43), phone, ['signup'], hash),
      () => redeem(`${token}x`, phone, ['signup'], hash),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'OTP_TOKEN_INVALID' });
    }
    await expect(redeem(token, phone, ['signup'], hash)).resolves.toBeUndefined();
    await expect(redeem(token, phone, ['signup'], hash)).rejects.toMatchObject({ code: 'OTP_TOKEN_INVALID' });
  });

  it('O5 can be redeemed once in 50 parallel uses', async () => {
    const browser = newBrowser();
    const phone = freshPhone();
    const token = await verifyPhone(browser, server, phone, 'signin');
    const hash = await hashOfPreSession(server, browser);
    await expect(
      server.deps.sql.begin(async (tx) => {
        await server.deps.otpTokens.consume(tx, { token, phone, purposes: ['signin'], preSessionHash: hash });
        throw new Error('something after it failed');
      }),
    ).rejects.toThrow('something after it failed');
    const uses = await Promise.allSettled(
      Array.from({ length: 50 }, () => redeem(token, phone, ['signin'], hash)),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

    await endResendWait(server);
    const late = await verifyPhone(browser, server, phone, 'signin');
    await server.deps.sql`update otp_codes set token_expires_at = now() where token_used_at is null`;
    await expect(redeem(late, phone, ['signin'], hash)).rejects.toMatchObject({ code: 'OTP_TOKEN_INVALID' });
  });

  it('P10 is revoked with a pending code of its phone', async () => {
    const browser = newBrowser();
    const [phone, otherPhone] = [freshPhone(), freshPhone()];
    const token = await verifyPhone(browser, server, phone, 'signin');
    const otherToken = await verifyPhone(browser, server, otherPhone, 'signin');
    const pending = await requestOtp(browser, server, phone, 'forget-password');
    await server.deps.sql.begin((tx) => server.deps.otpTokens.revokeAll(tx, phone));
    const hash = await hashOfPreSession(server, browser);
    await expect(redeem(token, phone, ['signin'], hash)).rejects.toMatchObject({ code: 'OTP_TOKEN_INVALID' });
    expect((await tryValidateOtp(browser, pending.otpRequestId, pending.code)).code).toBe('OTP_INVALID');
    await expect(redeem(otherToken, otherPhone, ['signin'], hash)).resolves.toBeUndefined();
  });
});
