import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/captcha-tokens';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const base = '/vid/ajax/auth/recovery';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);

async function createMember(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(server, options);
  const { recoveryCodes } = await addAuthenticatorApp(server, account.id);
  const [code = '', next = ''] = recoveryCodes;
  return { ...account, code, next };
}

async function start(phone: string, recoveryCode: string, address = freshAddress()) {
  const browser = browse();
  const captchaToken = await insertCaptchaToken(server, browser, 'check');
  const answer = await browser.post(
    `${base}/start-by-code`,
    { phone, recoveryCode, captchaToken },
    { address },
  );
  await server.deps.background.idle();
  return answer;
}

async function complete(recoveryToken: unknown, phone = freshPhone()) {
  const browser = browse();
  const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
  const body = { recoveryToken, phone, otpToken, newPassword: otherPassword };
  const answer = await browser.post(`${base}/complete`, body);
  await server.deps.background.idle();
  return { browser, answer };
}

/** The code of the link in the newest notice to a phone. */
async function linkOf(phone: string, purpose: string): Promise<string> {
  const outbox = await readOutbox(browse());
  const sms = outbox.find((entry) => entry.to === phone && entry.purpose === purpose);
  return /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1] ?? '';
}

const codesLeft = async (id: string) => {
  const [row] = await server.deps.sql`
    select count(*)::int from recovery_codes where account_id = ${id} and used_at is null`;
  return row?.['count'];
};

describe('recovery with a recovery code', () => {
  it('P10 S3 sets a new phone and password at once, ends every session and starts none', async () => {
    const member = await createMember();
    const session = browse();
    const asked = await session.post('/vid/ajax/auth/login/phone', {
      phone: member.phone,
      password: member.password,
    });
    expect(asked.data['methods']).toEqual(['totp', 'recovery-code']);
    const started = await start(member.phone, ` ${member.code.toUpperCase()} `);
    expect(started.data['expiresIn']).toBe(3_600);
    // The owner is told before anything changes.
    expect(await linkOf(member.phone, 'recovery-code-used')).toHaveLength(22);
    const phone = freshPhone();
    const { browser, answer } = await complete(started.data['recoveryToken'], phone);
    expect(answer.raw.json()).toEqual({ data: true });
    expect(browser.cookies.has('vid_sid')).toBe(false);
    const [row] = await server.deps.sql`
      select sensitive_hold_until > now() + interval '23 hours' as is_held from accounts where id = ${member.id}`;
    expect(row?.['isHeld']).toBe(true);
    // The second step remains.
    const body = { phone, password: otherPassword };
    const login = await browser.post('/vid/ajax/auth/login/phone', body);
    expect(login.data['methods']).toEqual(['totp', 'recovery-code']);
    const step = { mfaToken: 'cookie', recoveryCode: member.next };
    expect((await browser.post('/vid/ajax/auth/login/two-step', step)).data['id']).toBe(member.id);
    const stale = { mfaToken: 'cookie', recoveryCode: member.next };
    expect((await session.post('/vid/ajax/auth/login/two-step', stale)).code).toBe('MFA_TOKEN_INVALID');
    expect(await linkOf(member.phone, 'account-recovered')).toHaveLength(22);
    const kinds = await server.deps.sql`
      select kind, details from audit_events where account_id = ${member.id} and kind ~ 'recover' order by id`;
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'recovery.requested',
      'account.recovered',
      'recovery-code.used',
    ]);
    expect(kinds[0]?.['details']).toEqual({ channel: 'code', left: 9 });
  });

  it('answers alike for an unknown phone, a wrong code, a used one and one of another account', async () => {
    const [member, other, plain] = [await createMember(), await createMember(), await createAccount(server)];
    expect((await start(member.phone, member.code)).status).toBe(200);
    const answers = [
      await start(freshPhone(), member.next),
      await start(plain.phone, member.next),
      await start(member.phone, '00000-00000'),
      await start(member.phone, 'not a code'),
      await start(member.phone, member.code),
      await start(member.phone, other.code),
    ];
    const { error } = answers[0]?.raw.json() ?? {};
    expect(answers.map(({ status, code, raw }) => [status, code, raw.json().error])).toEqual(
      answers.map(() => [400, 'RECOVERY_CODE_INVALID', error]),
    );
    expect(await codesLeft(member.id)).toBe(9);
    expect(await codesLeft(other.id)).toBe(10);
    const refused = await server.deps.sql`
      select from audit_events where account_id = ${member.id} and kind = 'recovery.refused'`;
    expect(refused).toHaveLength(4);
  });

  it('gives one of 10 parallel requests a token', async () => {
    const member = await createMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(member.phone, member.code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('uses up no code for administrators and accounts that the association locked', async () => {
    for (const [options, code] of [
      [{ role: 'admin' }, 'RESET_BY_OPERATOR'],
      [{ status: 'locked' }, 'ACCOUNT_LOCKED'],
    ] as const) {
      const member = await createMember(options);
      expect((await start(member.phone, member.code)).code).toBe(code);
      expect((await start(member.phone, '00000-00000')).code).toBe('RECOVERY_CODE_INVALID');
      expect(await codesLeft(member.id)).toBe(10);
    }
  });

  it('P10 the link of its notice locks the account, ends the recovery and all codes', async () => {
    const member = await createMember();
    const { data } = await start(member.phone, member.code);
    const code = await linkOf(member.phone, 'recovery-code-used');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'locked' });
    expect((await complete(data['recoveryToken'])).answer.code).toBe('RECOVERY_LINK_INVALID');
    expect((await start(member.phone, member.next)).code).toBe('RECOVERY_CODE_INVALID');
    expect(await codesLeft(member.id)).toBe(0);
  });

  it('after the owner reported the recovery, neither the new phone nor a code opens the account', async () => {
    const member = await createMember();
    const { data } = await start(member.phone, member.code);
    const phone = freshPhone();
    await complete(data['recoveryToken'], phone);
    const code = await linkOf(member.phone, 'account-recovered');
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).data).toEqual({ outcome: 'locked' });
    const thief = await start(phone, member.next);
    expect([thief.code, thief.details]).toEqual(['RECOVERY_REQUIRED', { reason: 'locked' }]);
    expect(await codesLeft(member.id)).toBe(9);
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    const body = { phone, otpToken, newPassword: otherPassword };
    expect((await browser.post('/vid/api/users/password/forget', body)).code).toBe('RECOVERY_REQUIRED');

    // The owner recovers by mail, and knows only the former number.
    const email = `${member.id}@example.vn`;
    await server.deps.sql`
      update accounts set email = ${email}, email_confirmed_at = now() where id = ${member.id}`;
    const owner = browse();
    const captchaToken = await insertCaptchaToken(server, owner, 'check');
    const asked = { phone: member.phone, email, captchaToken };
    await owner.post(`${base}/start`, asked, { address: freshAddress() });
    await server.deps.background.idle();
    const [row] = await server.deps
      .sql`select status from recovery_requests where account_id = ${member.id} and channel = 'mail'`;
    expect(row?.['status']).toBe('waiting');
  });

  it('replaces a recovery that waits, which no longer sends a link', async () => {
    const member = await createMember();
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${member.id}`}, 'waiting', 'phone', ${member.id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
    expect((await start(member.phone, member.code)).status).toBe(200);
    const rows = await server.deps.sql`
      select status, channel from recovery_requests where account_id = ${member.id}`;
    expect(rows).toEqual([{ status: 'ready', channel: 'code' }]);
  });

  it('expires after an hour', async () => {
    const member = await createMember();
    const { data } = await start(member.phone, member.code);
    await server.deps.sql`update recovery_requests set expires_at = now() where account_id = ${member.id}`;
    expect((await complete(data['recoveryToken'])).answer.code).toBe('RECOVERY_LINK_INVALID');
    expect((await signIn(browse(), member)).data['methods']).toEqual(['totp', 'recovery-code']);
  });

  it('needs a captcha, and is limited for each network', async () => {
    const member = await createMember();
    const body = { phone: member.phone, recoveryCode: member.code, captchaToken: 'A'.repeat(43) };
    expect((await browse().post(`${base}/start-by-code`, body)).code).toBe('CAPTCHA_INVALID');
    const address = freshAddress();
    await server.deps.sql`
      insert into counters (key, points, expires_at) values (${`recovery-code:${address}`}, 20, now() + interval '1 hour')`;
    expect((await start(member.phone, member.code, address)).code).toBe('RATE_LIMITED');
    expect(await codesLeft(member.id)).toBe(10);
  });
});
