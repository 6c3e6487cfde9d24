import { createAccount, insertOtpToken, signIn, signInAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { markAsCopy } from '#platform/installation/installation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const path = '/vid/api/privacy/deletion';
const dayMs = 86_400_000;

async function memberBrowser() {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return { account, browser };
}

async function deletedAccount(days = 30) {
  const member = await memberBrowser();
  const { status, data } = await member.browser.post(path);
  if (status !== 200) throw new Error(`the deletion returned ${status}`);
  await server.deps.sql`
    update account_deletions set erase_at = erase_at + make_interval(days => ${days - 30})
    where account_id = ${member.account.id}`;
  return { ...member, eraseAt: String(data['eraseAt']) };
}

const kindsOf = async (accountId: string) =>
  (
    await server.deps.sql<{ kind: string }[]>`
      select kind from audit_events where account_id = ${accountId} order by id`
  ).map(({ kind }) => kind);
const noticesOf = async (phone: string) => {
  await server.deps.background.idle();
  const sent = await readOutbox(new TestBrowser(server.app));
  return sent
    .filter(({ to, purpose }) => to === phone && purpose?.startsWith('deletion'))
    .map(({ purpose }) => purpose);
};
const textsTo = async (phone: string) =>
  (await readOutbox(new TestBrowser(server.app)))
    .filter(({ to, purpose }) => to === phone && purpose?.startsWith('deletion'))
    .map(({ text }) => text);
const isRequested = (id: string) =>
  server.deps.sql`select from account_deletions where account_id = ${id}`.then(({ count }) => count > 0);
const exists = (id: string) =>
  server.deps.sql`select from accounts where id = ${id}`.then(({ count }) => count > 0);

describe('V5 account deletion', () => {
  it('ends the member’s sessions, and is due after 30 days', async () => {
    const { account, browser } = await memberBrowser();
    const elsewhere = new TestBrowser(server.app);
    const { sql, applications } = server.deps;
    for (const column of ['idle_expires_at', 'expires_at']) {
      await signIn(new TestBrowser(server.app), account);
      await sql`
        update sessions set ${sql(column)} = now()
        where id = (
          select id from sessions where account_id = ${account.id} order by created_at desc limit 1)`;
    }
    await signIn(elsewhere, account);
    await applications.add({ code: 'used', name: 'Used', isFirstParty: true });
    await sql`
      insert into application_uses (account_id, application_id, scopes)
      select ${account.id}, id, '{}' from applications where code = 'used'`;
    expect((await browser.get(path)).data).toEqual({
      eraseAt: null,
      sessions: 2,
      applications: 1,
      graceDays: 30,
      obstacle: null,
    });
    const { data } = await browser.post(path);
    const wait = Date.parse(String(data['eraseAt'])) - Date.now();
    expect(Math.abs(wait - 30 * dayMs)).toBeLessThan(60_000);
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect((await elsewhere.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    const requested = await sql`
      select details from audit_events where account_id = ${account.id} and kind = 'deletion.requested'`;
    expect(requested).toEqual([{ details: { eraseAt: data['eraseAt'], sessionsEnded: 4 } }]);
    expect(await noticesOf(account.phone)).toEqual(['deletion-requested']);
    expect(await textsTo(account.phone)).toEqual([expect.stringContaining('Chrome')]);
    expect(await server.deps.modules.privacy.erasure.run()).toBe(0);
    expect(await exists(account.id)).toBe(true);
  });

  it('keeps the date of the first request', async () => {
    const { account } = await deletedAccount(10);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    const { eraseAt } = (await browser.get(path)).data;
    expect((await browser.post(path)).data).toMatchObject({ eraseAt });
  });

  it('requires a recent re-authentication', async () => {
    const { account, browser } = await memberBrowser();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    expect((await browser.post(path)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    expect(
      await server.deps.sql`select from account_deletions where account_id = ${account.id}`,
    ).toHaveLength(0);
  });

  it('is not cancelled by a sign-in alone', async () => {
    const { account, eraseAt } = await deletedAccount();
    const browser = new TestBrowser(server.app);
    const { phone } = account;
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    const answer = await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
    expect(answer.data['demands']).toEqual(['decide-deletion']);
    expect((await browser.get(path)).data).toMatchObject({ eraseAt, sessions: 1 });
    await browser.post('/vid/ajax/auth/logout');
    expect(await isRequested(account.id)).toBe(true);
    expect(await kindsOf(account.id)).not.toContain('deletion.cancelled');
  });

  it('is cancelled once when the member keeps the account, even on hold', async () => {
    const { account } = await deletedAccount();
    const [browser, other] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(browser, account);
    await signIn(other, account);
    await server.deps.sql`
      update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
    for (const kept of [browser, browser]) expect((await kept.call('DELETE', path)).status).toBe(200);
    for (const device of [browser, other])
      expect((await device.get('/vid/ajax/auth/me')).data['demands']).toEqual([]);
    expect(await isRequested(account.id)).toBe(false);
    const [session] = await server.deps.sql<{ id: string }[]>`
      select id from sessions where account_id = ${account.id} order by created_at limit 1`;
    const cancelled = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'deletion.cancelled'`;
    expect(cancelled).toEqual([{ details: { sessionId: session?.id } }]);
    expect(await noticesOf(account.phone)).toEqual(['deletion-cancelled', 'deletion-requested']);
    const named = expect.stringContaining('Chrome');
    expect(await textsTo(account.phone)).toEqual([named, named]);
  });

  it('is not cancelled in a session that ends during the request', async () => {
    const { account } = await deletedAccount();
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    let keeping: ReturnType<typeof browser.call> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.lockRow(tx, account.id);
      keeping = browser.call('DELETE', path);
      await waitForLockWaits(server, 1);
      await server.deps.sessionRepo.deleteAll(tx, account.id);
    });
    expect((await keeping)?.code).toBe('TOKEN_INVALID');
    expect(await isRequested(account.id)).toBe(true);
  });

  it('can be cancelled before a required password change', async () => {
    const { account } = await deletedAccount();
    await server.deps.sql`update accounts set must_change_password = true where id = ${account.id}`;
    const browser = new TestBrowser(server.app);
    const answer = await signIn(browser, account);
    expect(answer.data['demands']).toEqual(['decide-deletion', 'change-password']);
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.call('DELETE', path)).status).toBe(200);
    expect((await browser.get('/vid/ajax/auth/me')).data['demands']).toEqual(['change-password']);
  });

  it('is not cancelled by a wrong password or a refused sign-in', async () => {
    const { account } = await deletedAccount();
    const browser = new TestBrowser(server.app);
    const wrong = { phone: account.phone, password: 'Sai#Mật9khẩu' };
    expect((await browser.post('/vid/ajax/auth/login/phone', wrong)).code).toBe('AUTH_FAILED');
    const by = { actorId: null, caller: { address: '', requestId: '' } };
    await server.deps.modules.accounts.accountLock.lock(account.id, by);
    const right = { phone: account.phone, password: account.password };
    expect((await browser.post('/vid/ajax/auth/login/phone', right)).code).toBe('ACCOUNT_LOCKED');
    expect(
      await server.deps.sql`select from account_deletions where account_id = ${account.id}`,
    ).toHaveLength(1);
  });

  it('is announced once to the owner shortly before the erasure', async () => {
    const announced = [await deletedAccount(2), await deletedAccount(2)];
    const later = await deletedAccount(4);
    const locked = await deletedAccount(2);
    await server.deps.sql`update accounts set locked_by_owner = true where id = ${locked.account.id}`;
    for (let time = 0; time < 2; time += 1) expect(await server.deps.modules.privacy.erasure.run()).toBe(0);
    for (const { account } of announced)
      expect((await noticesOf(account.phone)).toSorted()).toEqual(['deletion-requested', 'deletion-soon']);
    for (const { account: other } of [later, locked])
      expect(await noticesOf(other.phone)).toEqual(['deletion-requested']);
  });

  it('erases no account on an unconfirmed copy of the database', async () => {
    const { sql, installation, modules, schedules } = server.deps;
    const { account } = await deletedAccount(-1);
    await installation.record();
    await markAsCopy(sql);
    await sql`
      insert into spent_challenges (signature_hash, expires_at)
      values (sha256(convert_to(${account.id}, 'UTF8')), now() - interval '1 day')`;
    const countExpired = async () =>
      (
        await sql`select from spent_challenges where signature_hash = sha256(convert_to(${account.id}, 'UTF8'))`
      ).length;
    const purge = () => schedules.find(({ name }) => name === 'purge')?.run();
    await purge();
    expect([await modules.privacy.erasure.run(), await exists(account.id), await countExpired()]).toEqual([
      0,
      true,
      1,
    ]);
    await installation.confirm(sql, await installation.readIdentity());
    await purge();
    expect([await modules.privacy.erasure.run(), await exists(account.id), await countExpired()]).toEqual([
      1,
      false,
      0,
    ]);
  });

  it('erases a due account, but not one that its owner locked', async () => {
    const { account } = await deletedAccount(-1);
    const locked = await deletedAccount(-1);
    await server.deps.sql`update accounts set locked_by_owner = true where id = ${locked.account.id}`;
    expect(await server.deps.modules.privacy.erasure.run()).toBe(1);
    expect(await exists(account.id)).toBe(false);
    expect(await exists(locked.account.id)).toBe(true);
    const answer = await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
      phone: account.phone,
      password: account.password,
    });
    expect(answer.code).toBe('AUTH_FAILED');
    expect((await createAccount(server, { phone: account.phone })).id).not.toBe(account.id);
  });

  it('keeps an account that its owner locks during the erasure', async () => {
    const { account } = await deletedAccount(-1);
    let erasing: Promise<number> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await tx`update accounts set locked_by_owner = true where id = ${account.id}`;
      erasing = server.deps.modules.privacy.erasure.run();
      await waitForLockWaits(server, 1);
    });
    expect(await erasing).toBe(0);
    expect(await exists(account.id)).toBe(true);
  });

  it('K2 is delayed by an open, stopped or requested recovery', async () => {
    const { sql, modules } = server.deps;
    const [recovered, requested, stopped, late] = [
      await deletedAccount(-1),
      await deletedAccount(-1),
      await deletedAccount(-13),
      await deletedAccount(-15),
    ].map(({ account }) => account.id);
    if (!recovered || !requested || !stopped || !late) throw new Error('four accounts were created');
    const { id: admin } = await createAccount(server, { role: 'admin' });
    const recover = (accountId: string, status: 'waiting' | 'ready' | 'stopped') => sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${accountId}_${status}`}, ${status}, 'code', ${accountId}, '', '', '',
        now() + interval '1 hour', now() + interval '1 hour')`;
    await recover(recovered, 'waiting');
    await recover(stopped, 'stopped');
    await recover(late, 'waiting');
    await sql`
      insert into approvals (id, kind, account_id, requested_by, reason, expires_at)
      values ('apr_recovery', 'recover-account', ${requested}, ${admin}, 'x', now() + interval '1 hour')`;
    await modules.privacy.erasure.run();
    const left = async () => Promise.all([recovered, requested, stopped, late].map(exists));
    expect(await left()).toEqual([true, true, true, false]);
    await sql`update recovery_requests set status = 'ready' where account_id = ${recovered}`;
    await modules.privacy.erasure.run();
    expect((await left())[0]).toBe(true);
    await sql`update recovery_requests set expires_at = now() where account_id in (${recovered}, ${stopped})`;
    await sql`update approvals set expires_at = now() where id = 'apr_recovery'`;
    await modules.privacy.erasure.run();
    expect(await left()).toEqual([false, false, false, false]);
  });

  it('K2 erases no account whose recovery was stopped after the due date', async () => {
    const { sql, modules } = server.deps;
    const { account } = await deletedAccount(-1);
    await sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values ('rec_due', 'waiting', 'support', ${account.id}, '', '', '', now() + interval '1 hour',
        now() + interval '1 day')`;
    const intruder = new TestBrowser(server.app);
    await signIn(intruder, account);
    expect((await intruder.call('DELETE', '/vid/api/users/recovery')).status).toBe(200);
    await modules.privacy.erasure.run();
    expect(await exists(account.id)).toBe(true);
  });

  it('S3 leaves no session that was not asked about the deletion', async () => {
    const { sql } = server.deps;
    const members = await Promise.all(Array.from({ length: 6 }, () => memberBrowser()));
    const answers = await Promise.all(
      members.map(({ account, browser }) =>
        Promise.all([browser.post(path), signIn(new TestBrowser(server.app), account)]),
      ),
    );
    for (const [index, { account }] of members.entries()) {
      expect(answers[index]?.[0].status).toBe(200);
      expect(await isRequested(account.id)).toBe(true);
      const asked = answers[index]?.[1].data['demands'];
      const sessions = await sql`select from sessions where account_id = ${account.id}`;
      // The request ended earlier sign-ins; later sign-ins ask about the deletion.
      expect(sessions.map(() => ['decide-deletion'])).toEqual(
        [asked].filter((demands) => Object(demands).length > 0),
      );
    }
  });

  it('S3 leaves no session of an erased account after a parallel sign-in', async () => {
    const { sql } = server.deps;
    const accounts = await Promise.all(Array.from({ length: 6 }, () => deletedAccount(-1)));
    const signIns = accounts.map(({ account: { phone, password } }) =>
      new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', { phone, password }),
    );
    const [answers] = await Promise.all([Promise.all(signIns), server.deps.modules.privacy.erasure.run()]);
    for (const [index, { account }] of accounts.entries()) {
      expect(await exists(account.id)).toBe(false);
      expect(await sql`select from sessions where account_id = ${account.id}`).toHaveLength(0);
      expect(answers[index]?.code).not.toBe('INTERNAL');
    }
  });

  it('X3 erases an account although it takes longer than the statement timeout', async () => {
    const slow = await startTestServer(inject('cluster'), { overrides: { statementTimeoutMs: 500 } });
    const { sql, modules } = slow.deps;
    const { id } = await createAccount(slow);
    await sql`insert into account_deletions (account_id, erase_at) values (${id}, now() - interval '1 day')`;
    await sql.unsafe(`
      create function take_long() returns trigger language plpgsql as $$
        begin perform pg_sleep(1.2); return old; end $$;
      create trigger take_long before delete on accounts for each row execute function take_long()`);
    expect(await modules.privacy.erasure.run()).toBe(1);
    await slow.close();
  });

  it('X3 erases an account although a hundred earlier accounts cannot be erased', async () => {
    const other = await startTestServer(inject('cluster'));
    const { sql, modules } = other.deps;
    const last = await createAccount(other);
    await sql`
      insert into accounts (id, kind, referral_code)
      select 'acc_stuck_' || n, 'personal', 'stuck' || n from generate_series(1, 100) n`;
    await sql`
      insert into account_deletions (account_id, erase_at)
      select id, now() - case when id = ${last.id} then interval '1 day' else interval '2 days' end from accounts`;
    await sql.unsafe(`
      create function refuse_deletion() returns trigger language plpgsql as $$
        begin raise exception 'stuck'; end $$;
      create trigger refuse_deletion before delete on accounts for each row
        when (old.id like 'acc_stuck%') execute function refuse_deletion()`);
    expect(await modules.privacy.erasure.run()).toBe(1);
    expect(await sql`select from accounts where id = ${last.id}`).toHaveLength(0);
    await other.close();
  });

  it('is refused if the member owns an application', async () => {
    const { account, browser } = await memberBrowser();
    await server.deps.applications.add({ code: 'owned', name: 'Owned', isFirstParty: true });
    await server.deps.sql`update applications set owner_id = ${account.id} where code = 'owned'`;
    expect((await browser.get(path)).data['obstacle']).toBe('ownsApplications');
    const { code, details } = await browser.post(path);
    expect([code, details]).toEqual(['DELETION_BLOCKED', { obstacle: 'ownsApplications' }]);
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
  });

  it('is refused for the last administrator, even in a parallel request', async () => {
    await server.deps.sql`update accounts set role = 'user'`;
    const browsers = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const account = await createAccount(server, { role: 'admin' });
        const browser = new TestBrowser(server.app);
        await signInAdmin(server, browser, account);
        return browser;
      }),
    );
    const answers = await Promise.all(browsers.map((browser) => browser.post(path)));
    expect(answers.map(({ details, status }) => details?.['obstacle'] ?? status)).toEqual(
      expect.arrayContaining(['lastAdmin', 200]),
    );
  });
});
