import {
  createAccount,
  hashOfPreSession,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, requestOtp } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { scanQr, startQr } from '@vid/testkit/sign-in/qr';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';
import { createEndAccess } from './end-access.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/**
 * Ends all access while another transaction holds a row; `change` runs once `endAccess` waits for that row.
 */
async function endDuring(
  account: { id: string; phone: string },
  hold: (tx: Queryable) => Promise<unknown>,
  change: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  const { sql, sessionRepo, otpTokens, recoveryRepo, notices } = server.deps;
  const endAccess = createEndAccess({ sessions: sessionRepo, otpTokens, recoveries: recoveryRepo, notices });
  let end: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await hold(tx);
    end = sql.begin((other) => endAccess(other, account));
    await waitForLockWaits(server, 1);
    await change(tx);
  });
  await end;
}

describe('ending all access to an account', () => {
  it('P10 also revokes the token of a code that is being exchanged', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    const { otpRequestId } = await requestOtp(browser, server, account.phone, 'signin');
    await endDuring(
      account,
      async (tx) => {
        await tx`
          update otp_codes set verified_at = now(), token_hash = sha256('token'),
            token_expires_at = now() + interval '10 minutes'
          where id = ${otpRequestId}`;
      },
      async () => undefined,
    );
    const { sql } = server.deps;
    expect(
      await sql`select verified_at, token_expires_at > now() as is_live from otp_codes where phone = ${account.phone}`,
    ).toEqual([{ verifiedAt: expect.any(Date), isLive: false }]);
  });

  it('P10 also revokes a token that another transaction is about to use', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    const token = await insertOtpToken(server, browser, account.phone, 'signin');
    const use = {
      token,
      phone: account.phone,
      purposes: ['signin'] as const,
      preSessionHash: await hashOfPreSession(server, browser),
    };
    const { sql, otpTokens } = server.deps;
    await otpTokens.requireLive(use);
    const isRedeemed = await sql.begin(async (tx) => {
      await tx`select`;
      await sql.begin((other) => otpTokens.revokeAll(other, account.phone));
      return otpTokens.redeem(tx, use);
    });
    expect(isRedeemed).toBe(false);
  });

  it('P10 also removes the grant of a sign-on in progress', async () => {
    const account = await createAccount(server);
    await signIn(new TestBrowser(server.app), account);
    const { sql } = server.deps;
    await endDuring(
      account,
      // A sign-on locks its session when it records the grant.
      async (tx) => tx`select from sessions where account_id = ${account.id} for key share`,
      async () => sql`
        insert into oidc_grants (id_hash, payload, account_id, expires_at)
        values (sha256('grant'), '{}', ${account.id}, now() + interval '1 day')`,
    );
    expect(await sql`select from oidc_grants where account_id = ${account.id}`).toHaveLength(0);
    expect(await sql`select from sessions where account_id = ${account.id}`).toHaveLength(0);
  });

  it('P10 also removes a QR request scanned by the account', async () => {
    const account = await createAccount(server);
    const phone = new TestBrowser(server.app);
    await signIn(phone, account);
    expect((await scanQr(phone, await startQr(new TestBrowser(server.app)))).status).toBe(200);
    await endDuring(
      account,
      async (tx) => tx`select from sessions where account_id = ${account.id} for key share`,
      async () => undefined,
    );
    expect(await server.deps.sql`select from qr_requests where account_id = ${account.id}`).toHaveLength(0);
  });

  it('P10 also revokes the tokens of the account’s next phone', async () => {
    const [account, phone] = [await createAccount(server), freshPhone()];
    await insertOtpToken(server, new TestBrowser(server.app), phone, 'recovery');
    const { sql, endAccess } = server.deps;
    await sql.begin((tx) => endAccess(tx, account, { nextPhone: phone }));
    const live = await sql`select from otp_codes where phone = ${phone} and token_expires_at > now()`;
    expect(live).toHaveLength(0);
  });

  it.each([
    ['announces the end of a recovery', false, 1],
    ['does not announce the end of a recovery during a return', true, 0],
  ])('%s', async (_case, isReturn, count) => {
    const account = await createAccount(server);
    const { sql, endAccess } = server.deps;
    await sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${account.id}`}, 'waiting', 'mail', ${account.id}, '', '', '', now(), now() + interval '1 day')`;
    await sql.begin((tx) => endAccess(tx, account, { isReturn }));
    const sent = await sql`
      select from deliveries where phone = ${account.phone} and type = 'recovery-stopped'`;
    expect(sent).toHaveLength(count);
  });

  it('keeps a used token', async () => {
    const account = await createAccount(server);
    await insertOtpToken(server, new TestBrowser(server.app), account.phone, 'signup');
    const { sql } = server.deps;
    await sql`update otp_codes set token_used_at = now() where phone = ${account.phone}`;
    await sql.begin((tx) => server.deps.otpTokens.revokeAll(tx, account.phone));
    expect(
      await sql`select from otp_codes where phone = ${account.phone} and token_expires_at > now()`,
    ).toHaveLength(1);
  });
});

type Account = Awaited<ReturnType<typeof createAccount>>;

async function agePhone(id: string, days: number): Promise<void> {
  await server.deps.sql`
    update accounts set phone_since = now() - make_interval(days => ${days}) where id = ${id}`;
}

async function startRecovery({ id }: Account, channel = 'support'): Promise<void> {
  await server.deps.sql`
    insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
    values (${`rec_${id}`}, 'waiting', ${channel}, ${id}, '', '', '', now() + interval '1 hour', now() + interval '1 day')`;
}

const statusOf = async ({ id }: Account) =>
  (await server.deps.sql`select status from recovery_requests where account_id = ${id}`)[0]?.['status'];

const changes = {
  async 'a reset by SMS'({ phone }: Account, browser: TestBrowser) {
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    const body = { phone, otpToken, newPassword: otherPassword };
    return browser.post('/vid/api/users/password/forget', body);
  },
  async 'a change of the password'({ password }: Account, browser: TestBrowser) {
    const body = { currentPassword: password, newPassword: otherPassword };
    return browser.post('/vid/api/users/password/change', body);
  },
  async 'a change of the phone'(_account: Account, browser: TestBrowser) {
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    return browser.post('/vid/api/users/phone', { phone, otpToken });
  },
  async 'an attempt by an account with a new phone to stop it'({ id }: Account, browser: TestBrowser) {
    await agePhone(id, 29);
    return browser.call('DELETE', '/vid/api/users/recovery');
  },
};

describe('a recovery that support began', () => {
  it.each(Object.entries(changes))('K1 continues after %s', async (_name, change) => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    await startRecovery(account);
    expect((await change(account, browser)).code).toBeUndefined();
    expect(await statusOf(account)).toBe('waiting');
  });

  it('cannot be stopped by a session whose account has a new phone', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    const stop = async () => (await browser.call('DELETE', '/vid/api/users/recovery')).raw.json();
    expect(await stop()).toEqual({ data: true });
    await startRecovery(account);
    await agePhone(account.id, 29);
    expect(await stop()).toEqual({ data: false });
    await agePhone(account.id, 31);
    expect(await stop()).toEqual({ data: true });
  });

  it('is stopped by a session whose account’s phone is 31 days old', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    await startRecovery(account);
    await agePhone(account.id, 31);
    await browser.call('DELETE', '/vid/api/users/recovery');
    expect(await statusOf(account)).toBe('stopped');
  });
});

describe('a recovery by mail', () => {
  const { 'an attempt by an account with a new phone to stop it': _other, ...ending } = changes;
  const all = {
    ...ending,
    'the request of a deletion': (_account: Account, browser: TestBrowser) =>
      browser.post('/vid/api/privacy/deletion'),
  };

  it.each(Object.entries(all))('K3 ends with %s and a notice to the owner', async (_name, change) => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    await startRecovery(account, 'mail');
    expect((await change(account, browser)).code).toBeUndefined();
    expect(await statusOf(account)).toBe('stopped');
    await server.deps.background.idle();
    const sent = await readOutbox(new TestBrowser(server.app));
    expect(
      sent.filter(({ to, purpose }) => to === account.phone && purpose === 'recovery-stopped'),
    ).toHaveLength(1);
  });
});
