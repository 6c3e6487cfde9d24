import { auditTrail } from '@vid/testkit/database/audit-trail';
import {
  createAccount,
  hashOfPreSession,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const me = '/vid/ajax/auth/me';
type Account = Awaited<ReturnType<typeof createAccount>>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const newAdmin = () => createAccount(server, { role: 'admin' });
const newBrowser = () => new TestBrowser(server.app);

const byPassword = (browser: TestBrowser, { phone, password }: Account, wrong = '') =>
  browser.post('/vid/ajax/auth/login/phone', { phone, password: password + wrong });

async function byCode(browser: TestBrowser, { phone }: Account) {
  const otpToken = await insertOtpToken(server, browser, phone, 'signin');
  return browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
}

async function countOf(table: 'sessions' | 'sign_in_steps', { id }: Account): Promise<number> {
  const { count } = await server.deps.sql`select from ${server.deps.sql(table)} where account_id = ${id}`;
  return count;
}

async function countHalf(): Promise<number> {
  const { values } = await server.deps.metrics.signIn.get();
  return values.filter(({ labels }) => labels.event === 'half').reduce((sum, { value }) => sum + value, 0);
}

describe('administrator sign-in with password and code', () => {
  it.each([
    ['password', 'code', byPassword, byCode],
    ['code', 'password', byCode, byPassword],
  ] as const)(
    'asks after the %s for the %s, and starts the session after both',
    async (_first, missing, one, other) => {
      const [admin, browser] = [await newAdmin(), newBrowser()];
      const before = await countHalf();
      const first = await one(browser, admin);
      expect(await countHalf()).toBe(before + 1);
      expect([first.status, first.code, first.details]).toEqual([403, 'SECOND_FACTOR_REQUIRED', { missing }]);
      expect(browser.cookies.has('vid_sid')).toBe(false);
      expect(first.raw.cookies).toContainEqual(expect.objectContaining({ name: 'vid_flow', value: '' }));
      expect(await countOf('sessions', admin)).toBe(0);
      const again = await one(browser, admin);
      expect([again.code, again.details]).toEqual(['SECOND_FACTOR_REQUIRED', { missing }]);
      expect(await countOf('sessions', admin)).toBe(0);

      const second = await other(browser, admin);
      expect(second.status).toBe(200);
      expect(second.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBe(43_200);
      expect((await browser.get(me)).data['role']).toBe('admin');
      const sessions = await server.deps.sql`select amr from sessions where account_id = ${admin.id}`;
      expect([...sessions]).toEqual([{ amr: ['pwd', 'otp', 'sms', 'mfa'] }]);
      expect(await countOf('sign_in_steps', admin)).toBe(0);
      const method = expect.stringMatching(/^(?:password|otp)$/u);
      expect(await auditTrail(server, admin.id)).toEqual([
        ['sign-in.step', 'owner', { method }],
        ['sign-in.step', 'owner', { method }],
        ['session.started', 'owner', { method }],
      ]);
    },
  );

  it('is not required of a member', async () => {
    const member = await createAccount(server);
    expect((await byPassword(newBrowser(), member)).status).toBe(200);
    expect((await byCode(newBrowser(), member)).status).toBe(200);
  });

  it('does not combine proofs from two browsers', async () => {
    const [admin, one, other] = [await newAdmin(), newBrowser(), newBrowser()];
    await byPassword(one, admin);
    expect((await byCode(other, admin)).details).toEqual({ missing: 'password' });
    expect(await countOf('sessions', admin)).toBe(0);
  });

  it('S1 does not combine a code from a planted pre-session with the password', async () => {
    const [admin, victim] = [await newAdmin(), newBrowser()];
    await victim.get('/vid/api/auth/client/config');
    const attacker = victim.copy();
    await byPassword(victim, admin);
    expect(victim.cookies.get('vid_pre')).not.toBe(attacker.cookies.get('vid_pre'));
    expect((await byCode(attacker, admin)).details).toEqual({ missing: 'password' });
  });

  it('does not combine the proofs of two administrators', async () => {
    const [one, other, browser] = [await newAdmin(), await newAdmin(), newBrowser()];
    await byPassword(browser, one);
    expect((await byCode(browser, other)).details).toEqual({ missing: 'password' });
  });

  it('counts the proved code for its own account only', async () => {
    const [one, other, browser] = [await newAdmin(), await newAdmin(), newBrowser()];
    await byCode(browser, one);
    const preSession = { id: '', hash: await hashOfPreSession(server, browser) };
    const hasProved = ({ phone }: Account) => server.deps.completion.hasProvedCode(phone, preSession);
    expect([await hasProved(one), await hasProved(other)]).toEqual([true, false]);
  });

  it('does not combine a code with a password proof that has expired', async () => {
    const [admin, browser] = [await newAdmin(), newBrowser()];
    await byPassword(browser, admin);
    await server.deps.sql`update sign_in_steps set expires_at = now() where account_id = ${admin.id}`;
    expect((await byCode(browser, admin)).details).toEqual({ missing: 'password' });
  });

  it('M7 S3 invalidates the one-proof session of a promoted member', async () => {
    const [account, browser] = [await createAccount(server), newBrowser()];
    await signIn(browser, account);
    await server.deps.sql`update accounts set role = 'admin' where id = ${account.id}`;
    expect((await browser.get(me)).code).toBe('TOKEN_INVALID');
  });
});

describe('the second proof of an administrator', () => {
  it('P1 is refused with OTP_TOKEN_INVALID if its token is forged', async () => {
    const shapes: string[] = [];
    for (const role of ['user', 'admin'] as const) {
      const [account, browser] = [await createAccount(server, { role }), newBrowser()];
      const wrong = await byPassword(browser, account, '!');
      const forged = await browser.post('/vid/ajax/auth/login/otp', {
        phone: account.phone,
        otpToken: 'A'.repeat(43),
      });
      shapes.push(
        [wrong, forged]
          .map(({ status, raw }) => `${status} ${JSON.stringify({ ...raw.json<object>(), requestId: '' })}`)
          .join('\n'),
      );
    }
    expect(shapes[1]).toBe(shapes[0]);
    const [admin, browser] = [await newAdmin(), newBrowser()];
    await byPassword(browser, admin);
    const forged = await browser.post('/vid/ajax/auth/login/otp', {
      phone: admin.phone,
      otpToken: 'A'.repeat(43),
    });
    expect([forged.status, forged.code]).toEqual([400, 'OTP_TOKEN_INVALID']);
    expect(await countOf('sessions', admin)).toBe(0);
  });

  it('cannot come from a password reset', async () => {
    const [admin, browser] = [await newAdmin(), newBrowser()];
    const otpToken = await insertOtpToken(server, browser, admin.phone, 'forget-password');
    const answer = await browser.post('/vid/api/users/password/forget', {
      phone: admin.phone,
      otpToken,
      newPassword: otherPassword,
    });
    expect([answer.status, answer.code]).toEqual([403, 'RESET_BY_OPERATOR']);
    expect((await byPassword(newBrowser(), { ...admin, password: otherPassword })).code).toBe('AUTH_FAILED');
    expect((await byPassword(newBrowser(), admin)).details).toEqual({ missing: 'code' });
  });

  it('P10 is not enough after a reset of the password proved first', async () => {
    const [admin, browser] = [await newAdmin(), newBrowser()];
    await byPassword(browser, admin);
    await createAdminResetService(server.deps).resetAdminPassword(admin.id, otherPassword, {
      actorId: null,
      caller: { address: 'local', requestId: 'r' },
    });
    expect((await byCode(browser, admin)).details).toEqual({ missing: 'password' });
  });

  it('R2 is accepted only once in 20 parallel requests', async () => {
    const [admin, browser] = [await newAdmin(), newBrowser()];
    await byPassword(browser, admin);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => insertOtpToken(server, browser, admin.phone, 'signin')),
    );
    const answers = await Promise.all(
      tokens.map((otpToken) =>
        browser.copy().post('/vid/ajax/auth/login/otp', { phone: admin.phone, otpToken }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'SECOND_FACTOR_REQUIRED')).toHaveLength(19);
    expect(await countOf('sessions', admin)).toBe(1);
  });
});
