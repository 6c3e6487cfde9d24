import { createAccount, goodPassword, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  twin = await server.twin();
});
afterAll(() => server.close());

const noticesTo = async (phone: string, kind = 'new-device') => {
  await server.deps.background.idle();
  const [row] = await server.deps.sql<{ sent: number; pending: number }[]>`
    select
      (select count(*)::int from deliveries where phone = ${phone} and type = ${kind}) as sent,
      (select count(*)::int from due_notices d join accounts a on a.id = d.account_id where a.phone = ${phone}) as pending`;
  return row ?? { sent: -1, pending: -1 };
};

/** Inserts deferred notices, as if the process had crashed before it queued them. */
const defer = (accountId: string, count: number) => server.deps.sql`
  insert into due_notices (account_id, kind, count, user_agent, address, skips_phone, is_held, due_at)
  values (${accountId}, 'new-device', ${count}::int, '', '203.0.113.7', false, false, now())`;

describe('the new-device notice', () => {
  it('is sent once for each device', async () => {
    const account = await createAccount(server);
    const [first, second] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(first, account);
    expect(await noticesTo(account.phone)).toEqual({ sent: 1, pending: 0 });
    await first.post('/vid/ajax/auth/logout', {});
    await signIn(first, account);
    expect(await noticesTo(account.phone)).toEqual({ sent: 1, pending: 0 });

    await signIn(second, account);
    expect(await noticesTo(account.phone)).toEqual({ sent: 2, pending: 0 });
  });

  it('is sent only by mail after a sign-in by code', async () => {
    const { sql } = server.deps;
    const [withMail, withoutMail] = [await createAccount(server), await createAccount(server)];
    await sql`update accounts set email = 'la@example.vn', email_confirmed_at = now() where id = ${withMail.id}`;
    for (const { phone } of [withMail, withoutMail]) {
      const browser = new TestBrowser(server.app);
      const otpToken = await insertOtpToken(server, browser, phone, 'signin');
      expect((await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken })).status).toBe(200);
      expect(await noticesTo(phone)).toEqual({ sent: 0, pending: 0 });
    }
    expect(await sql`select from deliveries where kind = 'mail' and type = 'new-device'`).toHaveLength(1);
    expect(await sql`select from notice_links where account_id = ${withoutMail.id}`).toEqual([]);
    const events = await sql`
      select kind from audit_events where account_id = ${withoutMail.id} and kind = 'session.started'`;
    expect(events).toHaveLength(1);
  });

  it('K1 is repeated a day after a sign-in by code', async () => {
    const { sql, background, notices } = server.deps;
    const [account, trusted] = [await createAccount(server), await createAccount(server)];
    await sql`
      update accounts set email = 'ho@example.vn', email_confirmed_at = now() - interval '31 days'
      where id = ${trusted.id}`;
    for (const member of [account, trusted]) {
      const { id, phone } = member;
      await sql`
        insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
        values (${id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
      await signIn(new TestBrowser(server.app), member);
      await background.idle();
      await sql`delete from due_notices where account_id = ${id}`;
      const browser = new TestBrowser(server.app);
      const otpToken = await insertOtpToken(server, browser, phone, 'signin');
      expect((await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken })).status).toBe(200);
      await background.idle();
    }
    const ids = [account.id, trusted.id];
    const waiting = await sql`
      select kind, count, round(extract(epoch from due_at - now()) / 3600)::int as hours from due_notices
      where account_id = any(${ids}::text[])`;
    const reminder = { kind: 'signed-in-yesterday', count: 1, hours: 24 };
    expect(waiting).toEqual([reminder, reminder]);
    await sql`update due_notices set due_at = now() where account_id = any(${ids}::text[])`;
    await notices.queueDue();
    expect(await noticesTo(account.phone, 'signed-in-yesterday')).toEqual({ sent: 1, pending: 0 });
    expect(await noticesTo(trusted.phone, 'signed-in-yesterday')).toEqual({ sent: 0, pending: 0 });
    expect(
      await sql`select from deliveries where kind = 'mail' and type = 'signed-in-yesterday'`,
    ).toHaveLength(1);
  });

  it('K1 is repeated only by mail after a sign-in without a code', async () => {
    const { sql, background, notices } = server.deps;
    const [withoutMail, untrusted] = [await createAccount(server), await createAccount(server)];
    const withMail = await createAccount(server);
    const trusted = withMail.id;
    const confirm = (id: string, days: number) => sql`
      update accounts set email = ${`${id}@example.vn`},
        email_confirmed_at = now() - make_interval(days => ${days}) where id = ${id}`;
    await confirm(untrusted.id, 29);
    await confirm(trusted, 31);
    const accounts = [withoutMail, untrusted, withMail];
    for (const one of accounts) {
      await sql`
        insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
        values (${one.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
      await signIn(new TestBrowser(server.app), one);
    }
    await background.idle();
    const reminded = await sql`
      select account_id, kind, skips_phone from due_notices
      where account_id = any(${accounts.map(({ id }) => id)}::text[])`;
    expect(reminded).toEqual([{ accountId: trusted, kind: 'signed-in-yesterday', skipsPhone: true }]);
    await sql`update due_notices set due_at = now() where account_id = ${trusted}`;
    await notices.queueDue();
    expect(
      await sql`select from notice_links where account_id = ${trusted} and kind = 'signed-in-yesterday'`,
    ).toHaveLength(1);
  });

  it.each([
    ['second', true, false],
    ['first', false, true],
  ])('is sent by SMS if only the %s of two sign-ins used no code', async (_which, first, second) => {
    const account = await createAccount(server);
    const { sql, notices } = server.deps;
    const caller = { userAgent: '', address: '203.0.113.7' };
    for (const skipsPhone of [first, second])
      await sql.begin((tx) =>
        notices.defer(tx, { accountId: account.id, kind: 'new-device', caller, skipsPhone, isByCode: false }),
      );
    await notices.queueDue();
    const sent = await sql`select from deliveries where phone = ${account.phone} and kind = 'sms'`;
    expect(sent).toHaveLength(1);
  });

  it('has a link, which is stored as unused', async () => {
    const account = await createAccount(server);
    await signIn(new TestBrowser(server.app), account);
    await server.deps.background.idle();
    const links = await server.deps.sql`
      select kind, used_at from notice_links where account_id = ${account.id}`;
    expect(links).toEqual([{ kind: 'new-device', usedAt: null }]);
  });

  it('is not sent for the device that creates the account', async () => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: goodPassword, otpToken, acceptedTerms: true };
    const before = [...browser.cookies];
    expect((await browser.post('/vid/ajax/users/signup/phone', body)).status).toBe(200);
    // Restore the old cookies, as if the browser had not received the first response.
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await browser.post('/vid/ajax/users/signup/phone', body)).status).toBe(200);
    expect(await noticesTo(phone)).toEqual({ sent: 0, pending: 0 });
  });

  it('is not sent for a wrong password or a locked account', async () => {
    const account = await createAccount(server);
    const locked = await createAccount(server, { status: 'locked' });
    for (const [{ phone }, password] of [
      [account, 'Sai-rồi 9x'],
      [locked, goodPassword],
    ] as const)
      await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', { phone, password });
    expect(await noticesTo(account.phone)).toEqual({ sent: 0, pending: 0 });
    expect(await noticesTo(locked.phone)).toEqual({ sent: 0, pending: 0 });
  });

  it('is queued only once even if two processes run', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    await defer(account.id, 1);
    await defer(other.id, 5);
    await Promise.all([server, twin, server, twin].map(({ deps }) => deps.notices.queueDue()));
    expect(await noticesTo(account.phone)).toEqual({ sent: 1, pending: 0 });
    expect(await noticesTo(other.phone, 'several-changes')).toEqual({ sent: 1, pending: 0 });
  });

  it('X2 is queued while erasures lock the accounts of older notices', async () => {
    const { sql, erasures, notices } = server.deps;
    const erased = [await createAccount(server), await createAccount(server)];
    const other = await createAccount(server);
    const erasedIds = erased.map(({ id }) => id);
    for (const { id } of [...erased, other]) await defer(id, 1);
    await sql`update due_notices set due_at = now() - interval '1 minute' where account_id = any(${erasedIds})`;
    let run: Promise<void> | undefined;
    await erasures.begin(async (tx) => {
      await tx`select from accounts where id = any(${erasedIds}) for no key update`;
      run = notices.queueDue();
      await vi.waitFor(
        async () => expect(await sql`select from due_notices where account_id = ${other.id}`).toEqual([]),
        { timeout: 10_000 },
      );
    });
    await run;
    for (const { phone } of [...erased, other])
      expect(await noticesTo(phone)).toEqual({ sent: 1, pending: 0 });
  });
});
