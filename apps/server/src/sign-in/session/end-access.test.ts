import { createAccount, hashOfPreSession, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { requestOtp } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';
import { createEndAccess } from './end-access.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/** Ends all access while another transaction holds a row. `change` runs once `endAccess` is waiting for that row. */
async function endDuring(
  account: { id: string; phone: string },
  hold: (tx: Queryable) => Promise<unknown>,
  change: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  const { sql, sessionRepo, otpTokens, recoveryRepo } = server.deps;
  const endAccess = createEndAccess({ sessions: sessionRepo, otpTokens, recoveries: recoveryRepo });
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
  it('P10 revokes the token of a code that is being exchanged', async () => {
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

  it('P10 revokes a token that an earlier transaction is about to redeem', async () => {
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

  it('P10 revokes the grant of a sign-on in progress', async () => {
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

  it('keeps redeemed tokens, which a repeated sign-up needs', async () => {
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
