import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';
import { knownBrowser } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cryptoRandom } from '#ports/random.ts';
import { networkHit, requestHits } from './captcha.policy.ts';
import { createCaptchaService } from './captcha.service.ts';

let server: TestServer;
/** Range of the newest challenge's secret counter. Tests draw the lowest counter to keep the work short. */
let range: [number, number];
const random = {
  ...cryptoRandom,
  integer(low: number, high: number) {
    range = [low, high];
    return low;
  },
};
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { overrides: { random } });
});
afterAll(() => server.close());

async function busyAddress(points: number): Promise<string> {
  const address = freshAddress();
  await server.deps.sql`
    insert into counters (key, points, expires_at)
    values (${networkHit(address).key}, ${points}, now() + interval '5 minutes')`;
  return address;
}

async function takeChallenge(browser: TestBrowser, address: string, query = '') {
  const answer = await browser.get(`/vid/gateway/captcha/challenge${query}`, { address });
  expect(answer.status).toBe(200);
  const { data } = answer.raw.json<{ data: Challenge & { needsPicture: boolean } }>();
  return { challenge: data, needsPicture: data.needsPicture };
}

const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
});

async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  return {
    counter: solution?.counter ?? 0,
    payload: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
  };
}

async function takePicture(browser: TestBrowser, address: string) {
  const made = await browser.post('/vid/gateway/captcha/generate', undefined, { address });
  expect(made.status).toBe(200);
  const captchaId = String(made.data['captchaId']);
  const entry = (await readOutbox(browser)).find(({ to }) => to === captchaId);
  return { captchaId, captchaValue: entry?.code ?? '' };
}

const statusOf = async (browser: TestBrowser, address: string) =>
  (await browser.post('/vid/gateway/captcha/generate', undefined, { address })).status;

const handIn = (browser: TestBrowser, body: Record<string, unknown>) =>
  browser.post('/vid/gateway/captcha/solution', { purpose: 'otp', ...body });

describe('the captcha of a quiet network', () => {
  it('is a light challenge without a picture', async () => {
    const browser = new TestBrowser(server.app);
    const { challenge, needsPicture } = await takeChallenge(browser, freshAddress());
    expect(needsPicture).toBe(false);
    expect(range).toEqual([100, 300]);
    const { counter, payload } = await solve(challenge);
    expect(counter).toBe(100);
    expect((await handIn(browser, { payload })).status).toBe(200);
  });
});

describe('the captcha of a busy network', () => {
  it('is a harder challenge', async () => {
    const browser = new TestBrowser(server.app);
    const { challenge } = await takeChallenge(browser, await busyAddress(35));
    expect(range).toEqual([400, 1_200]);
    const { counter, payload } = await solve(challenge);
    expect(counter).toBe(400);
    expect((await handIn(browser, { payload })).status).toBe(200);
  });

  it('C1 C3 requires the right answer to the browser’s own picture', async () => {
    const address = await busyAddress(100);
    const browser = new TestBrowser(server.app);
    const { challenge, needsPicture } = await takeChallenge(browser, address);
    expect(needsPicture).toBe(true);
    expect(range).toEqual([1_600, 4_800]);
    const { payload } = await solve(challenge);
    expect((await handIn(browser, { payload })).code).toBe('CAPTCHA_INVALID');

    const wrong = await takePicture(browser, address);
    expect((await handIn(browser, { payload, ...wrong, captchaValue: 'WRONG' })).code).toBe(
      'CAPTCHA_INVALID',
    );
    expect((await handIn(browser, { payload, ...wrong })).code).toBe('CAPTCHA_INVALID');
    const foreign = await takePicture(new TestBrowser(server.app), address);
    expect((await handIn(browser, { payload, ...foreign })).code).toBe('CAPTCHA_INVALID');
    const expired = await takePicture(browser, address);
    await server.deps.sql`update captchas set expires_at = now() where id = ${expired.captchaId}`;
    expect((await handIn(browser, { payload, ...expired })).code).toBe('CAPTCHA_INVALID');

    const right = await takePicture(browser, address);
    expect((await handIn(browser, { payload, ...right })).status).toBe(200);
    const another = await takePicture(browser, address);
    expect((await handIn(browser, { payload, ...another })).code).toBe('CAPTCHA_INVALID');
  });

  it('rejects a solved picture without proof of work', async () => {
    const address = await busyAddress(100);
    const browser = new TestBrowser(server.app);
    const picture = await takePicture(browser, address);
    const answer = await browser.post(
      '/vid/gateway/captcha/validate',
      { ...picture, purpose: 'otp' },
      { address },
    );
    expect([answer.code, answer.details['workRequired']]).toEqual(['CAPTCHA_REQUIRED', true]);
  });

  it('C6 accepts a harder proof of work instead of the picture', async () => {
    const address = await busyAddress(100);
    const browser = new TestBrowser(server.app);
    const { challenge, needsPicture } = await takeChallenge(browser, address, '?picture=no');
    expect(needsPicture).toBe(false);
    expect(range).toEqual([3_200, 9_600]);
    const { counter, payload } = await solve(challenge);
    expect(counter).toBe(3_200);
    expect((await handIn(browser, { payload })).status).toBe(200);
  });

  it('C5 is neither refused to a known device nor made harder for it', async () => {
    const address = await busyAddress(100);
    const { browser } = await knownBrowser(server);
    const flooder = new TestBrowser(server.app);
    for (let count = 0; count < 11; count += 1)
      await flooder.get('/vid/gateway/captcha/challenge', { address });
    expect((await flooder.get('/vid/gateway/captcha/challenge', { address })).code).toBe('CAPTCHA_RATE');
    const { challenge, needsPicture } = await takeChallenge(browser, address);
    expect(needsPicture).toBe(false);
    expect(range).toEqual([100, 300]);
    const { counter, payload } = await solve(challenge);
    expect(counter).toBe(100);
    expect((await handIn(browser, { payload })).status).toBe(200);
    const picture = await takePicture(browser, address);
    const answer = { ...picture, purpose: 'otp' };
    expect((await browser.post('/vid/gateway/captcha/validate', answer, { address })).status).toBe(200);
    const { key } = networkHit(address);
    expect((await server.deps.counters.peek([key])).get(key)).toBe(100);
  });
});

describe('a captcha', () => {
  it('C5 can be requested ten times per known device or address', async () => {
    const { browser } = await knownBrowser(server);
    const statuses = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await statusOf(browser, freshAddress()));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const address = freshAddress();
    const invented = [];
    for (let count = 0; count < 12; count += 1) {
      const stranger = new TestBrowser(server.app);
      stranger.cookies.set('vid_dev', String(count % 10).repeat(43));
      invented.push(await statusOf(stranger, address));
    }
    expect(invented).toEqual([...Array(10).fill(200), 429, 429]);
  });

  it('is counted for its network when solved, not when requested', async () => {
    const address = freshAddress();
    const browser = new TestBrowser(server.app);
    const { key } = networkHit(address);
    const solved = async () => (await server.deps.counters.peek([key])).get(key) ?? 0;
    const { challenge } = await takeChallenge(browser, address);
    const picture = await takePicture(browser, address);
    expect(await solved()).toBe(0);
    const { payload } = await solve(challenge);
    const solution = { payload, purpose: 'otp' };
    await browser.post('/vid/gateway/captcha/solution', solution, { address });
    await browser.post('/vid/gateway/captcha/solution', solution, { address });
    expect(await solved()).toBe(1);
    await browser.post('/vid/gateway/captcha/validate', { ...picture, purpose: 'otp' }, { address });
    expect(await solved()).toBe(2);
  });

  it('has ten times the usual limits while new devices need captchas', async () => {
    const attacked = { isAttacked: () => true };
    const captchas = createCaptchaService({ ...server.deps, failureRate: attacked });
    const challenge = (address: string) =>
      captchas.challenge({
        preSessionHash: randomBytes(32),
        caller: { requestId: '', address, addressKey: address, userAgent: '', locale: 'vi' },
        devices: [],
        workLevel: 0,
        withoutPicture: false,
      });
    await challenge(await busyAddress(100));
    expect(range).toEqual([100, 300]);
    expect((await challenge(await busyAddress(800))).needsPicture).toBe(false);
    expect(range).toEqual([800, 2_400]);
    expect((await challenge(await busyAddress(801))).needsPicture).toBe(true);

    const insertRequests = async (points: number) => {
      const address = freshAddress();
      const [hit] = requestHits(address, undefined, points);
      await server.deps.counters.hit([{ ...hit, points }]);
      return address;
    };
    await challenge(await insertRequests(99));
    await expect(challenge(await insertRequests(100))).rejects.toMatchObject({ code: 'CAPTCHA_RATE' });
  });
});

it('a busy network does not require pictures from another network', async () => {
  await busyAddress(100);
  const { needsPicture } = await takeChallenge(new TestBrowser(server.app), freshAddress());
  expect(needsPicture).toBe(false);
});
