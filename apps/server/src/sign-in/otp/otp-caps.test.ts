import { createAccount, goodPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { endResendWait, tryRequestOtp, tryValidateOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshAddress, freshPhone, readOutbox, requestOtp } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, describe, expect, inject, it } from 'vitest';

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await startTestServer(inject('cluster'), { environment });
  servers.push(server);
  return server;
}

async function insertMember(server: TestServer, phone: string, status = 'active'): Promise<void> {
  await server.deps.sql`
    insert into accounts (id, phone, kind, status, referral_code)
    values (${`acc_${phone.slice(1)}`}, ${phone}, 'personal', ${status}, ${phone})`;
}

async function countSms(server: TestServer): Promise<number> {
  const [row] = await server.deps.sql<{ count: number }[]>`
    select count(*)::int as count from otp_codes where sent_at is not null`;
  return row?.count ?? -1;
}

/** Returns the counters by kind of limit, and the number of codes that count against phones. */
async function pointsOf(server: TestServer): Promise<Record<string, number>> {
  const rows = await server.deps.sql<{ key: string; points: number }[]>`
    select split_part(key, ':', 1) as key, sum(points)::int as points from counters
    where key like 'otp-%' group by 1 order by 1`;
  const [codes] = await server.deps.sql<{ count: number }[]>`
    select count(*)::int as count from otp_codes where is_counted`;
  return { ...Object.fromEntries(rows.map(({ key, points }) => [key, points])), codes: codes?.count ?? -1 };
}

/**
 * Restarts the hourly limits of phones and prefixes: moves all codes an hour into the past and deletes the
 * counters of prefixes.
 */
async function endHour({ deps }: TestServer): Promise<void> {
  await deps.sql`update otp_codes set created_at = created_at - interval '1 hour'`;
  await deps.sql`delete from counters where key like 'otp-prefix:%'`;
}

/** Returns one of a series of consecutive numbers, as rented for SMS pumping. */
function numberAt(index: number, head = '+8490'): string {
  return `${head}${String(1_000_000 + index).padStart(7, '0')}`;
}

describe('code requests for a phone', () => {
  it('O9 leave the browser’s current code valid when they are refused', async () => {
    const server = await start();
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    await endResendWait(server);
    await server.deps.sql`update counters set points = 1000 where key like 'otp-prefix:%'`;
    expect((await tryRequestOtp(browser, server, { phone })).code).toBe('OTP_RATE');
    expect((await tryValidateOtp(browser, otpRequestId, code)).status).toBe(200);
  });

  it('O9 end the browser’s previous code when they are accepted', async () => {
    const server = await start();
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    await endResendWait(server);
    expect((await tryRequestOtp(browser, server, { phone })).status).toBe(200);
    expect((await tryValidateOtp(browser, otpRequestId, code)).code).toBe('OTP_INVALID');
  });

  it('O9 are refused during the wait, and the sixth within an hour', async () => {
    const server = await start();
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const ask = () => tryRequestOtp(browser, server, { phone });
    const first = await ask();
    expect(first.data['resendIn']).toBe(60);
    const again = await ask();
    expect([again.status, again.code]).toEqual([429, 'OTP_RATE']);
    const wait = Number(again.raw.headers['retry-after']);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(again.details['retryAfterSeconds']).toBe(wait);
    expect(await countSms(server)).toBe(1);

    const resends = [];
    for (let count = 0; count < 4; count += 1) {
      await endResendWait(server);
      resends.push((await ask()).data['resendIn']);
    }
    expect(resends).toEqual([120, 180, 240, 300]);
    await endResendWait(server);
    const sixth = await ask();
    expect([sixth.status, sixth.code]).toEqual([429, 'OTP_RATE']);
    // The phone's next code has 8 digits, and this browser and network must wait 15 minutes for it.
    const slotWait = Number(sixth.raw.headers['retry-after']);
    expect(slotWait).toBeGreaterThan(800);
    expect(slotWait).toBeLessThanOrEqual(900);

    await endHour(server);
    for (let count = 0; count < 5; count += 1) {
      await endResendWait(server);
      expect((await ask()).status).toBe(200);
    }
    await endResendWait(server);
    const eleventh = await ask();
    expect([eleventh.status, eleventh.code]).toEqual([429, 'OTP_RATE']);
    expect(Number(eleventh.raw.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(await countSms(server)).toBe(10);
    await endHour(server);
    expect((await ask()).data['digits']).toBe(8);
  });

  it('O9 do not count when they are refused', async () => {
    const server = await start();
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const { otpRequestId, code } = await requestOtp(browser, server, phone, 'signup');
    const before = await pointsOf(server);
    expect(before).toEqual({
      'otp-address': 1,
      'otp-all': 1,
      'otp-prefix': 1,
      'otp-strangers': 1,
      'otp-unanswered': 1,
      codes: 1,
    });
    const address = freshAddress();
    const refused = await Promise.all(
      Array.from({ length: 10 }, () => tryRequestOtp(browser, server, { phone, address })),
    );
    expect(refused.map(({ code: told }) => told)).toEqual(Array(10).fill('OTP_RATE'));
    expect(await pointsOf(server)).toEqual(before);
    expect(await server.deps.metrics.registry.getSingleMetricAsString('vid_otp_total')).toContain(
      '{purpose="signup",event="limited"} 10',
    );
    await tryValidateOtp(browser, otpRequestId, code);
    expect((await tryRequestOtp(browser, server, { phone, purpose: 'signin' })).status).toBe(200);
  });

  it('O9 lead to one code when they arrive in parallel in two processes', async () => {
    const server = await start();
    const twin = await server.twin();
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    await browser.get('/vid/api/auth/client/config');
    const other = browser.copy(twin.app);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => tryRequestOtp(index % 2 ? browser : other, server, { phone })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'OTP_RATE')).toHaveLength(39);
    expect(await countSms(server)).toBe(1);
  });

  it('O9 O12 get similar responses for members, locked members and strangers', async () => {
    const server = await start({
      VID_LIMIT_OTP_ALL_DAY: '1000000',
      VID_LIMIT_OTP_STRANGERS_DAY: '1000000',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      VID_LIMIT_OTP_BREAKER_PERCENT: '0',
    });
    const browser = new TestBrowser(server.app);
    const groups = { stranger: '+8490', member: '+8491', locked: '+8493' } as const;
    const samples = 200;
    for (let index = 0; index < samples; index += 1) {
      await insertMember(server, numberAt(index, groups.member));
      await insertMember(server, numberAt(index, groups.locked), 'locked');
    }
    const times: Record<string, number[]> = {};
    const shapes = new Set<string>();
    for (let index = 0; index < samples; index += 1) {
      for (const [group, head] of Object.entries(groups)) {
        const started = performance.now();
        const answer = await tryRequestOtp(browser, server, { phone: numberAt(index, head) });
        (times[group] ??= []).push(performance.now() - started);
        const body = answer.raw.json<{ data: object }>();
        shapes.add(`${answer.status} ${JSON.stringify({ ...body.data, otpRequestId: '' })}`);
      }
    }
    expect([...shapes]).toEqual(['200 {"otpRequestId":"","expiresIn":300,"resendIn":60,"digits":6}']);
    const medians = Object.values(times).map((list) => list.toSorted((a, b) => a - b)[samples / 2] ?? 0);
    // A busy machine slows down all responses and increases their differences, so the limit is relative.
    const fastest = Math.min(...medians);
    expect(Math.max(...medians) - fastest).toBeLessThan(Math.max(10, fastest / 2));

    const refusals = await Promise.all(
      Object.values(groups).map(async (head) => {
        const answer = await tryRequestOtp(browser, server, { phone: numberAt(0, head) });
        return `${answer.status} ${answer.code}`;
      }),
    );
    expect(new Set(refusals)).toEqual(new Set(['429 OTP_RATE']));
  }, 120_000);
});

describe('codes of known devices', () => {
  it('O9 O10 count as those of unknown devices after 20 per phone', async () => {
    const server = await start({ VID_LIMIT_OTP_ALL_DAY: '1' });
    const account = await createAccount(server);
    const enter = async () => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, { phone: account.phone, password: goodPassword });
      return browser;
    };
    const ask = (browser: TestBrowser) =>
      tryRequestOtp(browser, server, { phone: account.phone, purpose: 'forget-password' });
    const owner = await enter();
    const intruders = [await enter(), await enter(), await enter(), await enter()];
    for (let round = 0; round < 5; round += 1) {
      for (const intruder of intruders) expect((await ask(intruder)).status).toBe(200);
      await endResendWait(server);
    }
    expect(await pointsOf(server)).not.toHaveProperty('otp-all');
    expect((await ask(owner)).data).toMatchObject({ digits: 6, resendIn: 60 });
    expect(await pointsOf(server)).toMatchObject({ 'otp-all': 1 });
    expect((await tryRequestOtp(owner, server, { phone: freshPhone() })).code).toBe('OTP_RATE');
  }, 60_000);
});

async function readGauge({ app }: TestServer): Promise<string | undefined> {
  const { body } = (await new TestBrowser(app).get('/vid/metrics', { address: '127.0.0.1' })).raw;
  return /^vid_sms_breaker_open (\d)$/mu.exec(body)?.[1];
}

describe('the defence against SMS pumping', () => {
  it('O10 sends only 20 codes to 500 consecutive numbers', async () => {
    const server = await start({ VID_LIMIT_OTP_BREAKER_PERCENT: '0' });
    const browser = new TestBrowser(server.app);
    const addresses = Array.from({ length: 200 }, freshAddress);
    const answers = [];
    for (let index = 0; index < 500; index += 1) {
      const address = addresses[index % addresses.length] ?? '';
      answers.push(await tryRequestOtp(browser, server, { phone: numberAt(index), address }));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 'OTP_RATE')).toHaveLength(480);
    expect(await countSms(server)).toBe(20);
  }, 120_000);

  it('O10 opens the breaker after 50 unused codes', async () => {
    const server = await start({ VID_LIMIT_OTP_PREFIX_HOUR: '1000000' });
    const attacker = new TestBrowser(server.app);
    const answers = [];
    for (let index = 0; index < 60; index += 1) {
      answers.push(await tryRequestOtp(attacker, server, { phone: numberAt(index) }));
    }
    expect(answers.slice(0, 50).every(({ status }) => status === 200)).toBe(true);
    expect(answers.slice(50).every(({ code }) => code === 'OTP_RATE')).toBe(true);
    expect(answers.at(-1)?.raw.headers['retry-after']).toBe('300');
    expect(server.logLines.some((line) => line.includes('SMS breaker is open'))).toBe(true);
    expect(await readGauge(server)).toBe('1');

    const member = freshPhone();
    await insertMember(server, member);
    const browser = new TestBrowser(server.app);
    expect((await tryRequestOtp(browser, server, { phone: member, purpose: 'signin' })).status).toBe(200);

    const entered = (await readOutbox(attacker)).filter(({ to }) => to !== member).slice(0, 15);
    const ids = await server.deps.sql<{ id: string; phone: string }[]>`select id, phone from otp_codes`;
    for (const { to, code } of entered) {
      const id = ids.find(({ phone }) => phone === to)?.id ?? '';
      expect((await tryValidateOtp(attacker, id, code)).status).toBe(200);
    }
    expect((await tryRequestOtp(browser, server, { phone: freshPhone() })).status).toBe(200);

    await server.deps.sql`update otp_codes set verified_at = null`;
    expect((await tryRequestOtp(browser, server, { phone: freshPhone() })).code).toBe('OTP_RATE');
    await server.deps.sql`alter table otp_codes rename to otp_codes_gone`;
    expect(await readGauge(server)).toBe('1');
    await server.deps.sql`alter table otp_codes_gone rename to otp_codes`;
    await server.deps.sql`update otp_codes set created_at = created_at - interval '1 hour'`;
    expect(await readGauge(server)).toBe('0');
    expect((await tryRequestOtp(browser, server, { phone: freshPhone() })).status).toBe(200);
  });

  it('O10 limits a network to 15 unanswered codes', async () => {
    const server = await start({ VID_LIMIT_OTP_PREFIX_HOUR: '1000000' });
    const attacker = new TestBrowser(server.app);
    const address = '2001:db8:1:2::1';
    const answers = [];
    for (let index = 0; index < 60; index += 1)
      answers.push(await tryRequestOtp(attacker, server, { phone: numberAt(index), address }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(answers.slice(15).every(({ code }) => code === 'OTP_RATE')).toBe(true);
    // Addresses in one /64 belong to the same network.
    const ask = (from: string, phone = freshPhone()) =>
      tryRequestOtp(attacker, server, { phone, address: from });
    expect((await ask('2001:db8:1:2::2')).code).toBe('OTP_RATE');
    expect((await ask('2001:db8:1:3::1')).status).toBe(200);
    const { registry } = server.deps.metrics;
    expect(await readGauge(server)).toBe('0');
    expect(await registry.getSingleMetricAsString('vid_otp_limited_total')).toContain(
      'vid_otp_limited_total{limit="unanswered"} 46',
    );
    // Enter a code, which lowers the count of unanswered codes.
    const [row] = await server.deps.sql<{ id: string }[]>`
      select id from otp_codes where network = '2001:db8:1:2::/64' order by created_at limit 1`;
    const [target] = await server.deps.sql<{ phone: string }[]>`
      select phone from otp_codes where id = ${row?.id ?? ''}`;
    const code = (await readOutbox(attacker)).find(({ to }) => to === target?.phone)?.code ?? '';
    expect((await tryValidateOtp(attacker, row?.id ?? '', code)).status).toBe(200);
    expect((await ask(address)).status).toBe(200);
    expect((await ask(address)).code).toBe('OTP_RATE');
  }, 60_000);

  it('O10 opens the breaker for ten networks, but not for nine', async () => {
    const server = await start({ VID_LIMIT_OTP_PREFIX_HOUR: '1000000', VID_LIMIT_OTP_BREAKER_WINDOW: '20' });
    const browser = new TestBrowser(server.app);
    const ask = async (index: number, networks: number) =>
      (
        await tryRequestOtp(browser, server, {
          phone: numberAt(index),
          address: `203.0.113.${index % networks}`,
        })
      ).status;
    for (let index = 0; index < 40; index += 1) expect(await ask(index, 9)).toBe(200);
    expect(await ask(49, 50)).toBe(200);
    expect(await ask(60, 70)).toBe(429);
    const { registry } = server.deps.metrics;
    expect(await registry.getSingleMetricAsString('vid_otp_limited_total')).toContain(
      'vid_otp_limited_total{limit="breaker"} 1',
    );
  }, 60_000);

  it('X3 O10 limits an IPv6 /48 to 60 unanswered codes', async () => {
    const server = await start({ VID_LIMIT_OTP_PREFIX_HOUR: '1000000', VID_LIMIT_OTP_BREAKER_WINDOW: '20' });
    const browser = new TestBrowser(server.app);
    const ask = (index: number, site = '2001:db8:7') =>
      tryRequestOtp(browser, server, { phone: numberAt(index), address: `${site}:${index}::1` });
    for (let index = 0; index < 60; index += 1) expect((await ask(index)).status).toBe(200);
    expect((await ask(60)).code).toBe('OTP_RATE');
    expect(await readGauge(server)).toBe('0');
    expect((await ask(61, '2001:db8:8')).status).toBe(200);
  }, 60_000);

  it('O10 treats members and strangers alike in strict privacy', async () => {
    const server = await start({
      VID_STRICT_PRIVACY: 'on',
      VID_LIMIT_OTP_PREFIX_HOUR: '1000000',
      VID_LIMIT_OTP_BREAKER_WINDOW: '20',
      VID_LIMIT_OTP_STRANGERS_DAY: '5',
    });
    const browser = new TestBrowser(server.app);
    const member = freshPhone();
    await insertMember(server, member);
    for (let index = 0; index < 20; index += 1)
      expect((await tryRequestOtp(browser, server, { phone: numberAt(index) })).status).toBe(200);
    const shapes = await Promise.all(
      [member, freshPhone()].map(async (phone) => {
        const answer = await tryRequestOtp(browser, server, { phone, purpose: 'signin' });
        const { status, raw } = answer;
        return [status, raw.headers['retry-after'], { ...raw.json<object>(), requestId: '' }];
      }),
    );
    expect(shapes[0]?.slice(0, 2)).toEqual([429, '300']);
    expect(shapes[1]).toEqual(shapes[0]);
    await server.deps.sql`update otp_codes set created_at = created_at - interval '1 hour'`;
    for (const phone of [member, freshPhone()])
      expect((await tryRequestOtp(browser, server, { phone, purpose: 'signin' })).status).toBe(200);
  }, 60_000);

  it('O10 limits the codes per address, in all, and to unknown phones', async () => {
    const server = await start({
      VID_LIMIT_OTP_ADDRESS_HOUR: '3',
      VID_LIMIT_OTP_ALL_DAY: '8',
      VID_LIMIT_OTP_STRANGERS_DAY: '6',
    });
    const browser = new TestBrowser(server.app);
    const ask = async (phone: string, address = freshAddress()) =>
      (await tryRequestOtp(browser, server, { phone, address })).status;
    const address = '203.0.113.9';
    const fromOne = [];
    for (let count = 0; count < 4; count += 1) fromOne.push(await ask(freshPhone(), address));
    expect(fromOne).toEqual([200, 200, 200, 429]);
    const strangers = [];
    for (let count = 0; count < 4; count += 1) strangers.push(await ask(freshPhone()));
    expect(strangers).toEqual([200, 200, 200, 429]);
    const members = [];
    for (let count = 0; count < 3; count += 1) {
      const phone = freshPhone();
      await insertMember(server, phone);
      members.push(await ask(phone));
    }
    expect(members).toEqual([200, 200, 429]);
    expect(await countSms(server)).toBe(8);
  });

  it('O10 counts the codes of one process against the limit of another process', async () => {
    const server = await start({ VID_LIMIT_OTP_ADDRESS_HOUR: '1' });
    const browser = new TestBrowser(server.app);
    const address = '203.0.113.10';
    expect((await tryRequestOtp(browser, server, { phone: freshPhone(), address })).status).toBe(200);
    const restarted = browser.copy((await server.twin()).app);
    expect((await tryRequestOtp(restarted, server, { phone: freshPhone(), address })).code).toBe('OTP_RATE');
  });
});

describe('a valid code', () => {
  it('O11 appears in no response, header, log, metric or table', async () => {
    const code = '000427';
    const server = await startTestServer(inject('cluster'), {
      overrides: {
        random: {
          digits: () => code,
          pick: (alphabet, count) => alphabet.slice(0, count),
          integer: (low) => low,
        },
      },
    });
    servers.push(server);
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const asked = await tryRequestOtp(browser, server, { phone });
    const wrong = await tryValidateOtp(browser, String(asked.data['otpRequestId']), '999999');
    const told = [asked, wrong].map(({ raw }) => JSON.stringify(raw.headers) + raw.body).join('\n');
    const tables = await server.deps.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public'`;
    let dump = '';
    for (const { name } of tables) {
      const rows = await server.deps.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
      dump += rows.map(({ row }) => row).join('\n');
    }
    expect(dump).toContain(phone);
    const logs = server.logLines.join('\n');
    const metrics = await server.deps.metrics.registry.metrics();
    const bytes = Buffer.from(code).toString('hex');
    const bareHash = server.deps.keys.hashSecret(code).toString('hex');
    for (const place of [told, logs, metrics, dump]) {
      // The pattern skips digits inside longer numbers, hashes and identifiers.
      expect(place).not.toMatch(new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f]|\\.\\d)`, 'u'));
      expect(place).not.toContain(bytes);
      expect(place).not.toContain(bareHash);
    }
    expect(logs).not.toContain(phone);
    expect(logs).toContain(`${phone.slice(0, 5)}****${phone.slice(-2)}`);
    const token = await tryValidateOtp(browser, String(asked.data['otpRequestId']), code);
    expect(token.status).toBe(200);
    expect(server.logLines.join('\n')).not.toContain(String(token.data['otpToken']));
  });
});
