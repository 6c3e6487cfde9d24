import { createAccount } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { freshAddress, freshPhone } from '@vid/testkit/flows';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/checking/phone';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);

describe('the phone check', () => {
  it('reports the phones of active and locked accounts as unavailable', async () => {
    const [member, locked] = [await createAccount(server), await createAccount(server, { status: 'locked' })];
    const browser = browse();
    const address = freshAddress();
    const available = async (phone: string) =>
      (await browser.post(path, { phone }, { address })).data['available'];
    expect(await available(member.phone)).toBe(false);
    expect(await available(`0${member.phone.slice(3)}`)).toBe(false);
    expect(await available(locked.phone)).toBe(false);
    expect(await available(freshPhone())).toBe(true);
  });

  it('rejects a malformed number, a landline number and an array', async () => {
    const browser = browse();
    expect((await browser.post(path, { phone: 'abc' })).code).toBe('PHONE_INVALID');
    expect((await browser.post(path, { phone: '02438223344' })).code).toBe('PHONE_UNSUPPORTED');
    expect((await browser.post(path, { phone: ['0912345678'] })).status).toBe(400);
  });

  it('requires a captcha for a browser’s sixth check in an hour', async () => {
    const browser = browse();
    const check = (captchaToken?: string) =>
      browser.post(path, { phone: freshPhone(), captchaToken }, { address: freshAddress() });
    for (let count = 0; count < 5; count += 1) expect((await check()).status).toBe(200);
    const refused = await check();
    expect([refused.code, refused.details]).toEqual(['CAPTCHA_REQUIRED', { captchaRequired: true }]);
    expect(await minutesOfCounter(server, 'check:')).toBe(60);
    expect((await check('A'.repeat(43))).code).toBe('CAPTCHA_INVALID');
    const captchaToken = await insertCaptchaToken(server, browser, 'check');
    expect((await check(captchaToken)).status).toBe(200);
    expect((await check(captchaToken)).code).toBe('CAPTCHA_INVALID');
    expect((await check(await insertCaptchaToken(server, browser, 'signin'))).code).toBe('CAPTCHA_INVALID');
    expect((await check(await insertCaptchaToken(server, browse(), 'check'))).code).toBe('CAPTCHA_INVALID');
  });

  it('allows 300 browsers at one address 20 checks without a captcha', async () => {
    const address = freshAddress();
    const twin = await server.twin();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        new TestBrowser(index % 2 ? twin.app : server.app).post(path, { phone: freshPhone() }, { address }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.code))).toEqual(
      new Set(['CAPTCHA_REQUIRED']),
    );
  });

  it('counts an IPv6 /64 as one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        browse().post(path, { phone: freshPhone() }, { address: `2001:db8:1:2::${index + 1}` }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
  });

  it('reports a member’s phone as available in strict privacy', async () => {
    const strict = await startTestServer(inject('cluster'), { environment: { VID_STRICT_PRIVACY: 'on' } });
    try {
      const member = await createAccount(strict);
      const browser = new TestBrowser(strict.app);
      expect((await browser.post(path, { phone: member.phone })).data).toEqual({ available: true });
      const params = await browser.get('/vid/gateway/app/params');
      expect(params.data['configurations']).toMatchObject({ strictPrivacy: true });
    } finally {
      await strict.close();
    }
  });
});
