import { newReferralCode } from './referral.policy.ts';
import { createAccount } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/gateway/referral/check';
const check = (from: TestBrowser, address: string) =>
  from.post(path, { referralCode: newReferralCode() }, { address });

describe('the referral check', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'), {
      environment: { VID_LIMIT_REFERRAL_ADDRESS_HOUR: '60' },
    });
  });
  afterAll(() => server.close());

  it('returns the owner’s masked name, unless the account is locked', async () => {
    const [member, locked] = [
      await createAccount(server, { name: 'Nguyễn Văn An' }),
      await createAccount(server, { name: 'Trần Bình', status: 'locked' }),
    ];
    const browser = new TestBrowser(server.app);
    const ask = async (referralCode: string) => (await browser.post(path, { referralCode })).data;
    expect(await ask(member.referralCode)).toEqual({ valid: true, displayName: 'N*** V*** An' });
    expect(await ask(locked.referralCode)).toEqual({ valid: false, displayName: null });
    expect(await ask(newReferralCode())).toEqual({ valid: false, displayName: null });
    expect(await ask('<svg onload>')).toEqual({ valid: false, displayName: null });
  });

  it('is limited per browser and per address', async () => {
    const browser = new TestBrowser(server.app);
    const address = freshAddress();
    for (let count = 0; count < 20; count += 1) expect((await check(browser, address)).status).toBe(200);
    const refused = await check(browser, freshAddress());
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED']);
    const wait = Number(refused.raw.headers['retry-after']);
    expect(wait).toBeGreaterThan(3_000);
    expect(wait).toBeLessThanOrEqual(3_600);
    for (let count = 0; count < 40; count += 1) await check(new TestBrowser(server.app), address);
    expect((await check(new TestBrowser(server.app), address)).code).toBe('RATE_LIMITED');
  });

  it('is not limited for a mistyped code', async () => {
    const browser = new TestBrowser(server.app);
    for (let count = 0; count <= 20; count += 1)
      expect((await browser.post(path, { referralCode: 'NOBODY00' })).data['valid']).toBe(false);
    expect((await check(browser, freshAddress())).status).toBe(200);
  });

  it('requires the client token of its browser', async () => {
    const answer = await new TestBrowser(server.app).post(
      path,
      { referralCode: 'NOBODY00' },
      { clientToken: null },
    );
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
    // Without its pre-session cookie, a browser cannot prove that the client token is its own.
    const browser = new TestBrowser(server.app);
    const clientToken = await browser.clientToken();
    browser.cookies.delete('vid_pre');
    expect((await browser.post(path, { referralCode: 'NOBODY00' }, { clientToken })).code).toBe(
      'UNKNOWN_VALIDATING_EXCEPTION',
    );
  });
});
