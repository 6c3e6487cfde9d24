import { fieldReasons } from '@vid/contract/field-reasons';
import { createAccount, goodPassword, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { about } from '@vid/testkit/about';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { freshAddress, readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { newId } from '#lib/ids.ts';
import { createPasswordChangeService } from './password-change.service.ts';

const path = '/vid/api/users/password/change';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const signedIn = async (account: { phone: string; password: string }) => {
  const browser = browse();
  await signIn(browser, account);
  return browser;
};
const credentialOf = async (accountId: string) =>
  (await server.deps.sql`select * from password_credentials where account_id = ${accountId}`)[0];
const wrongPassword = 'Sai-Rồi 1';
const change = { currentPassword: goodPassword, newPassword: otherPassword };

describe('the password change', () => {
  it('P10 ends the other session and a pending token, and notifies the owner', async () => {
    const account = await createAccount(server, { mustChange: true });
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const pending = await insertOtpToken(server, browse(), account.phone, 'signin');
    expect((await browser.get('/vid/ajax/auth/me')).data['demands']).toEqual(['change-password']);
    expect((await browser.post(path, change)).raw.json()).toEqual({ data: true });
    await server.deps.background.idle();
    const sent = (await readOutbox(browser)).filter(({ to }) => to === account.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('password-changed');
    expect((await browser.get('/vid/ajax/auth/me')).data['demands']).toEqual([]);
    expect((await other.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const information = await browser.get('/vid/api/users/information');
    const { changedAt } = (await credentialOf(account.id)) ?? {};
    expect(information.data['password']).toMatchObject({ changedAt: changedAt.toISOString() });
    const [row] = await server.deps.sql`
      select from otp_codes where token_hash = ${server.deps.keys.hashSecret(pending)} and token_expires_at > now()`;
    expect(row).toBeUndefined();
    await signedIn({ phone: account.phone, password: otherPassword });
    const events = await server.deps
      .sql`select * from audit_events where account_id = ${account.id} order by id`;
    expect(events.filter((event) => event.kind === 'password.changed')).toMatchObject([
      { actorId: account.id, details: { sessionsEnded: 1 } },
    ]);
  });

  it('P9 rejects a wrong current password with 400, and counts a failed sign-in', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    const before = await credentialOf(account.id);
    for (let count = 0; count < 5; count += 1) {
      const answer = await browser.post(path, { ...change, currentPassword: wrongPassword });
      expect([answer.status, answer.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    }
    const refused = await browser.post(path, change);
    expect([refused.status, refused.code]).toEqual([429, 'AUTH_THROTTLED']);
    // The session keeps the tries of a call that compared no password.
    const [tries] = await server.deps.sql`
      select c.points from counters c join sessions s on c.key = 'password-change:' || s.id
      where s.account_id = ${account.id}`;
    expect(tries).toEqual({ points: 5 });
    const bare = { phone: account.phone, password: account.password };
    expect((await browse().post('/vid/ajax/auth/login/phone', bare)).code).toBe('AUTH_THROTTLED');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    expect(await credentialOf(account.id)).toEqual(before);
  });

  it('P9 counts a wrong current password against the known device', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    await browser.post(path, { ...change, currentPassword: wrongPassword });
    expect(
      await server.deps.sql`select password_failures from known_devices where account_id = ${account.id}`,
    ).toEqual([{ passwordFailures: 1 }]);
  });

  it('P9 ends the session at its tenth wrong current password', async () => {
    const account = await createAccount(server);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    browser.cookies.delete('vid_dev');
    const before = await credentialOf(account.id);
    const tryWrong = () =>
      browser.post(path, { ...change, currentPassword: wrongPassword }, { address: freshAddress() });
    for (let count = 0; count < 9; count += 1) expect((await tryWrong()).code).toBe('CURRENT_PASSWORD_WRONG');
    const last = await tryWrong();
    expect([last.status, last.code]).toEqual([401, 'TOKEN_INVALID']);
    const late = await browser.post(path, change, { address: freshAddress() });
    expect([late.status, late.code]).toEqual([401, 'TOKEN_INVALID']);
    expect(await credentialOf(account.id)).toEqual(before);
    expect((await other.get('/vid/ajax/auth/me')).status).toBe(200);
    expect((await other.post(path, change)).status).toBe(200);
  });

  it('P9 D4 ends the session although a fault hit the tenth wrong password', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    await browser.post(path, change);
    const before = await credentialOf(account.id);
    const tryWrong = () =>
      browser.post(
        path,
        { currentPassword: wrongPassword, newPassword: 'Cầu-Thê Húc 9' },
        { address: freshAddress() },
      );
    for (let count = 0; count < 9; count += 1) expect((await tryWrong()).code).toBe('CURRENT_PASSWORD_WRONG');
    const { sql } = server.deps;
    await sql`alter table counters add constraint no_repeats check (key not like 'password-change-repeat:%') not valid`;
    try {
      expect((await tryWrong()).status).toBe(500);
    } finally {
      await sql`alter table counters drop constraint no_repeats`;
    }
    const right = { currentPassword: otherPassword, newPassword: goodPassword };
    const next = await browser.post(path, right, { address: freshAddress() });
    expect([next.status, next.code]).toEqual([401, 'TOKEN_INVALID']);
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    expect(await credentialOf(account.id)).toEqual(before);
    const ended = await sql`
      select details from audit_events where account_id = ${account.id} and kind = 'session.ended'`;
    expect(ended).toMatchObject([{ details: { reason: 'password' } }]);
  });

  it('P9 D4 ends the session once an unfinished tenth attempt has expired', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    const tryWrong = () =>
      browser.post(path, { ...change, currentPassword: wrongPassword }, { address: freshAddress() });
    for (let count = 0; count < 9; count += 1) await tryWrong();
    const { sql } = server.deps;
    const [session] = await sql`select id from sessions where account_id = ${account.id}`;
    // The killed process counted the attempt in both counters and cannot undo either count.
    await server.deps.counters.hit([
      { key: `password-change:${session?.['id']}`, windowSeconds: 60, limit: 1 },
      { key: `password-change-running:${session?.['id']}`, windowSeconds: 30, limit: 1 },
    ]);
    const early = await browser.post(path, change, { address: freshAddress() });
    expect([early.status, early.code, early.raw.headers['retry-after']]).toEqual([
      429,
      'AUTH_THROTTLED',
      '1',
    ]);
    await sql`update counters set expires_at = now() where key like 'password-change-running:%'`;
    expect((await browser.post(path, change, { address: freshAddress() })).code).toBe('TOKEN_INVALID');
  });

  it('P9 refuses a call during the tenth attempt', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    const tryWrong = (address: string) =>
      browser.copy().post(path, { ...change, currentPassword: wrongPassword }, { address });
    const address = freshAddress();
    await tryWrong(address);
    for (let count = 1; count < 9; count += 1) await tryWrong(freshAddress());
    let tenth: ReturnType<TestBrowser['post']> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await tx`select from password_failures
        where phone_hash = ${throttleHash(server.deps.keys, account.phone)} for update`;
      tenth = browser.copy().post(path, change, { address });
      await waitForLockWaits(server, 1);
      const beside = await tryWrong(freshAddress());
      expect([beside.status, beside.code]).toEqual([429, 'AUTH_THROTTLED']);
    });
    expect((await tenth)?.status).toBe(200);
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
  });

  it('P6 P9 compares only ten of 40 parallel wrong current passwords', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    await Promise.all(
      Array.from({ length: 40 }, () =>
        browser.copy().post(path, { ...change, currentPassword: wrongPassword }, { address: freshAddress() }),
      ),
    );
    const compared = await server.deps.sql`
      select from audit_events where account_id = ${account.id} and kind = 'sign-in.failed'`;
    expect(compared).toHaveLength(10);
    expect((await browser.post(path, change)).code).toBe('TOKEN_INVALID');
  });

  it('forgets the network’s wrong passwords after the correct one', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    await browser.post(path, { ...change, currentPassword: wrongPassword });
    expect(await server.deps.throttle.check(account.phone)).toMatchObject({ failures: 1 });
    expect((await browser.post(path, change)).status).toBe(200);
    expect(await server.deps.throttle.check(account.phone)).toMatchObject({ failures: 0 });
  });

  it('does not count correct current passwords against the session', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const same = { ...change, newPassword: goodPassword };
    for (let count = 0; count < 11; count += 1)
      expect((await browser.post(path, same)).code).toBe('PASSWORD_REUSED');
    expect((await browser.post(path, change)).status).toBe(200);
  });

  it('P9 rejects a missing or malformed current password', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    for (const currentPassword of [undefined, '', null, ['a'], { $ne: 1 }, 'Aa1@\u0000bcd'])
      expect((await browser.post(path, { ...change, currentPassword })).status).toBe(400);
    expect((await browse().post(path, change)).code).toBe('TOKEN_MISSING');
  });

  it('S5 P9 rejects calls from another site', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const before = await credentialOf(account.id);
    const from = (headers: Record<string, string>) => browser.post(path, change, { headers });
    expect((await from({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })).code).toBe('CSRF');
    expect((await from({ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' })).code).toBe(
      'CSRF',
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    expect((await browser.post(path, 'currentPassword=a&newPassword=b', { headers: form })).code).toBe(
      'CSRF',
    );
    expect(await credentialOf(account.id)).toEqual(before);
  });

  it('rejects a new password that is weak or equals the current one', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    for (const [newPassword, code, reason] of [
      [goodPassword.normalize('NFD'), 'PASSWORD_REUSED', 'passwordReused'],
      ['short', 'PASSWORD_POLICY', 'passwordPolicy'],
      ['Password@123', 'PASSWORD_COMMON', 'passwordCommon'],
      [`Xa@${account.phone}`, 'PASSWORD_CONTAINS_PHONE', 'passwordContainsPhone'],
    ] as const) {
      const { status, code: refusal, fields } = await browser.post(path, { ...change, newPassword });
      expect([status, refusal, fields]).toEqual([400, code, { newPassword: fieldReasons[reason].vi }]);
    }
  });

  it('rejects the current password for an account without a password', async () => {
    const account = await createAccount(server, { password: null });
    const browser = browse();
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    expect((await browser.post(path, change)).code).toBe('CURRENT_PASSWORD_WRONG');
    expect(await credentialOf(account.id)).toBeUndefined();
  });

  it('P10 keeps the current password if the session ends during the change', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    const before = await credentialOf(account.id);
    let changing: ReturnType<TestBrowser['post']> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      changing = browser.post(path, change);
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await changing)?.code).toBe('TOKEN_INVALID');
    expect(await credentialOf(account.id)).toEqual(before);
    expect(await server.deps.throttle.check(account.phone)).toMatchObject({ failures: 0 });
  });

  it('D4 accepts a repeated call without changing the password again', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    expect((await browser.post(path, change)).status).toBe(200);
    const before = await credentialOf(account.id);
    const repeat = await browser.post(path, change);
    expect([repeat.status, repeat.raw.json()]).toEqual([200, { data: true }]);
    expect(await credentialOf(account.id)).toEqual(before);
    const events = await server.deps.sql`
      select kind from audit_events where account_id = ${account.id} and kind in ('password.changed', 'sign-in.failed')`;
    expect(events.map(({ kind }) => kind)).toEqual(['password.changed']);
  });

  it('D4 accepts two parallel calls and changes the password once', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    let calls: ReturnType<TestBrowser['post']>[] = [];
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      calls = [browser.copy().post(path, change), browser.copy().post(path, change)];
      // Both calls have compared the current password; neither has committed.
      await waitForLockWaits(server, 2);
    });
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    const events = await server.deps.sql`
      select kind from audit_events where account_id = ${account.id} and kind in ('password.changed', 'sign-in.failed')`;
    expect(events.map(({ kind }) => kind)).toEqual(['password.changed']);
    await signedIn({ phone: account.phone, password: otherPassword });
  });

  it('P9 still counts a wrong current password if a later step fails', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    await browser.post(path, change);
    const { sql, keys } = server.deps;
    const failures = async () =>
      (
        await sql`select failures from password_throttles where phone_hash = ${throttleHash(keys, account.phone)}`
      )[0]?.['failures'] ?? 0;
    expect(await failures()).toBe(0);
    await sql`alter table counters add constraint no_repeats check (key not like 'password-change-repeat:%') not valid`;
    try {
      const failed = await browser.post(path, { ...change, currentPassword: wrongPassword });
      expect(failed.status).toBe(500);
    } finally {
      await sql`alter table counters drop constraint no_repeats`;
    }
    expect(await failures()).toBe(1);
  });

  it('P9 rejects a repeated call that is late or from a newer session', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    await browser.post(path, change);
    const other = await browser.post(path, { ...change, newPassword: 'Cầu-Thê Húc 9' });
    expect(other.code).toBe('CURRENT_PASSWORD_WRONG');
    const newer = await signedIn({ phone: account.phone, password: otherPassword });
    expect((await newer.post(path, change)).code).toBe('CURRENT_PASSWORD_WRONG');
    const { sql } = server.deps;
    await sql`update sessions set created_at = now() - interval '1 hour' where account_id = ${account.id}`;
    const changedAgo = (time: string) => sql`
      update password_credentials set changed_at = now() - ${time}::interval where account_id = ${account.id}`;
    await changedAgo('9 minutes');
    expect((await browser.post(path, change)).status).toBe(200);
    await changedAgo('10 minutes 1 second');
    expect((await browser.post(path, change)).code).toBe('CURRENT_PASSWORD_WRONG');
  });

  it('P9 allows a session only three guesses by repeated calls', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    browser.cookies.delete('vid_dev');
    await browser.post(path, change);
    const guess = (newPassword: string) =>
      browser.post(path, { currentPassword: wrongPassword, newPassword }, { address: freshAddress() });
    for (let count = 0; count < 3; count += 1)
      expect((await guess(`Cầu-Thê Húc ${count}`)).code).toBe('CURRENT_PASSWORD_WRONG');
    const [repeats] = await server.deps.sql`
      select c.points, round(extract(epoch from c.expires_at - now()))::int as seconds_left
      from counters c join sessions s on c.key = 'password-change-repeat:' || s.id where s.account_id = ${account.id}`;
    expect(repeats).toEqual({ points: 3, secondsLeft: about(600) });
    // These guesses are right, but the session has used up its three guesses by repeated calls.
    for (let count = 3; count < 9; count += 1)
      expect((await guess(otherPassword)).code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await guess(otherPassword)).code).toBe('TOKEN_INVALID');
  });

  it('succeeds only once when two requests arrive in parallel', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const wanted = [otherPassword, 'Cầu-Thê Húc 9'];
    const answers = await Promise.all(
      wanted.map((newPassword) => browser.copy().post(path, { currentPassword: goodPassword, newPassword })),
    );
    expect(answers.map((answer) => answer.code ?? 'ok').toSorted()).toEqual(['CURRENT_PASSWORD_WRONG', 'ok']);
    const winner = wanted[answers.findIndex((answer) => answer.status === 200)] ?? '';
    await signedIn({ phone: account.phone, password: winner });
  });
});

describe('the first password', () => {
  const setPath = '/vid/api/users/password';

  /** Signs in with a code entered `age` seconds ago, to an account without a password. */
  async function withoutPassword(age = 0) {
    const [account, browser] = [await createAccount(server), browse()];
    const { sql } = server.deps;
    await sql`delete from password_credentials where account_id = ${account.id}`;
    const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    await sql`
      update sessions set authenticated_at = now() - make_interval(secs => ${age}) where account_id = ${account.id}`;
    return { account, browser, set: () => browser.post(setPath, { newPassword: otherPassword }) };
  }

  it('K1 cannot be set after a sign-in with only a social account', async () => {
    const { account, browser, set } = await withoutPassword();
    await server.deps.sql`
      update sessions set method = 'social', amr = '{fed}' where account_id = ${account.id}`;
    const refused = await set();
    expect([refused.code, refused.details]).toEqual(['REAUTHENTICATION_REQUIRED', { acceptsCode: true }]);
    const otpToken = await insertOtpToken(server, browser, account.phone, 'reauthenticate');
    expect((await browser.post('/vid/ajax/auth/reauthenticate', { otpToken })).status).toBe(200);
    expect((await set()).status).toBe(200);
  });

  it('K2 is reported with a link that stops a reset by code', async () => {
    const { account, set } = await withoutPassword();
    const { id, phone } = account;
    const email = `${id}@example.vn`;
    await server.deps.sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '60 days' where id = ${id}`;
    await set();
    await server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === email || to === phone);
    const notices = sent.filter(({ purpose }) => purpose.startsWith('password-'));
    expect(new Set(notices.map(({ to, purpose }) => `${to} ${purpose}`))).toEqual(
      new Set([`${email} password-reset`, `${phone} password-reset`]),
    );
    const mail = notices.find(({ to }) => to === email);
    const code = /\/not-me#([\w-]{22})/u.exec(mail?.text ?? '')?.[1];
    expect((await browse().post('/vid/ajax/auth/not-me', { code })).status).toBe(200);
    // A stolen phone receives another code, which must not unlock the account.
    const thief = browse();
    const otpToken = await insertOtpToken(server, thief, phone, 'forget-password');
    const body = { phone, otpToken, newPassword: 'Núi-Tản 2026' };
    expect((await thief.post('/vid/api/users/password/forget', body)).code).toBe('RECOVERY_REQUIRED');
  });

  it('P10 ends the other session and notifies the owner', async () => {
    const { account, browser, set } = await withoutPassword();
    const other = browse();
    const otpToken = await insertOtpToken(server, other, account.phone, 'signin');
    await other.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    expect((await set()).raw.json()).toEqual({ data: true });
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    expect((await other.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    await signedIn({ phone: account.phone, password: otherPassword });
    await server.deps.background.idle();
    const sent = (await readOutbox(browser)).filter(({ to }) => to === account.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('password-reset');
  });

  it('requires a new proof five minutes after the sign-in', async () => {
    const { account, browser, set } = await withoutPassword(300);
    const refusal = await set();
    expect([refusal.code, refusal.details]).toEqual(['REAUTHENTICATION_REQUIRED', { acceptsCode: true }]);
    const otpToken = await insertOtpToken(server, browser, account.phone, 'reauthenticate');
    await browser.post('/vid/ajax/auth/reauthenticate', { otpToken });
    expect((await set()).status).toBe(200);
  });

  it.each<[string, (id: string) => PromiseLike<unknown>]>([
    [
      'of an account with a passkey',
      (id) => server.deps.sql`
        insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports, is_backup_eligible,
          is_backed_up, aaguid, name, confirms_from)
        values (${newId('psk')}, ${id}, ${Buffer.from(id)}, 'id.test', '', 0, '{}', false, false, '', 'x', now())`,
    ],
    [
      'of an account whose phone is in doubt (K1)',
      (id) => server.deps.sql`update accounts set phone_in_doubt = true where id = ${id}`,
    ],
    [
      'of an administrator (M7)',
      (id) => server.deps.sql`
        with promoted as (update accounts set role = 'admin' where id = ${id})
        update sessions set amr = amr || 'mfa'::text where account_id = ${id}`,
    ],
  ])('requires more than a code in a session %s', async (_whose, prepare) => {
    const { account, set } = await withoutPassword();
    await prepare(account.id);
    const refusal = await set();
    expect([refusal.code, refusal.details]).toEqual(['REAUTHENTICATION_REQUIRED', {}]);
    await server.deps.sql`update sessions set confirmed_at = now() where account_id = ${account.id}`;
    expect((await set()).status).toBe(200);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === account.phone);
    expect(sent[0]).toMatchObject({ purpose: 'password-changed' });
  });

  it('P10 is not set if the session ends before the password is stored', async () => {
    const { account, set } = await withoutPassword();
    let setting: ReturnType<typeof set> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      setting = set();
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await setting)?.code).toBe('TOKEN_INVALID');
    expect(await credentialOf(account.id)).toBeUndefined();
  });

  it('does not replace a password, even in a parallel request', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    expect((await browser.post(setPath, { newPassword: otherPassword })).code).toBe('PASSWORD_EXISTS');
    const { browser: other, set } = await withoutPassword();
    const answers = await Promise.all([set(), other.post(setPath, { newPassword: goodPassword })]);
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['PASSWORD_EXISTS', 'ok']);
  });

  it('D4 is set once if the session repeats the request', async () => {
    const { account, browser, set } = await withoutPassword();
    const answers = [...(await Promise.all([set(), set()])), await set()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await server.deps.sql`
      select from audit_events where account_id = ${account.id} and kind = 'password.changed'`;
    expect(events).toHaveLength(1);
    // A call with another password, or from another session, is not a repeated call.
    expect((await browser.post(setPath, { newPassword: goodPassword })).code).toBe('PASSWORD_EXISTS');
    const newer = await signedIn({ phone: account.phone, password: otherPassword });
    expect((await newer.post(setPath, { newPassword: otherPassword })).code).toBe('PASSWORD_EXISTS');
  });

  it('K1 requires more than a code that Zalo may have delivered', async () => {
    const { account, browser } = await withoutPassword();
    // The session has not been verified again since the sign-in.
    await server.deps.sql`update sessions set authenticated_at = created_at where account_id = ${account.id}`;
    const config = { ...server.deps.config, smsChannels: ['zns'] as const };
    const service = createPasswordChangeService({ ...server.deps, config });
    const session = await server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));
    const { signal } = new AbortController();
    const caller = callerAt('203.0.113.7');
    await expect(
      service.setFirst({ session, newPassword: otherPassword, caller, signal }),
    ).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
  });

  it('P7 is rejected if it is common or missing, or contains the phone', async () => {
    const { account, browser } = await withoutPassword();
    const withPhone = { newPassword: `Xa@${account.phone}` };
    expect((await browser.post(setPath, withPhone)).code).toBe('PASSWORD_CONTAINS_PHONE');
    expect((await browser.post(setPath, { newPassword: 'Password@123' })).code).toBe('PASSWORD_COMMON');
    expect((await browser.post(setPath, {})).code).toBe('VALIDATION_FAILED');
  });
});
