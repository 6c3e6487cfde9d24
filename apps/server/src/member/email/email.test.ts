import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { freshAddress, readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { maskPhoneForReader } from '#lib/phone/mask-phone.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

let count = 0;
const freshEmail = (): string => `an${(count += 1)}@example.vn`;

async function signedIn() {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const address = freshAddress();
  return {
    account,
    address,
    browser,
    setEmail: (email: string | null) =>
      browser.call('PATCH', '/vid/api/users/profile', { email }, { address }),
    send: () => browser.post('/vid/api/users/email/send', {}, { address }),
    state: async () => (await browser.get('/vid/api/users/information')).data['email'],
  };
}

const sentTo = async (to: string) => {
  await server.deps.background.idle();
  return (await readOutbox(new TestBrowser(server.app))).filter((entry) => entry.to === to);
};
async function secretTo(email: string): Promise<string> {
  const [mail] = (await sentTo(email)).filter(({ purpose }) => purpose === 'email-confirmation');
  const secret = /\/vid\/web\/confirm-email#([\w-]{22})\n/u.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error('no link was sent');
  return secret;
}
const confirm = (token: string) =>
  new TestBrowser(server.app).post('/vid/api/users/email/confirm', { token }, { address: freshAddress() });
const kindsOf = async (accountId: string) => {
  const rows = await server.deps.sql<{ kind: string }[]>`
    select kind from audit_events where account_id = ${accountId} and kind like 'email.%' order by id`;
  return rows.map(({ kind }) => kind);
};

const unknownOrigins = (accountId: string) =>
  server.deps.sql`select kind from notice_links where account_id = ${accountId} and address = ''`;

async function confirmed() {
  const member = await signedIn();
  const email = freshEmail();
  await member.setEmail(email);
  expect((await confirm(await secretTo(email))).data).toEqual({ email });
  return { ...member, email };
}

const age = (accountId: string) => server.deps.sql`
  update sessions set authenticated_at = now() - interval '10 minutes', confirmed_at = null
  where account_id = ${accountId}`;

describe('an e-mail address', () => {
  it('is confirmed in another browser with the link sent to it', async () => {
    const { account, setEmail, state } = await signedIn();
    expect(await state()).toEqual({ state: 'none', canConfirm: true });
    const email = freshEmail();
    await setEmail(email);
    expect(await state()).toEqual({ state: 'waiting', canConfirm: true });
    const secret = await secretTo(email);
    expect((await sentTo(email))[0]?.text).toContain(maskPhoneForReader(account.phone));
    const [link] = await server.deps.sql`
      select extract(epoch from expires_at - created_at)::int as seconds from email_confirmations
      where account_id = ${account.id}`;
    expect(link).toEqual({ seconds: 86_400 });
    // The member waits for the link, so notices must not delay it.
    const mails = await server.deps
      .sql`select distinct is_urgent from deliveries where type = 'email-confirmation'`;
    expect(mails).toEqual([{ isUrgent: true }]);
    expect((await confirm(secret)).data).toEqual({ email });
    expect(await state()).toEqual({ state: 'confirmed', canConfirm: true });
    expect(await kindsOf(account.id)).toEqual(['email.confirmed']);
    expect(server.logLines.join('')).not.toContain(secret);
    expect((await sentTo(account.phone))[0]).toMatchObject({ purpose: 'email-confirmed' });
    expect(await unknownOrigins(account.id)).toEqual([]);
  });

  it('gets its link in the language of the account', async () => {
    const { account, setEmail } = await signedIn();
    await server.deps.sql`update accounts set locale = 'en' where id = ${account.id}`;
    const email = freshEmail();
    await setEmail(email);
    expect((await sentTo(email))[0]?.text).toMatch(/\b(?:the|your)\b/u);
  });

  it('stays confirmed if the same address is saved again', async () => {
    const { browser, email, state } = await confirmed();
    const sent = (await sentTo(email)).length;
    await browser.call('PATCH', '/vid/api/users/profile', { name: 'An', email });
    expect(await state()).toMatchObject({ state: 'confirmed' });
    expect(await sentTo(email)).toHaveLength(sent);
  });

  it('D4 is confirmed once by eight parallel uses of the link', async () => {
    const { account, setEmail } = await signedIn();
    const email = freshEmail();
    await setEmail(email);
    const secret = await secretTo(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(secret)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await kindsOf(account.id)).toEqual(['email.confirmed']);
  });
});

describe('an e-mail confirmation link', () => {
  it('stops working when a newer link is sent', async () => {
    const { account, setEmail, send } = await signedIn();
    const email = freshEmail();
    await setEmail(email);
    const first = await secretTo(email);
    expect((await send()).status).toBe(200);
    expect((await confirm(first)).code).toBe('EMAIL_LINK_INVALID');
    expect((await confirm(await secretTo(email))).status).toBe(200);
    expect(await kindsOf(account.id)).toEqual(['email.link-sent', 'email.confirmed']);
    expect((await send()).code).toBe('NOT_FOUND');
  });

  it('does not confirm another address', async () => {
    const { setEmail, state } = await signedIn();
    const [first, second] = [freshEmail(), freshEmail()];
    await setEmail(first);
    const secret = await secretTo(first);
    await setEmail(second);
    expect((await confirm(secret)).code).toBe('EMAIL_LINK_INVALID');
    expect(await state()).toMatchObject({ state: 'waiting' });
    const later = await secretTo(second);
    await setEmail(null);
    expect((await confirm(later)).code).toBe('EMAIL_LINK_INVALID');
    expect(await state()).toMatchObject({ state: 'none' });
  });

  it('confirms no address while the account is on hold', async () => {
    const { account, setEmail, state } = await signedIn();
    const email = freshEmail();
    await setEmail(email);
    const secret = await secretTo(email);
    const hold = (until: string) => server.deps.sql`
      update accounts set sensitive_hold_until = now() + ${until}::interval where id = ${account.id}`;
    await hold('1 minute');
    expect((await confirm(secret)).code).toBe('CHANGE_ON_HOLD');
    expect(await state()).toMatchObject({ state: 'waiting' });
    await hold('0');
    expect((await confirm(secret)).status).toBe(200);
    await hold('1 minute');
    expect((await confirm(secret)).status).toBe(200);
  });

  it('is neither sent nor accepted if the address changes during the request', async () => {
    const { account, send, setEmail, state } = await signedIn();
    const email = freshEmail();
    await setEmail(email);
    const secret = await secretTo(email);
    for (const [request, code] of [
      [send, 'NOT_FOUND'],
      [() => confirm(secret), 'EMAIL_LINK_INVALID'],
    ] as const) {
      let answer: ReturnType<typeof send> | undefined;
      await server.deps.sql.begin(async (tx) => {
        await server.deps.accounts.lockRow(tx, account.id);
        answer = request();
        await waitForLockWaits(server, 1);
        await tx`update accounts set email = ${freshEmail()} where id = ${account.id}`;
      });
      expect((await answer)?.code).toBe(code);
      await server.deps.sql`update accounts set email = ${email} where id = ${account.id}`;
    }
    expect(await sentTo(email)).toHaveLength(1);
    expect(await state()).toMatchObject({ state: 'waiting' });
  });

  it('is refused once it has expired or the account is locked', async () => {
    const { account, setEmail } = await signedIn();
    const email = freshEmail();
    await setEmail(email);
    const secret = await secretTo(email);
    const { sql } = server.deps;
    await sql`update accounts set status = 'locked' where id = ${account.id}`;
    expect((await confirm(secret)).code).toBe('EMAIL_LINK_INVALID');
    await sql`update accounts set status = 'active' where id = ${account.id}`;
    await sql`update email_confirmations set expires_at = now() where account_id = ${account.id}`;
    expect((await confirm(secret)).code).toBe('EMAIL_LINK_INVALID');
    expect((await confirm('x')).code).toBe('EMAIL_LINK_INVALID');
    expect(await kindsOf(account.id)).toEqual([]);
  });

  it('is deleted when its address is removed', async () => {
    const { account, setEmail } = await signedIn();
    const links = () => server.deps.sql`select from email_confirmations where account_id = ${account.id}`;
    await setEmail(freshEmail());
    expect(await links()).toHaveLength(1);
    await setEmail(null);
    expect(await links()).toHaveLength(0);
  });

  it('X3 is sent again to an address at most five times', async () => {
    const email = freshEmail();
    const [stranger, owner] = [await signedIn(), await signedIn()];
    await stranger.setEmail(email);
    for (let sent = 0; sent < 5; sent += 1) expect((await stranger.send()).status).toBe(200);
    expect((await stranger.send()).code).toBe('RATE_LIMITED');
    const counters = await server.deps.sql`
      select split_part(key, ':', 1) as name, points, round(extract(epoch from expires_at - now()) / 3600)::int as hours
      from counters where key like ${`email-link-first:${stranger.account.id}:%`}
        or key = 'email-link-to:' || (
          select split_part(key, ':', 3) from counters where key like ${`email-link-first:${stranger.account.id}:%`})
      order by key`;
    expect(counters).toMatchObject([
      { name: 'email-link-first', hours: 24 },
      { name: 'email-link-to', hours: 24 },
    ]);
    // The first link of another account is sent despite the limit, so the stranger cannot keep the owner from
    // confirming the address.
    const typed = email.toUpperCase().replace('EXAMPLE.VN', 'example.vn');
    expect((await owner.setEmail(typed)).status).toBe(200);
    expect((await owner.send()).code).toBe('RATE_LIMITED');
    expect(await owner.state()).toMatchObject({ state: 'waiting' });
    expect(await sentTo(email)).toHaveLength(6);
    expect(await sentTo(typed)).toHaveLength(1);
  });

  it('is sent ten times an hour per account, 60 times per network', async () => {
    const { account, address, send, setEmail, state } = await signedIn();
    const { sql } = server.deps;
    const email = freshEmail();
    await setEmail(email);
    const limits = await sql`
      select points, round(extract(epoch from expires_at - now()) / 60)::int as minutes from counters
      where key in (${`email-link:${account.id}`}, ${`email-link-addr:${address}`})`;
    expect(limits).toEqual([
      { points: 1, minutes: 60 },
      { points: 1, minutes: 60 },
    ]);
    const fill = (key: string, points: number) =>
      sql`update counters set points = ${points} where key = ${key}`;
    await fill(`email-link:${account.id}`, 9);
    expect((await send()).status).toBe(200);
    expect((await send()).code).toBe('RATE_LIMITED');
    await fill(`email-link:${account.id}`, 0);
    await fill(`email-link-addr:${address}`, 59);
    expect((await send()).status).toBe(200);
    expect((await send()).code).toBe('RATE_LIMITED');
    expect(await state()).toMatchObject({ state: 'waiting' });
    expect(await sentTo(email)).toHaveLength(3);
  });
});

describe('a change of the e-mail address', () => {
  it('requires re-authentication to replace or remove a confirmed address', async () => {
    const { account, email, setEmail, state } = await confirmed();
    const { sql } = server.deps;
    await sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    for (const next of [freshEmail(), null])
      expect((await setEmail(next)).code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await setEmail(email)).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'confirmed' });

    const other = await signedIn();
    await age(other.account.id);
    expect((await other.setEmail(freshEmail())).code).toBe('REAUTHENTICATION_REQUIRED');
    await sql`update sessions set authenticated_at = now() where account_id = ${other.account.id}`;
    expect((await other.setEmail(freshEmail())).status).toBe(200);
  });

  it('requires confirmation again, and is announced to the former address', async () => {
    const { account, email, setEmail, state } = await confirmed();
    const next = freshEmail();
    expect((await setEmail(next)).data['email']).toBe(next);
    expect(await state()).toMatchObject({ state: 'waiting' });
    for (const to of [email, account.phone]) {
      const [notice] = await sentTo(to);
      expect(notice).toMatchObject({ purpose: 'email-changed' });
      expect(notice?.text).toMatch(/\/vid\/web\/not-me#[\w-]{22}/u);
    }
    expect(await unknownOrigins(account.id)).toEqual([]);
    expect((await confirm(await secretTo(next))).data).toEqual({ email: next });
    expect(await state()).toMatchObject({ state: 'confirmed' });
  });

  it('is refused while the account is on hold', async () => {
    const { account, setEmail } = await signedIn();
    await server.deps.sql`
      update accounts set sensitive_hold_until = now() + interval '1 minute' where id = ${account.id}`;
    expect((await setEmail(freshEmail())).code).toBe('CHANGE_ON_HOLD');
  });
});

it('an e-mail address gets no confirmation link without a mail server', async () => {
  const production = await startTestServer(inject('cluster'), { environment: productionSettings });
  const { sql, modules } = production.deps;
  const { emails } = modules.email;
  const { id } = await createAccount(production);
  const account = { id, phone: '+84912345678', locale: 'vi', email: null, emailConfirmedAt: null };
  const caller = callerAt('203.0.113.7');
  await sql.begin((tx) => emails.replace(tx, account, 'an@example.vn', caller));
  expect(await sql`select 1 from email_confirmations`).toEqual([]);
  await emails.admitLink(id, 'an@example.vn', caller);
  expect(await sql`select 1 from counters where key like 'email-link%'`).toEqual([]);
  expect(emails.stateOf({ ...account, email: 'an@example.vn' })).toEqual({
    state: 'waiting',
    canConfirm: false,
  });
  await production.close();
});
