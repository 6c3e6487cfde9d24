import { createAccount, createAdmin, setPasswordFailures, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { insertOtpCode } from '@vid/testkit/sign-in/otp-codes';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPasswordThrottle } from '#account/credentials/password-throttle.ts';
import { knownDevices } from '#account/known-devices/known-device.repo.ts';
import { createCounters } from '#platform/limits/counters.ts';
import { prefixOf } from '#sign-in/otp/otp.policy.ts';
import { createPhoneCheck } from '#sign-in/otp/phone-check.ts';
import { createRecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';
import { checkAppCodes, failuresKeyOf } from '#sign-in/two-step/two-step-limit.ts';
import { createSignInCheckRepo } from './sign-in-check.repo.ts';
import { createSignInCheckService } from './sign-in-check.service.ts';

type Admin = Awaited<ReturnType<typeof createAdmin>>;

let server: TestServer;
let admin: Admin;
let second: Admin;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  [admin, second] = [await createAdmin(server, { name: 'Trần Quốc Bảo' }), await createAdmin(server)];
});
afterAll(() => server.close());

const pathOf = (id: string) => `/vid/api/admin/accounts/${id}`;
const check = async (id: string) => (await admin.browser.get(`${pathOf(id)}/sign-in-check`)).data;
const lift = (id: string, limit: string, by = admin) =>
  by.browser.post(`${pathOf(id)}/lift-limit`, { limit, reason: 'asked in person' });
const auditsOf = (accountId: string, kind: string) =>
  server.deps.sql`
    select actor_id, details from audit_events where account_id = ${accountId} and kind = ${kind} order by id`;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const askRecovery = (accountId: string, contact: string, by = admin) =>
  by.browser.post('/vid/api/admin/approvals', {
    kind: 'recover-account',
    accountId,
    contact,
    reason: 'identity card checked',
  });
const cancel = (id: string) =>
  second.browser.post(`${pathOf(id)}/cancel-recovery`, { reason: 'wrong person' });

describe('the check whether a member can sign in', () => {
  it('says “yes” for an account without obstacles, and audits the view', async () => {
    const { id } = await createAccount(server);
    expect(await check(id)).toMatchObject({
      verdict: { answer: 'yes', reason: 'open', until: null },
      codes: [],
      limits: [],
      holds: [],
      tries: { passwords: 0, lastPasswordAt: null, codes: 0, appCodes: 0 },
      devices: { known: 0, blocked: 0 },
      recovery: null,
    });
    expect(await auditsOf(id, 'account.viewed')).toEqual([
      { actorId: admin.id, details: { part: 'sign-in' } },
    ]);
    expect((await admin.browser.get(`${pathOf('acc_none')}/sign-in-check`)).code).toBe('NOT_FOUND');
  });

  it('shows the states of a code, but neither its hashes nor the phone', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    const address = '198.51.100.9';
    const asked = { phone: account.phone, purpose: 'signin', address } as const;
    expect((await tryRequestOtp(browser, server, asked)).status).toBe(200);
    const before = await check(account.id);
    expect(before).toMatchObject({
      verdict: { answer: 'partly', reason: 'code-not-entered', until: expect.any(String) },
      codes: [
        {
          purpose: 'signin',
          channel: 'sms',
          state: 'waiting',
          wrong: 0,
          enteredAt: null,
          digits: 6,
          isKnownDevice: false,
          network: address,
        },
      ],
      limits: [{ limit: 'codes-wait', lift: 'codes', network: address }],
    });
    const [code] = Object(before)['codes'];
    expect(Date.parse(code.expiresAt) - Date.parse(code.requestedAt)).toBeGreaterThan(60_000);
    expect(Object.keys(before)).not.toContain('phone');
    expect(JSON.stringify(before)).not.toContain(account.phone.slice(-9));
    for (const secret of ['id', 'codeHash', 'tokenHash', 'preSessionHash', 'device'])
      expect(Object.keys(code)).not.toContain(secret);
    await server.deps.sql`
      update otp_codes set attempts = 2, verified_at = '2026-03-01T00:00:00Z', token_used_at = '2026-03-01T00:01:00Z',
        device_hash = ${Buffer.alloc(32)}
      where phone = ${account.phone}`;
    expect(await check(account.id)).toMatchObject({
      verdict: { answer: 'yes', reason: 'open' },
      codes: [
        {
          gateway: 'accepted',
          delivered: 'yes',
          state: 'used',
          wrong: 1,
          enteredAt: '2026-03-01T00:00:00.000Z',
          usedAt: '2026-03-01T00:01:00.000Z',
          isKnownDevice: true,
        },
      ],
      tries: { codes: 1 },
    });
  });

  it('shows the ten newest codes', async () => {
    const { id, phone } = await createAccount(server);
    for (let age = 11; age > 0; age -= 1)
      await insertOtpCode(server, { phone, attempts: 1, createdAt: minutesAgo(age * 60) });
    const { codes, tries } = Object(await check(id));
    const hoursAgo = codes.map(({ requestedAt }: { requestedAt: string }) =>
      Math.round((Date.now() - Date.parse(requestedAt)) / 3_600_000),
    );
    expect(hoursAgo).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(tries).toMatchObject({ codes: 11 });
  });

  it('says that the gateway did not accept the SMS', async () => {
    const account = await createAccount(server);
    const twin = await server.twin({
      smsGateway: {
        channel: 'outbox',
        send: async () => ({ outcome: 'channel-broken', cause: 'no-balance', detail: '' }),
      },
    });
    const answer = await tryRequestOtp(new TestBrowser(twin.app), twin, { phone: account.phone });
    await twin.close();
    expect(answer.code).toBe('SMS_UNAVAILABLE');
    expect(await check(account.id)).toMatchObject({
      verdict: { answer: 'partly', reason: 'sms-failed' },
      codes: [{ gateway: 'failed', delivered: 'no', state: 'failed' }],
    });
  });

  it('names the limits of the number until support lifts them', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    for (const { phone } of [account, other]) {
      await setPasswordFailures(server, phone, 100);
      for (let count = 0; count < 3; count += 1)
        await insertOtpCode(server, { phone, attempts: 5, isMember: true, createdAt: minutesAgo(10) });
    }
    expect(await check(account.id)).toMatchObject({
      verdict: { answer: 'partly', reason: 'codes-limit', until: expect.any(String) },
      tries: { passwords: 100, codes: 15 },
      limits: [
        { limit: 'password-code', lift: 'passwords' },
        { limit: 'codes-slot', lift: 'codes' },
        { limit: 'codes-attacked', lift: 'codes' },
      ],
    });
    expect((await lift(account.id, 'codes')).status).toBe(200);
    expect(await check(account.id)).toMatchObject({ limits: [{ limit: 'password-code' }] });
    expect((await lift(account.id, 'passwords')).status).toBe(200);
    expect(await check(account.id)).toMatchObject({ limits: [], tries: { passwords: 0 } });
    expect(await check(other.id)).toMatchObject({ tries: { passwords: 100 } });
    expect((await auditsOf(account.id, 'throttle.lifted')).map(({ details }) => details)).toEqual([
      { reason: 'asked in person', limit: 'codes' },
      { reason: 'asked in person', limit: 'passwords' },
    ]);
  });

  it('shows no limit for a number without codes under strict privacy', async () => {
    const { phone } = await createAccount(server);
    const config = { ...server.deps.config, strictPrivacy: 'on' as const };
    const checkStrictly = createPhoneCheck({ ...server.deps, config });
    expect(await checkStrictly(phone)).toMatchObject({ codes: [], refused: [], shared: [] });
  });

  it('reads at most 50 codes of the last day', async () => {
    const [many, old] = [freshPhone(), freshPhone()];
    for (let count = 0; count < 51; count += 1) await insertOtpCode(server, { phone: many });
    await insertOtpCode(server, { phone: old, createdAt: minutesAgo(24 * 60) });
    const checkPhone = createPhoneCheck(server.deps);
    expect([(await checkPhone(many)).codes.length, (await checkPhone(old)).codes.length]).toEqual([50, 0]);
  });

  it.each([
    ['4 codes in the last hour do not attack', 4, 30, false],
    ['5 codes in the last hour attack', 5, 30, true],
    ['9 codes in the last day do not attack', 9, 90, false],
    ['10 codes in the last day attack', 10, 90, true],
  ])('says that %s a number', async (_case, codes, minutes, isAttacked) => {
    const phone = freshPhone();
    for (let count = 0; count < codes; count += 1)
      await insertOtpCode(server, { phone, createdAt: minutesAgo(minutes) });
    expect(await createPhoneCheck(server.deps)(phone)).toMatchObject({ isAttacked });
  });

  it('shows the wait of a known device, but no limit that it does not share', async () => {
    const { sql, config } = server.deps;
    const [account, browser] = [await createAccount(server), new TestBrowser(server.app)];
    await signIn(browser, account);
    await tryRequestOtp(browser, server, { phone: account.phone, purpose: 'signin' });
    await sql`
      insert into counters (key, points, expires_at) values ('otp-all', ${config.otpAllDay}, now() + interval '9 minutes')
      on conflict (key) do update set points = excluded.points`;
    const checkPhone = createPhoneCheck(server.deps);
    expect(await checkPhone(account.phone)).toMatchObject({ refused: [{ limit: 'wait' }], shared: [] });
    expect(await checkPhone(freshPhone())).toMatchObject({ shared: [{ limit: 'all' }] });
    await sql`delete from counters where key = 'otp-all'`;
  });

  it('says that an administrator has paused codes to strangers', async () => {
    const { smsBreaker } = server.deps;
    const isPaused = async (phone: string, held: 'open' | 'closed') => {
      const checkPhone = createPhoneCheck({
        ...server.deps,
        smsBreaker: { ...smsBreaker, held: () => Promise.resolve(held) },
      });
      return (await checkPhone(phone)).isPaused;
    };
    const { phone } = await createAccount(server);
    expect([await isPaused(freshPhone(), 'open'), await isPaused(freshPhone(), 'closed')]).toEqual([
      true,
      false,
    ]);
    expect(await isPaused(phone, 'open')).toBe(false);
  });

  it('shows a limit of the network, which support cannot lift', async () => {
    const account = await createAccount(server);
    const network = '198.51.100.7';
    await insertOtpCode(server, { phone: account.phone, network, createdAt: minutesAgo(20) });
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`otp-unanswered:${network}`}, ${server.deps.config.otpUnansweredAddressHour}, now() + interval '9 minutes')`;
    expect(await check(account.id)).toMatchObject({
      verdict: { answer: 'partly', reason: 'shared-limit', until: expect.any(String) },
      limits: [{ limit: 'network-unanswered', lift: null, network, until: expect.any(String) }],
    });
    const { sql, config } = server.deps;
    await sql`
      update counters set key = ${`otp-address:${network}`}, points = ${config.otpAddressHour}
      where key = ${`otp-unanswered:${network}`}`;
    expect(await check(account.id)).toMatchObject({
      limits: [{ limit: 'network-hour', lift: null, network, until: expect.any(String) }],
    });
  });

  it('shows the limit of the number’s prefix during password guessing', async () => {
    const account = await createAccount(server);
    const { sql, keys } = server.deps;
    await setPasswordFailures(server, account.phone, 100);
    await insertOtpCode(server, {
      phone: account.phone,
      network: '198.51.100.8',
      createdAt: minutesAgo(20),
    });
    const key = `otp-prefix-attacked:${keys.pepper('counter', prefixOf(account.phone)).toString('base64url')}`;
    await sql`
      insert into counters (key, points, expires_at) values (${key}, 1000000, now() + interval '9 minutes')`;
    expect(await check(account.id)).toMatchObject({
      limits: [{ limit: 'password-code' }, { limit: 'prefix', lift: null, network: null }],
    });
    await sql`delete from counters where key = ${key}`;
  });

  it('names every limit on a phone, its end and its network', async () => {
    const { id } = await createAccount(server);
    const { deps } = server;
    const blockedUntil = new Date('2030-01-01T00:00:00Z');
    const throttle = {
      ...deps.throttle,
      check: async () => ({
        failures: 3,
        lastFailureAt: blockedUntil,
        waits: Object([{ address: '198.51.100.4', blockedUntil }]),
        needsCode: true,
      }),
    };
    const service = createSignInCheckService({
      ...deps,
      throttle,
      checkPhone: async () => ({
        codes: [],
        wrongCodes: 0,
        refused: ['wait', 'slot', 'hour', 'day', 'other'].map((limit, index) => ({
          limit,
          seconds: index + 1,
        })),
        isAttacked: true,
        shared: ['unanswered', 'address', 'prefix', 'all'].map((limit) => ({ limit, seconds: 60 })),
        network: '198.51.100.3',
        isPaused: true,
      }),
      checkAppCodes: async () => ({ wrong: 9, seconds: 30 }),
      supportRecovery: { find: async () => null, cancel: async () => false },
      approvals: { findRecovery: async () => null },
    });
    const by = { actorId: admin.id, caller: { address: '', requestId: '' } };
    const { checkedAt, limits, tries } = await service.check(id, by);
    const left = (until: Date | null) => until && (until.getTime() - checkedAt.getTime()) / 1_000;
    expect(limits.slice(1).map(({ limit, network, until }) => [limit, network, left(until)])).toEqual([
      ['password-code', null, null],
      ['codes-wait', '198.51.100.3', 1],
      ['codes-slot', '198.51.100.3', 2],
      ['codes-hour', '198.51.100.3', 3],
      ['codes-day', '198.51.100.3', 4],
      ['codes-attacked', null, null],
      ['app-codes', null, 30],
      ['network-unanswered', '198.51.100.3', 60],
      ['network-hour', '198.51.100.3', 60],
      ['prefix', null, 60],
      ['all', null, 60],
      ['sms-paused', null, null],
    ]);
    const wait = { limit: 'password-wait', until: blockedUntil, network: '198.51.100.4', lift: 'passwords' };
    expect(limits[0]).toEqual(wait);
    expect(tries).toMatchObject({ passwords: 3, lastPasswordAt: blockedUntil, appCodes: 9 });
  });

  it('gives a reason for a locked, dormant or phoneless account', async () => {
    const { sql } = server.deps;
    const verdictAfter = async (change: (id: string) => PromiseLike<unknown>) => {
      const { id } = await createAccount(server);
      await change(id);
      return Object(await check(id))['verdict'];
    };
    expect(
      await verdictAfter((id) => sql`update accounts set status = 'locked' where id = ${id}`),
    ).toMatchObject({
      answer: 'no',
      reason: 'locked',
    });
    expect(
      await verdictAfter(
        (id) => sql`update accounts set status = 'locked', locked_by_owner = true where id = ${id}`,
      ),
    ).toMatchObject({ answer: 'no', reason: 'locked-by-owner' });
    expect(
      await verdictAfter((id) => sql`delete from password_credentials where account_id = ${id}`),
    ).toMatchObject({ answer: 'yes', reason: 'no-password' });
    expect(await verdictAfter((id) => sql`update accounts set phone = null where id = ${id}`)).toMatchObject({
      answer: 'no',
      reason: 'no-way',
    });
    expect(
      await verdictAfter(
        (id) => sql`
          with account as (update accounts set phone = null where id = ${id})
          insert into social_identities (account_id, provider, subject, linked_at) values (${id}, 'google', ${id}, now())`,
      ),
    ).toMatchObject({ answer: 'partly', reason: 'no-phone' });
    expect(
      await verdictAfter(
        (id) => sql`
          with account as (update accounts set phone = null where id = ${id})
          insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports, is_backup_eligible,
            is_backed_up, aaguid, name, confirms_from)
          values (${`psk_${id}`}, ${id}, ${Buffer.from(id)}, 'id.test', '', 0, '{}', false, false, '', 'x', now())`,
      ),
    ).toMatchObject({ answer: 'partly', reason: 'no-phone' });
    expect(
      await verdictAfter((id) => sql`update accounts set must_change_password = true where id = ${id}`),
    ).toMatchObject({ answer: 'yes', reason: 'must-change-password' });
    expect(
      await verdictAfter((id) => sql`update accounts set phone_in_doubt = true where id = ${id}`),
    ).toMatchObject({ answer: 'partly', reason: 'phone-in-doubt' });
    expect(
      await verdictAfter(
        (id) => sql`update accounts set last_sign_in_at = now() - interval '200 days' where id = ${id}`,
      ),
    ).toMatchObject({ answer: 'partly', reason: 'dormant' });
  });

  it('shows no limits on codes for an account without a phone', async () => {
    const { id } = await createAccount(server);
    await server.deps.sql`update accounts set phone = null where id = ${id}`;
    expect(await check(id)).toMatchObject({ codes: [], limits: [], tries: { codes: 0 } });
  });

  it('does not count the authenticator codes that were refused beyond the limit', async () => {
    const { id } = await createAccount(server);
    await server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${failuresKeyOf({ device: null, accountId: id })}, 12, now() + interval '1 hour')`;
    expect(await check(id)).toMatchObject({ tries: { appCodes: 10 }, limits: [{ limit: 'app-codes' }] });
  });

  it('shows the holds of the account, and its known devices', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    await signIn(new TestBrowser(server.app), account);
    await signIn(new TestBrowser(server.app), account);
    await sql`
      update accounts set sensitive_hold_until = now() + interval '1 day', phone_in_doubt = true where id = ${account.id}`;
    await sql`
      update known_devices set password_failures = 10
      where ctid = (select ctid from known_devices where account_id = ${account.id} limit 1)`;
    expect(await check(account.id)).toMatchObject({
      holds: [
        { hold: 'sensitive-changes', until: expect.any(String) },
        { hold: 'phone-in-doubt', until: null },
      ],
      devices: { known: 1, blocked: 1 },
    });
    await lift(account.id, 'passwords');
    await sql`update accounts set sensitive_hold_until = now() where id = ${account.id}`;
    expect(await check(account.id)).toMatchObject({
      holds: [{ hold: 'phone-in-doubt', until: null }],
      devices: { known: 2, blocked: 0 },
    });
  });

  it('is refused to members', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    expect((await member.get(`${pathOf(account.id)}/sign-in-check`)).code).toBe('FORBIDDEN');
    expect((await lift(admin.id, 'codes')).code).toBe('OWN_ACCOUNT');
    expect((await lift('acc_none', 'codes')).code).toBe('NOT_FOUND');
    expect((await lift(account.id, 'network')).code).toBe('VALIDATION_FAILED');
    const stale = await createAdmin(server);
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${stale.id}`;
    expect((await lift(account.id, 'codes', stale)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await stale.browser.post(`${pathOf(account.id)}/cancel-recovery`, { reason: 'x' })).code).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
  });
});

describe('the statements of the sign-in check', () => {
  it('need no sequential scan of large tables', async () => {
    const own = await server.deps.sql.reserve();
    try {
      await own`
        insert into accounts (id, phone, kind, referral_code)
        select 'acc_plan' || i, '+8490' || lpad(i::text, 7, '0'), 'personal', 'P' || i from generate_series(1, 5000) i`;
      await own`
        insert into otp_codes (id, phone, purpose, pre_session_hash, client_id, is_member, digits, max_attempts,
          resend_seconds, expires_at)
        select 'otp_plan' || i, '+8490' || lpad(i::text, 7, '0'), 'signin', sha256(''), 'c', true, 6, 5, 60, now()
        from generate_series(1, 5000) i`;
      await own`
        insert into known_devices (account_id, token_hash, expires_at)
        select 'acc_plan' || i, sha256(i::text::bytea), now() + interval '1 day' from generate_series(1, 5000) i`;
      await own`
        insert into password_throttles (phone_hash, failures) select sha256(i::text::bytea), 1 from generate_series(1, 5000) i`;
      await own`
        insert into password_failures (phone_hash, address, failures, blocked_until)
        select sha256(i::text::bytea), '', 1, now() + interval '1 day' from generate_series(1, 5000) i`;
      await own`
        insert into counters (key, points, expires_at)
        select 'plan' || i, 1, now() + interval '1 day' from generate_series(1, 5000) i`;
      await own`
        insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, expires_at)
        select 'rec_plan' || i, 'waiting', 'mail', 'acc_plan' || i, '', '', '', now() + interval '1 day'
        from generate_series(1, 5000) i`;
      await own`
        analyze accounts, otp_codes, known_devices, password_throttles, password_failures, counters, recovery_requests`;
      const deps = { ...server.deps, sql: own };
      const phone = '+84900000001';
      await createSignInCheckRepo(own).findAccount('acc_plan1');
      await createPhoneCheck({ ...deps, counters: createCounters(own) })(phone);
      await checkAppCodes(createCounters(own), 'acc_plan1');
      await createPasswordThrottle(deps).check(phone);
      await knownDevices.count(own, 'acc_plan1');
      await createRecoveryRepo(own).findOpenWithPeople('acc_plan1');
      const statements = await own<{ statement: string }[]>`
        select statement from pg_prepared_statements where statement ~ '^\\s*select' and statement !~ 'pg_prepared'`;
      expect(statements.length).toBeGreaterThanOrEqual(8);
      for (const { statement } of statements) {
        const lines = await own.unsafe(`explain (generic_plan) ${statement}`);
        const plan = lines.map((line) => Object.values(line).join()).join('\n');
        expect(plan).not.toMatch(
          /Seq Scan on (?:accounts|otp_codes|known_devices|password_\w+|counters|recovery_requests)/u,
        );
      }
    } finally {
      own.release();
    }
  });
});

describe('the open recovery of an account', () => {
  it('is shown with the e-mail address that support entered', async () => {
    const { id } = await createAccount(server);
    await askRecovery(id, 'an@example.vn');
    const { approvalId } = Object(await check(id))['recovery'];
    expect((await second.browser.post(`/vid/api/admin/approvals/${approvalId}/confirm`)).status).toBe(200);
    expect(await check(id)).toMatchObject({ recovery: { stage: 'waiting', contact: 'an@example.vn' } });
  });

  it('is shown with its stage and its administrators until support cancels it', async () => {
    const { id, phone } = await createAccount(server);
    const contact = freshPhone();
    expect((await cancel(id)).code).toBe('RECOVERY_NOT_OPEN');
    expect((await askRecovery(id, contact)).status).toBe(200);
    const requested = Object(await check(id))['recovery'];
    expect(requested).toMatchObject({
      stage: 'approval',
      channel: 'support',
      contact,
      requestedBy: { id: admin.id, name: 'Trần Quốc Bảo' },
      confirmedBy: null,
    });
    expect(Date.parse(requested.endsAt)).toBeGreaterThan(Date.parse(requested.requestedAt));
    expect((await askRecovery(id, freshPhone(), second)).code).toBe('APPROVAL_EXISTS');
    const approval = `/vid/api/admin/approvals/${requested.approvalId}/confirm`;
    expect((await second.browser.post(approval)).status).toBe(200);
    const waiting = Object(await check(id))['recovery'];
    expect(waiting).toMatchObject({
      stage: 'waiting',
      contact,
      requestedBy: { id: admin.id },
      confirmedBy: { id: second.id },
      approvalId: null,
    });
    expect(Date.parse(waiting.endsAt) - Date.parse(waiting.requestedAt)).toBe(72 * 3_600_000);
    expect((await askRecovery(id, freshPhone())).code).toBe('RECOVERY_RUNNING');
    expect((await cancel(id)).status).toBe(200);
    expect(await check(id)).toMatchObject({ recovery: null });
    expect((await cancel(id)).code).toBe('RECOVERY_NOT_OPEN');
    expect(await auditsOf(id, 'recovery.stopped')).toEqual([
      { actorId: second.id, details: { reason: 'wrong person', by: 'support' } },
    ]);
    await server.deps.background.idle();
    const sent = (await readOutbox(new TestBrowser(server.app))).filter(({ to }) => to === phone);
    expect(sent[0]).toMatchObject({ purpose: 'recovery-stopped' });
    expect([(await cancel(second.id)).code, (await cancel('acc_none')).code]).toEqual([
      'OWN_ACCOUNT',
      'NOT_FOUND',
    ]);
    // A recovery that support cancelled does not count as stopped by the owner.
    expect((await askRecovery(id, freshPhone())).status).toBe(200);
  });

  it('is shown with the expiry of its link', async () => {
    const { id } = await createAccount(server);
    await server.deps.sql`
      insert into recovery_requests
        (id, status, channel, account_id, token_hash, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${id.slice(4)}`}, 'ready', 'mail', ${id}, ${Buffer.alloc(32, id)}, '', '', '', now(),
        now() + interval '2 days')`;
    const { recovery } = Object(await check(id));
    expect(recovery).toMatchObject({ stage: 'ready', channel: 'mail', contact: null, requestedBy: null });
    expect(Date.parse(recovery.endsAt) - Date.parse(recovery.requestedAt)).toBe(2 * 86_400_000);
    expect((await cancel(id)).status).toBe(200);
    expect(await server.deps.sql`select from recovery_requests where account_id = ${id}`).toHaveLength(0);
  });
});
