import { createHash } from 'node:crypto';
import { loadImage } from '@napi-rs/canvas';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { about } from '@vid/testkit/about';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, readOutbox, solveCaptcha } from '@vid/testkit/flows';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { captchaAlphabet } from './captcha-glyphs.ts';
import { pictureSize } from './captcha-picture.ts';
import { normaliseAnswer } from './captcha.policy.ts';
import { createCaptchaRepo } from './captcha.repo.ts';

let server: TestServer;
const relaxed = { VID_LIMIT_OTP_PREFIX_HOUR: '1000000', VID_LIMIT_OTP_BREAKER_PERCENT: '0' };
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { environment: relaxed });
});
afterAll(() => server.close());

const newBrowser = () => new TestBrowser(server.app);

async function generate(browser: TestBrowser) {
  const made = await browser.post('/vid/gateway/captcha/generate', undefined, { address: freshAddress() });
  expect(made.status).toBe(200);
  const captchaId = String(made.data['captchaId']);
  const entry = (await readOutbox(browser)).find(({ to }) => to === captchaId);
  return { made, captchaId, answer: entry?.code ?? '' };
}

const validate = (browser: TestBrowser, body: Record<string, unknown>) =>
  browser.post('/vid/gateway/captcha/validate', body);

const request = (browser: TestBrowser, body: Record<string, unknown>) =>
  browser.post(
    '/vid/gateway/otp/request',
    { clientId: 'vid-web', phone: freshPhone(), purpose: 'signup', ...body },
    { address: freshAddress() },
  );

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const handIn = (browser: TestBrowser, payload: string, purpose?: string) =>
  browser.post('/vid/gateway/captcha/solution', { payload, ...(purpose ? { purpose } : {}) });

async function countSms(): Promise<number> {
  const [row] = await server.deps.sql<
    { count: number }[]
  >`select count(*)::int as count from otp_codes where sent_at is not null`;
  return row?.count ?? -1;
}

describe('the picture captcha', () => {
  it('returns a PNG, and a token for the correct answer', async () => {
    const browser = newBrowser();
    const { made, captchaId, answer } = await generate(browser);
    const image = String(made.data['captchaImage']);
    expect(image).toMatch(/^data:image\/png;base64,/u);
    const { width, height } = await loadImage(Buffer.from(image.split(',')[1] ?? '', 'base64'));
    expect({ width, height }).toEqual(pictureSize);
    const solved = await validate(browser, { captchaId, captchaValue: answer });
    expect(solved.status).toBe(200);
    expect(solved.data).toEqual({ captchaToken: expect.stringMatching(/^[\w-]{43}$/u), expiresIn: 120 });
    const tokenHash = server.deps.keys.hashSecret(String(solved.data['captchaToken']));
    expect(
      await server.deps.sql`select work_level from captcha_tokens where token_hash = ${tokenHash}`,
    ).toEqual([{ workLevel: 3 }]);
  });

  it('can be answered for five minutes', async () => {
    const { made, captchaId } = await generate(newBrowser());
    expect(made.data['expiresIn']).toBe(300);
    const [row] = await server.deps.sql`
      select round(extract(epoch from expires_at - now()))::int as seconds from captchas where id = ${captchaId}`;
    expect(row?.['seconds']).toBeGreaterThan(290);
    expect(row?.['seconds']).toBeLessThanOrEqual(300);
  });

  it('is counted when it is made, passed, failed and limited', async () => {
    const events = ['made', 'passed', 'failed', 'limited'] as const;
    const kinds = ['image', 'proof-of-work'] as const;
    const counts = async () => {
      const { values } = await server.deps.metrics.captcha.get();
      return kinds.map((kind) =>
        events.map(
          (event) => values.find(({ labels }) => labels.kind === kind && labels.event === event)?.value ?? 0,
        ),
      );
    };
    const before = await counts();
    const browser = newBrowser();
    const [right, wrong] = [await generate(browser), await generate(browser)];
    await validate(browser, { captchaId: right.captchaId, captchaValue: right.answer });
    await validate(browser, { captchaId: wrong.captchaId, captchaValue: 'WRONG' });
    const { payload } = await solve(browser);
    for (let count = 0; count < 2; count += 1) await handIn(browser, payload);
    const address = freshAddress();
    await server.deps.sql`
      insert into counters (key, points, expires_at) values (${`captcha-address:${address}`}, 10, now() + interval '1 minute')`;
    await browser.post('/vid/gateway/captcha/generate', undefined, { address });
    await browser.get('/vid/gateway/captcha/challenge', { address });
    const added = (await counts()).map((row, kind) =>
      row.map((count, event) => count - (before[kind]?.[event] ?? 0)),
    );
    expect(added).toEqual([
      [2, 1, 1, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('accepts an answer in another case, width or spacing', async () => {
    const browser = newBrowser();
    const { captchaId, answer } = await generate(browser);
    const fullWidth = answer
      .toLowerCase()
      .replace(/[!-~]/gu, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));
    const solved = await validate(browser, { captchaId, captchaValue: ` ${fullWidth} ` });
    expect(solved.status).toBe(200);
    expect(normaliseAnswer(' a b\u00a0C ')).toBe('ABC');
  });

  it('C3 accepts only one answer per picture, right or wrong', async () => {
    const browser = newBrowser();
    const { captchaId, answer } = await generate(browser);
    expect((await validate(browser, { captchaId, captchaValue: 'WRONG' })).code).toBe('CAPTCHA_INVALID');
    expect((await validate(browser, { captchaId, captchaValue: answer })).code).toBe('CAPTCHA_INVALID');

    const other = await generate(browser);
    const right = { captchaId: other.captchaId, captchaValue: other.answer };
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(browser, right)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['captcha_tokens', 503, 200],
    ['counters', 200, 400],
  ])('C3 stays valid only if its token is not stored (failing table %s)', async (table, status, repeated) => {
    const { sql } = server.deps;
    const browser = newBrowser();
    const { captchaId, answer } = await generate(browser);
    const { payload } = await solve(browser);
    const calls = [
      () => validate(browser, { captchaId, captchaValue: answer }),
      () => handIn(browser, payload),
    ];
    await sql.unsafe(`
      create function fill_disk() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
      create trigger fill_disk before insert on ${table} for each row execute function fill_disk()`);
    for (const call of calls) expect((await call()).status).toBe(status);
    await sql.unsafe('drop function fill_disk cascade');
    for (const call of calls) expect((await call()).status).toBe(repeated);
  });

  it('C3 cannot be answered or invalidated by another browser', async () => {
    const browser = newBrowser();
    const { captchaId, answer } = await generate(browser);
    const stranger = newBrowser();
    expect((await validate(stranger, { captchaId, captchaValue: answer })).code).toBe('CAPTCHA_INVALID');
    expect((await validate(browser, { captchaId, captchaValue: answer })).status).toBe(200);
  });

  it('C4 is stored and sent without a readable answer, and expires', async () => {
    const browser = newBrowser();
    const { made, captchaId, answer } = await generate(browser);
    expect(Object.keys(made.data).toSorted()).toEqual(['captchaId', 'captchaImage', 'expiresIn']);
    expect(captchaId).toMatch(/^cap_[0-9a-hjkmnp-tv-z]{26}$/u);
    const png = Buffer.from(String(made.data['captchaImage']).split(',')[1] ?? '', 'base64');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    for (const told of [png.toString('latin1'), captchaId, JSON.stringify(made.raw.headers)]) {
      expect(told).not.toContain(answer);
      expect(told).not.toContain(answer.toLowerCase());
    }
    const stored = await server.deps.sql`select * from captchas where id = ${captchaId}`;
    expect(JSON.stringify(stored)).not.toContain(answer);
    const bare = createHash('sha256').update(answer).digest();
    expect(Buffer.from(stored[0]?.['answerHash']).equals(bare)).toBe(false);

    await server.deps.sql`update captchas set expires_at = now() - interval '1 ms' where id = ${captchaId}`;
    expect((await validate(browser, { captchaId, captchaValue: answer })).code).toBe('CAPTCHA_INVALID');
  });

  it('C4 contains only characters without look-alikes', async () => {
    const { answer } = await generate(newBrowser());
    expect(answer).toHaveLength(5);
    for (const character of answer) expect(captchaAlphabet).toContain(character);
    expect(captchaAlphabet).not.toMatch(/[0125678BGIMOQSVWZ]/u);
  });

  it('contains no character that Telex or VNI changes', () => {
    expect(captchaAlphabet).not.toMatch(/[AEIOUYDW]/u);
  });
});

describe('the captcha token', () => {
  it('C1 is refused if malformed or issued for another browser or purpose', async () => {
    const browser = newBrowser();
    const before = await countSms();
    const ownElsewhere = await solveCaptcha(newBrowser(), { purpose: 'otp' });
    const otherPurpose = await solveCaptcha(browser, { purpose: 'signin' });
    const cases: readonly [Record<string, unknown>, string][] = [
      [{}, 'CAPTCHA_REQUIRED'],
      [{ captchaToken: '' }, 'CAPTCHA_REQUIRED'],
      [{ captchaToken: 'true' }, 'CAPTCHA_INVALID'],
      [{ captchaToken: 'A'.repeat(43) }, 'CAPTCHA_INVALID'],
      [{ captchaToken: ownElsewhere }, 'CAPTCHA_INVALID'],
      [{ captchaToken: otherPurpose }, 'CAPTCHA_INVALID'],
      [{ captchaToken: null }, 'VALIDATION_FAILED'],
      [{ captchaToken: true }, 'VALIDATION_FAILED'],
      [{ captcha: false }, 'VALIDATION_FAILED'],
    ];
    for (const [body, code] of cases) {
      const answer = await request(browser, body);
      expect([answer.status, answer.code]).toEqual([400, code]);
    }
    expect(await countSms()).toBe(before);
  });

  it('C1 permits a code request if it was issued without a purpose', async () => {
    const browser = newBrowser();
    const captchaToken = await solveCaptcha(browser);
    expect((await request(browser, { captchaToken })).status).toBe(200);
  });

  it('C1 expires within two minutes and is then rejected', async () => {
    const browser = newBrowser();
    const captchaToken = await solveCaptcha(browser);
    const tokenHash = server.deps.keys.hashSecret(captchaToken);
    const [row] = await server.deps.sql`
      select expires_at <= now() + interval '2 minutes' as is_soon from captcha_tokens
      where token_hash = ${tokenHash}`;
    expect(row).toEqual({ isSoon: true });
    await server.deps.sql`update captcha_tokens set expires_at = now() where token_hash = ${tokenHash}`;
    expect((await request(browser, { captchaToken })).code).toBe('CAPTCHA_INVALID');
  });

  it('C2 permits only one SMS in 100 parallel uses in two processes', async () => {
    const browser = newBrowser();
    const captchaToken = await solveCaptcha(browser, { purpose: 'otp' });
    const twin = browser.copy((await server.twin()).app);
    const before = await countSms();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => request(index % 2 ? browser : twin, { captchaToken })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'CAPTCHA_INVALID')).toHaveLength(99);
    expect(await countSms()).toBe(before + 1);
    expect((await request(browser, { captchaToken })).code).toBe('CAPTCHA_INVALID');
  });
});

describe('the limit of captcha requests', () => {
  it('C5 stops the requests of one address, but not those of another', async () => {
    const flooder = newBrowser();
    const address = '203.0.113.5';
    const answers = [];
    for (let count = 0; count < 14; count += 1) {
      answers.push(await flooder.post('/vid/gateway/captcha/generate', undefined, { address }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    expect(answers.at(-1)?.code).toBe('CAPTCHA_RATE');
    expect(Number(answers.at(-1)?.raw.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answers.at(-1)?.raw.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await newBrowser().get('/vid/gateway/captcha/challenge', { address })).code).toBe('CAPTCHA_RATE');

    const honest = newBrowser();
    expect((await request(honest, { captchaToken: await solveCaptcha(honest) })).status).toBe(200);
  });

  it('C5 treats an IPv6 /64 as one address', async () => {
    const browser = newBrowser();
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      const address = `2001:db8:1:1::${(count + 1).toString(16)}`;
      statuses.push((await browser.post('/vid/gateway/captcha/generate', undefined, { address })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('C5 does not count refused requests of a /64 against its /48', async () => {
    const browser = newBrowser();
    const ask = async (address: string) =>
      (await browser.post('/vid/gateway/captcha/generate', undefined, { address })).status;
    for (let count = 0; count < 45; count += 1) await ask('2001:db8:2:1::1');
    expect([await ask('2001:db8:2:1::1'), await ask('2001:db8:2:2::1')]).toEqual([429, 200]);
  });
});

const solve = async (browser: TestBrowser, level = 0) => {
  const url = `/vid/gateway/captcha/challenge?level=${level}`;
  const answer = await browser.get(url, { address: freshAddress() });
  expect(answer.status).toBe(200);
  const { data: challenge } = answer.raw.json<{ data: Challenge }>();
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution, payload: encode({ challenge, solution }) };
};

describe('proof of work', () => {
  it('yields one captcha token per challenge', async () => {
    const browser = newBrowser();
    const { challenge, payload } = await solve(browser);
    expect(challenge.signature).toMatch(/^[0-9a-f]{64}$/u);
    expect((challenge.parameters.expiresAt ?? 0) - Date.now() / 1_000).toEqual(about(300));
    const answers = await Promise.all(Array.from({ length: 10 }, () => handIn(browser, payload, 'otp')));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(answers.filter(({ code }) => code === 'CAPTCHA_INVALID')).toHaveLength(9);
    const captchaToken = String(won?.data['captchaToken']);
    expect((await request(browser, { captchaToken })).status).toBe(200);
    const [spent] = await server.deps.sql`
      select max(expires_at) > to_timestamp(${challenge.parameters.expiresAt ?? 0}) + interval '5 minutes' as outlives
      from spent_challenges`;
    expect(spent).toEqual({ outlives: true });
  });

  it('records its level in its token', async () => {
    const browser = newBrowser();
    const { payload } = await solve(browser, 1);
    const answer = await handIn(browser, payload, 'signin');
    const tokenHash = server.deps.keys.hashSecret(String(answer.data['captchaToken']));
    const rows = await server.deps.sql`select work_level from captcha_tokens where token_hash = ${tokenHash}`;
    expect([...rows]).toEqual([{ workLevel: 1 }]);
    const tooHigh = await browser.get('/vid/gateway/captcha/challenge?level=4');
    expect(tooHigh.code).toBe('VALIDATION_FAILED');
  });

  it('is rejected if altered, unsolved, unsigned, malformed or from another browser', async () => {
    const browser = newBrowser();
    const { challenge, solution, payload } = await solve(browser);
    expect((await handIn(newBrowser(), payload)).code).toBe('CAPTCHA_INVALID');
    const altered = (parameters: Record<string, unknown>) =>
      encode({
        challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
        solution,
      });
    const bad = [
      altered({ cost: 1 }),
      altered({ expiresAt: 4_000_000_000 }),
      altered({ data: {} }),
      altered({ data: { ...challenge.parameters.data, level: 3 } }),
      altered({ keySignature: undefined }),
      altered({ expiresAt: 1 }),
      encode({ challenge, solution: { ...solution, derivedKey: 'ab'.repeat(32) } }),
      encode({ challenge, solution: null }),
      encode({ challenge: { parameters: challenge.parameters }, solution }),
      encode([]),
      encode(null),
      'e30=',
      '%%%',
    ];
    for (const given of bad) expect((await handIn(browser, given)).code).toBe('CAPTCHA_INVALID');
    // A picture id without an answer is ignored if the challenge needs no picture.
    const { payload: withId } = await solve(browser);
    const incomplete = await browser.post('/vid/gateway/captcha/solution', {
      payload: withId,
      captchaId: 'cap_00000000000000000000000000',
    });
    expect(incomplete.status).toBe(200);
    expect((await handIn(browser, payload)).status).toBe(200);
  });
});

const hash = (n: number) => Buffer.alloc(32, n);

describe('the captcha repository', () => {
  it('returns a picture’s answer once, to its own browser, until it expires', () =>
    atOneMoment(server, async (tx) => {
      const repo = createCaptchaRepo(tx);
      const insert = async (id: string, expiresIn: string) => {
        await repo.insertPicture({ id, answerHash: hash(1), preSessionHash: hash(2), ttlSeconds: 60 });
        await tx`update captchas set expires_at = now() + ${expiresIn}::interval where id = ${id}`;
      };
      await insert('cap_a', '1 microsecond');
      await insert('cap_b', '0');
      expect(await repo.takePicture(tx, 'cap_a', hash(3))).toBeUndefined();
      expect(await repo.takePicture(tx, 'cap_a', hash(2))).toEqual(hash(1));
      expect(await repo.takePicture(tx, 'cap_a', hash(2))).toBeUndefined();
      expect(await repo.takePicture(tx, 'cap_b', hash(2))).toBeUndefined();
    }));

  it('redeems a token once, for its own browser and purpose', () =>
    atOneMoment(server, async (tx) => {
      const repo = createCaptchaRepo(tx);
      const insert = async (n: number, purpose: string | null = 'otp') => {
        await repo.insertToken(tx, {
          tokenHash: hash(n),
          preSessionHash: hash(2),
          purpose,
          ttlSeconds: 60,
          workLevel: n,
        });
        const [row] = await tx`
          select expires_at - now() = interval '1 minute' as ok from captcha_tokens where token_hash = ${hash(n)}`;
        expect(row).toEqual({ ok: true });
        return { tokenHash: hash(n), preSessionHash: hash(2), purpose: 'otp' };
      };
      const endIn = (interval: string) =>
        tx`update captcha_tokens set expires_at = now() + ${interval}::interval`;
      const [single, repeated, any] = [await insert(11), await insert(12), await insert(13, null)];
      for (const wrong of [{ preSessionHash: hash(3) }, { purpose: 'check' }, { tokenHash: hash(14) }]) {
        expect(await repo.redeem(tx, { ...single, ...wrong })).toBeUndefined();
        expect(await repo.redeemFor(tx, { ...single, ...wrong }, hash(20))).toBe(false);
      }
      await endIn('0');
      expect(await repo.redeem(tx, single)).toBeUndefined();
      expect(await repo.redeemFor(tx, single, hash(20))).toBe(false);
      await endIn('1 microsecond');
      expect([await repo.redeem(tx, single), await repo.redeem(tx, single)]).toEqual([
        { workLevel: 11 },
        undefined,
      ]);
      expect(await repo.redeem(tx, any)).toEqual({ workLevel: 13 });
      expect(await repo.redeemFor(tx, repeated, hash(20))).toBe(true);
      expect(await repo.redeemFor(tx, repeated, hash(21))).toBe(false);
      expect(await repo.redeem(tx, repeated)).toBeUndefined();
      const isRedeemedBy = (by: Buffer) => repo.isRedeemedBy(tx, repeated.tokenHash, by);
      expect([await isRedeemedBy(hash(20)), await isRedeemedBy(hash(21))]).toEqual([true, false]);
      await endIn('0');
      expect(await isRedeemedBy(hash(20))).toBe(false);
    }));
});
