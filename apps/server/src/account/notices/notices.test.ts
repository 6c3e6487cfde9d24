import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { productionSettings } from '@vid/testkit/production';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { testNetworks, writePlaceDatabase } from '@vid/testkit/database/place-database';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countBacklog } from '#platform/deliveries/backlog.ts';
import type { Notice } from './notices.service.ts';
import { createWebhookNotices } from './webhook-notices.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-notices-'));
  const file = join(folder, 'city.mmdb');
  await writePlaceDatabase(file, testNetworks);
  server = await startTestServer(inject('cluster'), { environment: { VID_GEOIP_FILE: file } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function notify({ isConfirmed, ...how }: Partial<Notice> & { isConfirmed: boolean }) {
  const account = await createAccount(server);
  const email = `${account.id}@example.vn`;
  const { sql, notices, background } = server.deps;
  await sql`
    update accounts set email = ${email},
      email_confirmed_at = case when ${isConfirmed} then now() - interval '40 days' end
    where id = ${account.id}`;
  await sql.begin((tx) => notices.notify(tx, { kind: 'password-changed', ...how, account }));
  notices.kick();
  await background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  const names = new Map([
    [account.phone, 'phone'],
    [email, 'email'],
    ['+84900000000', 'former phone'],
  ]);
  const sent = outbox.filter(({ to }) => names.has(to));
  await sql`delete from outbox_messages`;
  return { to: sent.map(({ to }) => names.get(to) ?? '').toSorted(), texts: sent.map(({ text }) => text) };
}

it('the link of a notice expires after a week', async () => {
  const { sql, notices } = server.deps;
  const account = await createAccount(server);
  await sql.begin(async (tx) => {
    await notices.notify(tx, { account, kind: 'passkey-added' });
    await notices.notify(tx, {
      account,
      kind: 'phone-replaced',
      phone: account.phone,
      restores: account.phone,
    });
  });
  const links = await sql`
    select undoes, round(extract(epoch from expires_at - now()) / 3600)::int as hours from notice_links
    where account_id = ${account.id} order by undoes`;
  expect(links).toEqual([
    { undoes: false, hours: 168 },
    { undoes: true, hours: 168 },
  ]);
});

it('K1 a link sent to an address of 29 days undoes no change', async () => {
  const { sql, notices } = server.deps;
  const account = await createAccount(server);
  const email = `${account.id}@example.vn`;
  const undoneBy = async (days: number) => {
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now() - make_interval(days => ${days})
      where id = ${account.id}`;
    await sql`delete from notice_links where account_id = ${account.id}`;
    const change = { kind: 'phone-replaced', phone: account.phone, restores: account.phone } as const;
    await sql.begin((tx) => notices.notify(tx, { account, ...change }));
    return sql`
      select kind, channel_since is null as is_phone, undoes from notice_links
      where account_id = ${account.id} order by is_phone`;
  };
  const toPhone = { kind: 'phone-replaced', isPhone: true, undoes: true };
  expect(await undoneBy(29)).toEqual([{ kind: 'phone-changed', isPhone: false, undoes: false }, toPhone]);
  expect(await undoneBy(30)).toEqual([{ kind: 'phone-replaced', isPhone: false, undoes: true }, toPhone]);
});

it('a deferred notice is sent as soon as it is composed', async () => {
  const { sql, notices, background } = server.deps;
  const { id, phone } = await createAccount(server);
  await sql.begin((tx) =>
    notices.defer(tx, {
      accountId: id,
      kind: 'new-device',
      caller: { userAgent: '', address: '203.0.113.7' },
      skipsPhone: false,
      isByCode: false,
    }),
  );
  notices.kickDue();
  await background.idle();
  expect(await sql`select status from deliveries where phone = ${phone}`).toEqual([{ status: 'sent' }]);
});

it('a notice is sent by mail to a confirmed address, otherwise by SMS', async () => {
  expect((await notify({ isConfirmed: false })).to).toEqual(['phone']);
  expect((await notify({ isConfirmed: true })).to).toEqual(['email']);
});

it('a notice names the origin of a change with a known request', async () => {
  const caller = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0', address: '203.0.113.7' };
  const known = await notify({ isConfirmed: false, kind: 'passkey-added', caller });
  expect(known.texts[0]).toMatch(/\([^)]*\d\d:\d\d[^)]*\)/u);
  const unknownBrowser = { ...caller, userAgent: 'iPhone' };
  const partly = await notify({ isConfirmed: true, kind: 'passkey-added', caller: unknownBrowser });
  expect(partly.texts[0]).toContain('\nThiết bị: iOS\n');
  for (const isConfirmed of [false, true])
    for (const text of (await notify({ isConfirmed, kind: 'passkey-added' })).texts)
      expect(text).not.toMatch(/\([^)]*\d\d:\d\d[^)]*\)|Thời gian|Địa chỉ IP/u);
});

it('a notice for every channel is sent by mail and by SMS', async () => {
  expect((await notify({ isConfirmed: true, kind: 'two-step-on' })).to).toEqual(['email', 'phone']);
  expect((await notify({ isConfirmed: false, kind: 'two-step-on' })).to).toEqual(['phone']);
  expect((await notify({ isConfirmed: true, phone: '+84900000000' })).to).toEqual(['email', 'former phone']);
});

it('the mail of a notice says when and where the change happened', async () => {
  const caller = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0', address: '203.0.113.7' };
  const { texts } = await notify({ isConfirmed: true, caller });
  expect(texts[0]).toMatch(
    /Thời gian: .*\nThiết bị: Chrome, Android\nĐịa điểm: Hà Nội, Việt Nam\nĐịa chỉ IP: 203\.0\.113\.7/u,
  );
  const code = /\/vid\/web\/not-me#([\w-]{22})/u.exec(texts[0] ?? '')?.[1];
  const event = await new TestBrowser(server.app).post('/vid/ajax/auth/not-me/event', { code });
  expect(event.data).toMatchObject({ address: '203.0.113.7', place: 'Hà Nội, Việt Nam' });
  const headers = { 'accept-language': 'en' };
  const english = await new TestBrowser(server.app).post(
    '/vid/ajax/auth/not-me/event',
    { code },
    { headers },
  );
  expect(english.data['place']).toBe('Hanoi, Vietnam');
});

it('X1 a notice goes to at most three former phones', async () => {
  const account = await createAccount(server);
  const { sql, notices } = server.deps;
  const phones = Array.from({ length: 5 }, freshPhone);
  for (const [index, phone] of [...phones.entries()].toReversed())
    await sql`
      insert into released_phones (account_id, phone, held_since, released_at)
      values (${account.id}, ${phone}, ${index === 1 ? null : new Date(Date.now() - (10 - index) * 86_400_000)},
        now() - interval '1 hour')`;
  await sql`
    insert into released_phones (account_id, phone, held_since, released_at)
    values (${account.id}, ${freshPhone()}, now() - interval '90 days', now() - interval '40 days')`;
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'passkey-added' }));
  notices.kick();
  await server.deps.background.idle();
  const sent = (await readOutbox(new TestBrowser(server.app))).map(({ to }) => to);
  await sql`delete from outbox_messages`;
  const expected = [phones[1], phones[0], phones[2], account.phone];
  expect(new Set(sent)).toEqual(new Set(expected));
  expect(sent).toHaveLength(expected.length);
});

it('K1 an SMS to a phone in doubt contains no lock link', async () => {
  const account = await createAccount(server);
  const { sql, notices, background } = server.deps;
  await sql`update accounts set phone_in_doubt = true where id = ${account.id}`;
  const otherPhone = freshPhone();
  await sql.begin(async (tx) => {
    for (const kind of ['recovery-started', 'password-changed'] as const)
      await notices.notify(tx, { account, kind });
    await notices.notify(tx, { account, kind: 'phone-changed', phone: otherPhone });
  });
  notices.kick();
  await background.idle();
  const sent = await readOutbox(new TestBrowser(server.app));
  await sql`delete from outbox_messages`;
  expect(sent.find(({ to }) => to === otherPhone)?.text).toMatch(/\/vid\/web\/not-me#[\w-]{22}$/u);
  const textOf = (kind: string) =>
    sent.find(({ to, purpose }) => to === account.phone && purpose === kind)?.text;
  expect(textOf('recovery-started')).toMatch(/\/vid\/web\/not-me#[\w-]{22}$/u);
  expect(textOf('password-changed')).toMatch(/\/vid\/web\/recovery$/u);
});

it('the link of a notice stores when the account got its phone', async () => {
  const account = await createAccount(server);
  const { sql, notices } = server.deps;
  const since = new Date('2026-01-02T00:00:00Z');
  await sql`update accounts set phone_since = ${since} where id = ${account.id}`;
  const former = new Map([[account.phone, new Date('2025-01-02T00:00:00Z')]]);
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'account-recovered', former }));
  expect(await sql`select channel_since from notice_links where account_id = ${account.id}`).toEqual([
    { channelSince: since },
  ]);
});

it('the link to a removed address stores when the account got it', async () => {
  const { id } = await createAccount(server);
  const { sql, notices } = server.deps;
  const since = new Date('2025-01-02T00:00:00Z');
  const former = new Map([['removed@example.vn', since]]);
  await sql.begin((tx) =>
    notices.notify(tx, { account: { id }, kind: 'account-recovered', phone: null, former }),
  );
  expect(await sql`select channel_since from notice_links where account_id = ${id}`).toEqual([
    { channelSince: since },
  ]);
});

it.each([
  ['app_1', '/vid/web/apps/app_1'],
  [null, '/vid/web/admin/webhooks'],
])('a notice about a webhook of the application %j links to %s', async (applicationId, page) => {
  const { sql, background } = server.deps;
  const { id: accountId, phone } = await createAccount(server);
  const { notifyOwner, kickNotices } = createWebhookNotices(server.deps);
  await sql.begin((tx) => notifyOwner(tx, { accountId, applicationId, kind: 'webhook-failing' }));
  kickNotices();
  await background.idle();
  const sent = (await readOutbox(new TestBrowser(server.app))).filter(({ to }) => to === phone);
  await sql`delete from outbox_messages`;
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text.endsWith(page)).toBe(true);
});

it('a decision of the association is queued as not urgent', async () => {
  const { sql, notices, background } = server.deps;
  const [byPhone, byMail, unreachable] = await Promise.all([1, 2, 3].map(() => createAccount(server)));
  if (!byPhone || !byMail || !unreachable) throw new Error('three accounts were created');
  await sql`
    update accounts set email = 'decision@example.vn', email_confirmed_at = now() - interval '1 year'
    where id = ${byMail.id}`;
  await sql`update accounts set phone = null, phone_since = null where id = ${unreachable.id}`;
  const decide = ({ id: accountId }: { id: string }) =>
    sql.begin((tx) => notices.queue(tx, { accountId, kind: 'enterprise-verified' }));
  expect([await decide(byPhone), await decide(byMail), await decide(unreachable)]).toEqual([
    'sms',
    'mail',
    'none',
  ]);
  for (const account of [byPhone, byMail])
    await sql.begin((tx) => notices.notify(tx, { account, kind: 'passkey-added' }));
  const queued = await sql`
    select distinct kind, type, is_urgent from deliveries
    where status = 'pending' and type in ('enterprise-verified', 'passkey-added') order by type, kind`;
  expect(queued).toEqual([
    { kind: 'mail', type: 'enterprise-verified', isUrgent: false },
    { kind: 'sms', type: 'enterprise-verified', isUrgent: false },
    { kind: 'mail', type: 'passkey-added', isUrgent: true },
    { kind: 'sms', type: 'passkey-added', isUrgent: true },
  ]);
  await background.idle();
  await sql`delete from deliveries`;
});

it('the notices report a backlog of 200 waiting messages, but not of 199', async () => {
  const { sql, notices } = server.deps;
  await sql`delete from deliveries`;
  const insert = (count: number) => sql`
    insert into deliveries (kind, id, type, receiver, sealed_content, expires_at)
    select 'mail', 'backlog-' || gen_random_uuid(), 'passkey-added', 'r', '', now() + interval '1 day'
    from generate_series(1, ${count})`;
  await insert(199);
  expect(await notices.hasBacklog()).toBe(false);
  await insert(1);
  expect(await notices.hasBacklog()).toBe(true);
  expect(await countBacklog(sql)).toContainEqual({
    kind: 'mail',
    waiting: 200,
    oldestSeconds: expect.any(Number),
    overdueSeconds: expect.any(Number),
  });
  await sql`delete from deliveries`;
});

it('K3 a return that proves the phone ends notices to former channels', async () => {
  const account = await createAccount(server);
  const { sql, accounts, notices, background } = server.deps;
  const [former, email, phone] = [`old-${account.id}@example.vn`, `${account.id}@example.vn`, freshPhone()];
  await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
  await sql.begin(async (tx) => {
    await accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 1 });
    await accounts.keepFormerEmail(tx, account.id, former);
  });
  const told = async () => {
    await sql.begin((tx) => notices.notify(tx, { account, kind: 'passkey-added' }));
    notices.kick();
    await background.idle();
    const outbox = await readOutbox(new TestBrowser(server.app));
    await sql`delete from outbox_messages`;
    const names = new Map([
      [account.phone, 'former phone'],
      [phone, 'phone'],
      [former, 'former email'],
      [email, 'email'],
    ]);
    return outbox.flatMap(({ to }) => names.get(to) ?? []).toSorted();
  };
  expect(await told()).toEqual(['email', 'former email', 'former phone', 'phone']);
  await sql`
    insert into account_returns (account_id, way, proved_at, rights_since, sessions_ended, removed)
    values (${account.id}, 'recovered-by-mail', now(), now(), 0, '[]')`;
  expect(await told()).toEqual(['email', 'phone']);
  await sql`update accounts set email_confirmed_at = now() - interval '31 days' where id = ${account.id}`;
  expect(await told()).toEqual(['email']);
});

const accountUsedSince = async (hours: number) => {
  const account = await createAccount(server);
  await server.deps.sql`
    insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
    values (${account.id}, 'terms', '1', 'test', '', now() - make_interval(hours => ${hours}))`;
  return account;
};
const notifyOf = (account: { id: string }, ...kinds: Notice['kind'][]) =>
  server.deps.sql.begin(async (tx) => {
    for (const kind of kinds) await server.deps.notices.notify(tx, { account, kind });
  });
const remindersOf = ({ id }: { id: string }) => server.deps.sql`
  select kind, count, is_held, round(extract(epoch from due_at - created_at) / 3600)::int as hours
  from due_notices where account_id = ${id}`;

describe('K1 the reminder of a change that gives lasting access', () => {
  it('goes to the phone a day later', async () => {
    const account = await accountUsedSince(25);
    const { sql, notices, background } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
    await notifyOf(account, 'passkey-added');
    expect(await remindersOf(account)).toEqual([
      { kind: 'changed-yesterday', count: 1, isHeld: false, hours: 24 },
    ]);
    const told = async () => {
      await notices.queueDue();
      notices.kick();
      await background.idle();
      const outbox = await readOutbox(new TestBrowser(server.app));
      await sql`delete from outbox_messages`;
      return outbox.filter(({ to }) => to === account.phone || to === email);
    };
    expect((await told()).map(({ purpose }) => purpose)).toEqual(['passkey-added', 'passkey-added']);
    await sql`
      update due_notices set due_at = now(), last_at = '2026-11-23T10:05Z' where account_id = ${account.id}`;
    const [reminder, ...others] = await told();
    expect(others).toEqual([]);
    expect(reminder?.to).toBe(account.phone);
    expect(reminder?.text).toMatch(
      /^VID: Hom qua tai khoan co thay doi \([^)]*17:05 23\/11\)\. Khong phai ban\? /u,
    );
    const code = /\/vid\/web\/not-me#([\w-]{22})/u.exec(reminder?.text ?? '')?.[1];
    expect((await new TestBrowser(server.app).post('/vid/ajax/auth/not-me', { code })).status).toBe(200);
    expect(await sql`select status from accounts where id = ${account.id}`).toEqual([{ status: 'locked' }]);
  });

  it('is not stored for a removed credential or a new device', async () => {
    const account = await accountUsedSince(25);
    await notifyOf(account, 'passkey-removed', 'new-device', 'identity-unlinked');
    expect(await remindersOf(account)).toEqual([]);
    await notifyOf(account, 'password-reset', 'passkey-added');
    expect(await remindersOf(account)).toMatchObject([{ kind: 'changed-yesterday', count: 2 }]);
  });

  it('goes to the phone and an address confirmed 31 days ago', async () => {
    const account = await accountUsedSince(25);
    const { sql } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '31 days'
      where id = ${account.id}`;
    await notifyOf(account, 'passkey-added');
    await sql`update due_notices set due_at = now() where account_id = ${account.id}`;
    const told = (await send()).filter(({ to }) => to === account.phone || to === email);
    const reminders = told.filter(({ purpose }) => purpose === 'changed-yesterday');
    expect(reminders.map(({ to }) => to).toSorted()).toEqual([account.phone, email].toSorted());
    const mail = reminders.find(({ to }) => to === email);
    const code = /\/vid\/web\/not-me#([\w-]{22})/u.exec(mail?.text ?? '')?.[1];
    expect((await new TestBrowser(server.app).post('/vid/ajax/auth/not-me', { code })).status).toBe(200);
    expect(await sql`select status from accounts where id = ${account.id}`).toEqual([{ status: 'locked' }]);
  });

  it('X1 is not held back after many notices', async () => {
    const account = await accountUsedSince(25);
    await notifyOf(account, 'passkey-added');
    const { sql } = server.deps;
    await notifyTimes(account.id, 'passkey-removed', 5);
    await notifyTimes(account.id, 'new-device', 5);
    await notifyTimes(account.id, 'identity-unlinked', 5);
    await send();
    await sql`
      update due_notices set due_at = now() where account_id = ${account.id} and kind = 'changed-yesterday'`;
    expect((await send()).map(({ purpose }) => purpose)).toEqual(['changed-yesterday']);
    expect((await remindersOf(account)).every(({ isHeld }) => isHeld)).toBe(true);
  });

  it('is not stored on the first day of an account', async () => {
    const account = await accountUsedSince(23);
    await notifyOf(account, 'passkey-added');
    expect(await remindersOf(account)).toEqual([]);
  });
});

it('a notice goes only to phones if the server sends no mail', async () => {
  const production = await startTestServer(inject('cluster'), { environment: productionSettings });
  const { sql, notices, accounts } = production.deps;
  const account = await createAccount(production);
  const phone = freshPhone();
  await sql`
    update accounts set email = 'an@example.vn', email_confirmed_at = now() - interval '1 year'
    where id = ${account.id}`;
  await sql.begin(async (tx) => {
    await accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 1 });
    await accounts.keepFormerEmail(tx, account.id, 'old@example.vn');
  });
  const told = async (how: Partial<Notice>) => {
    await sql.begin((tx) => notices.notify(tx, { kind: 'deletion-requested', ...how, account }));
    const rows = await sql<{ to: string }[]>`delete from deliveries returning coalesce(phone, 'mail') as to`;
    return rows.map(({ to }) => to).toSorted();
  };
  expect(await told({})).toEqual([account.phone, phone].toSorted());
  const lost = '+84900000000';
  const former = new Map([
    [lost, null],
    ['lost@example.vn', null],
  ]);
  expect(await told({ former })).toEqual([lost, phone].toSorted());
  const decision = { accountId: account.id, kind: 'enterprise-verified' } as const;
  expect(await sql.begin((tx) => notices.queue(tx, decision))).toBe('sms');
  await production.close();
});

it('K3 the requested deletion of an account is announced by mail and by SMS', async () => {
  const account = await createAccount(server);
  const { sql, notices, background } = server.deps;
  const email = `${account.id}@example.vn`;
  await sql`
    update accounts set email = ${email}, email_confirmed_at = now() - interval '1 year' where id = ${account.id}`;
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'deletion-requested' }));
  notices.kick();
  await background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  expect(outbox.map(({ to }) => to)).toEqual(expect.arrayContaining([email, account.phone]));
});

const notifyTimes = async (id: string, kind: Notice['kind'], count: number) => {
  const { sql, notices } = server.deps;
  const caller = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0', address: '203.0.113.7' };
  for (let n = 0; n < count; n += 1)
    await sql.begin((tx) => notices.notify(tx, { account: { id }, kind, caller }));
};
const send = async () => {
  const { sql, notices, background } = server.deps;
  await notices.queueDue();
  notices.kick();
  await background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  await sql`delete from outbox_messages`;
  return outbox;
};
const release = (id: string) => server.deps.sql`
  update due_notices set due_at = now() where account_id = ${id} and kind = (
    select kind from due_notices where account_id = ${id} order by created_at limit 1)`;

describe('many notices', () => {
  it.each([
    [
      'vi',
      'VID: 7 thay doi tren tai khoan. Khong phai ban? ',
      'Một passkey vừa được thêm vào tài khoản của bạn. (×6)',
    ],
    ['en', 'VID: 7 changes to your account. Not you? ', 'A passkey was added to your account. (×6)'],
  ])('are joined in one message, by SMS and by mail (%s)', async (locale, sms, line) => {
    const { sql } = server.deps;
    const [byPhone, byMail] = [await createAccount(server), await createAccount(server)];
    await sql`update accounts set locale = ${locale} where id in (${byPhone.id}, ${byMail.id})`;
    await sql`
      update accounts set email = 'joined@example.vn', email_confirmed_at = now() - interval '1 year'
      where id = ${byMail.id}`;
    for (const { id } of [byPhone, byMail]) {
      await notifyTimes(id, 'passkey-added', 10);
      await notifyTimes(id, 'new-device', 5);
    }
    const before = await send();
    expect(before.filter(({ to }) => to === byPhone.phone)).toHaveLength(8);
    expect(await send()).toEqual([]);
    for (const { id } of [byPhone, byMail]) await release(id);
    const after = await send();
    expect(after.map(({ to }) => to).toSorted()).toEqual([byPhone.phone, 'joined@example.vn'].toSorted());
    const texts = after.map(({ text }) => text);
    expect(texts.find((text) => text.startsWith(sms))).toMatch(/\/vid\/web\/not-me#[\w-]{22}$/u);
    const mail = texts.find((text) => text.includes(line)) ?? '';
    expect(mail).toMatch(/Chrome, Android\n.*\n.*203\.0\.113\.7/u);
    expect(mail).toMatch(/\/vid\/web\/not-me#[\w-]{22}/u);
  });

  it('about decisions of the association are joined separately', async () => {
    const { sql, notices } = server.deps;
    const [byPhone, byMail] = [await createAccount(server), await createAccount(server)];
    await sql`update accounts set locale = 'en' where id in (${byPhone.id}, ${byMail.id})`;
    await sql`
      update accounts set email = 'decided@example.vn', email_confirmed_at = now() - interval '1 year'
      where id = ${byMail.id}`;
    for (const { id: accountId } of [byPhone, byMail]) {
      for (let n = 0; n < 6; n += 1)
        await sql.begin((tx) => notices.queue(tx, { accountId, kind: 'enterprise-verified', detail: 'x' }));
      for (let n = 0; n < 5; n += 1)
        await sql.begin((tx) => notices.queue(tx, { accountId, kind: 'privacy-request-closed' }));
      await notifyTimes(accountId, 'passkey-added', 3);
    }
    const before = await send();
    expect(before.filter(({ to }) => to === byPhone.phone)).toHaveLength(10);
    for (const { id } of [byPhone, byMail]) await release(id);
    const after = await send();
    const textTo = (address: string, part: string) =>
      after.find(({ to, text }) => to === address && text.includes(part))?.text;
    expect(textTo(byPhone.phone, 'messages')).toMatch(
      /^VID has 3 messages for you. See: http.*\/user\/information$/u,
    );
    expect(textTo(byPhone.phone, 'not-me')).toContain('passkey');
    const mail = textTo('decided@example.vn', 'several messages');
    expect(mail).toMatch(/tax code of your business. \(×2\)\nhttp.*\/user\/information/u);
    expect(mail).toMatch(/your privacy request.\nhttp.*\/user\/privacy/u);
    expect(await send()).toEqual([]);
  });

  it('are sent unchanged if only one of them had to wait', async () => {
    const account = await createAccount(server);
    await notifyTimes(account.id, 'passkey-added', 5);
    await send();
    await release(account.id);
    expect((await send()).map(({ purpose }) => purpose)).toEqual(['passkey-added']);
  });

  it('have one link, dated by the first change', async () => {
    const account = await createAccount(server);
    await notifyTimes(account.id, 'passkey-added', 6);
    await send();
    const { sql } = server.deps;
    await notifyTimes(account.id, 'new-device', 6);
    await send();
    await sql`
      update due_notices set created_at = now() - case kind when 'new-device' then interval '2 hours' else '1 hour' end
      where account_id = ${account.id}`;
    await release(account.id);
    await send();
    const links = await sql`
      select round(extract(epoch from now() - created_at) / 60)::int as minutes from notice_links
      where account_id = ${account.id} and kind = 'several-changes'`;
    expect(links).toEqual([{ minutes: 120 }]);
  });

  it('are all composed in one run, even for more than fifty accounts', async () => {
    const { sql, notices } = server.deps;
    await sql`delete from due_notices`;
    const accounts = await Promise.all(Array.from({ length: 51 }, () => createAccount(server)));
    const caller = { userAgent: '', address: '' };
    for (const { id: accountId } of accounts)
      await sql.begin((tx) =>
        notices.defer(tx, { accountId, kind: 'passkey-added', caller, skipsPhone: false, isByCode: false }),
      );
    await notices.queueDue();
    expect(await sql`select from due_notices`).toHaveLength(0);
    await send();
  });

  it('are joined even if the first of them was deferred', async () => {
    const account = await createAccount(server);
    await notifyTimes(account.id, 'passkey-added', 4);
    await send();
    const { sql, notices } = server.deps;
    const caller = { userAgent: '', address: '' };
    await sql.begin((tx) =>
      notices.defer(tx, {
        accountId: account.id,
        kind: 'passkey-added',
        caller,
        skipsPhone: false,
        isByCode: false,
      }),
    );
    await notifyTimes(account.id, 'passkey-added', 1);
    await release(account.id);
    expect((await send()).map(({ purpose }) => purpose)).toEqual(['several-changes']);
  });

  it('are held and sent later once the account has received too many', async () => {
    const account = await createAccount(server);
    await notifyTimes(account.id, 'passkey-added', 4);
    await send();
    const { sql, notices } = server.deps;
    const caller = { userAgent: '', address: '' };
    await sql.begin((tx) =>
      notices.defer(tx, {
        accountId: account.id,
        kind: 'passkey-added',
        caller,
        skipsPhone: false,
        isByCode: false,
      }),
    );
    expect(await send()).toEqual([]);
    await release(account.id);
    expect((await send()).map(({ to, purpose }) => [to, purpose])).toEqual([
      [account.phone, 'passkey-added'],
    ]);
    expect(await sql`select from due_notices where account_id = ${account.id}`).toEqual([]);
  });

  it('about decisions of the association link to their page', async () => {
    const { sql, notices } = server.deps;
    const { id: accountId } = await createAccount(server);
    await sql`
      update accounts set email = 'single@example.vn', email_confirmed_at = now() - interval '1 year'
      where id = ${accountId}`;
    for (let n = 0; n < 5; n += 1)
      await sql.begin((tx) => notices.queue(tx, { accountId, kind: 'enterprise-verified' }));
    const sent = await send();
    expect(sent).toHaveLength(4);
    for (const { text } of sent) expect(text).toContain('/user/information');
    await release(accountId);
    expect((await send()).map(({ to, purpose }) => [to, purpose])).toEqual([
      ['single@example.vn', 'enterprise-verified'],
    ]);
  });

  it('wait for another transaction that locks the account', async () => {
    const account = await createAccount(server);
    const { sql, notices } = server.deps;
    const caller = { userAgent: '', address: '' };
    await sql.begin((tx) =>
      notices.defer(tx, {
        accountId: account.id,
        kind: 'passkey-added',
        caller,
        skipsPhone: false,
        isByCode: false,
      }),
    );
    let composed: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for no key update`;
      composed = notices.queueDue();
      await waitForLockWaits(server, 1);
    });
    await composed;
    expect(await sql`select from due_notices where account_id = ${account.id}`).toEqual([]);
    await send();
  });

  it('lead to at most forty messages in twelve hours of repeated changes', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    for (let round = 0; round < 12; round += 1) {
      for (const kind of ['passkey-added', 'passkey-removed', 'two-step-on', 'new-device'] as const)
        await notifyTimes(account.id, kind, 5);
      await sql`update deliveries set created_at = created_at - interval '1 hour'`;
      await sql`update due_notices set due_at = due_at - interval '1 hour'`;
      await server.deps.notices.queueDue();
    }
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from deliveries where phone = ${account.phone}`;
    expect(row?.count).toBeGreaterThan(20);
    expect(row?.count).toBeLessThanOrEqual(40);
    const [waiting] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from due_notices where account_id = ${account.id}`;
    expect(waiting?.rows).toBeLessThanOrEqual(4);
  });

  it('go to at most ten replaced addresses, the addresses confirmed first', async () => {
    const account = await createAccount(server);
    const { sql, accounts } = server.deps;
    const names = Array.from({ length: 12 }, (_, n) => `${n}-${account.id}@example.vn`);
    for (const [n, email] of names.entries())
      await sql.begin(async (tx) => {
        await tx`
          update accounts set email = ${email}, email_confirmed_at = now() - make_interval(hours => ${12 - n})
          where id = ${account.id}`;
        await accounts.keepFormerEmail(tx, account.id, email);
      });
    await sql`update accounts set email = null, email_confirmed_at = null where id = ${account.id}`;
    await notifyTimes(account.id, 'passkey-added', 1);
    const receivers = (await send()).map(({ to }) => to).filter((to) => names.includes(to));
    expect(receivers.toSorted()).toEqual(names.slice(0, 10).toSorted());
  });

  it('O10 of used recovery codes are joined, and their link deletes the codes', async () => {
    const { sql } = server.deps;
    const account = await createAccount(server);
    const { recoveryCodes } = await addAuthenticatorApp(server, account.id);
    for (const recoveryCode of recoveryCodes.slice(0, 8)) {
      const browser = new TestBrowser(server.app);
      const { phone, password } = account;
      await browser.post('/vid/ajax/auth/login/phone', { phone, password });
      const second = await browser.post('/vid/ajax/auth/login/two-step', {
        mfaToken: 'cookie',
        recoveryCode,
      });
      expect(second.status).toBe(200);
    }
    const texts = (await send()).filter(({ to }) => to === account.phone).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('ma khoi phuc'))).toHaveLength(4);
    await release(account.id);
    const [joined] = await send();
    const [, code] = /\/not-me#([\w-]{22})/u.exec(joined?.text ?? '') ?? [];
    const event = await new TestBrowser(server.app).post('/vid/ajax/auth/not-me/event', { code });
    expect(event.data['text']).toBe('Tài khoản của bạn vừa có nhiều thay đổi trong thời gian ngắn.');
    expect((await new TestBrowser(server.app).post('/vid/ajax/auth/not-me', { code })).status).toBe(200);
    expect(await sql`select from recovery_codes where account_id = ${account.id}`).toHaveLength(0);
  });

  it('do not delay the notice of another account by more than one batch', async () => {
    const { sql, sms, deliveries } = server.deps;
    const [busy, other] = [await createAccount(server), await createAccount(server)];
    await sql`delete from deliveries`;
    await sql.begin(async (tx) => {
      for (let n = 0; n < 400; n += 1)
        await sms.queue(tx, {
          accountId: busy.id,
          phone: freshPhone(),
          purpose: 'passkey-added',
          text: 'sms.passkey-added',
          values: { link: 'VID' },
          locale: 'vi',
          isUrgent: true,
        });
    });
    await sql.begin((tx) => server.deps.notices.notify(tx, { account: other, kind: 'phone-changed' }));
    const claim = () => deliveries.claim({ kind: 'sms', limit: 4, leaseSeconds: 60, mayRepeat: false });
    const claimed = [...(await claim()), ...(await claim())];
    expect(claimed.map(({ type }) => type).toSorted()).toEqual(['passkey-added', 'phone-changed']);
    expect(await claim()).toEqual([]);
    await sql`delete from deliveries`;
  });
});
