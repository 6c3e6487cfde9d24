import { fieldReasons } from '@vid/contract/field-reasons';
import { about } from '@vid/testkit/about';
import {
  createAccount,
  insertOtpToken,
  otherPassword,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, readOutbox, verifyPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Endpoint, Method } from '@vid/contract/endpoint';
import { endpoints, type EndpointName } from '@vid/contract/endpoints/index';
import { splitName } from '#http/routes/routes.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);

async function signedIn() {
  const [account, browser] = [await createAccount(server), browse()];
  await signIn(browser, account);
  const change = (phone: string, otpToken: string) =>
    browser.post('/vid/api/users/phone', { phone, otpToken });
  return {
    account,
    browser,
    change,
    verified: (phone: string) => insertOtpToken(server, browser, phone, 'phone-change'),
    changeTo: async (phone: string) => {
      const answer = await change(phone, await insertOtpToken(server, browser, phone, 'phone-change'));
      expect(answer.status).toBe(200);
      return answer;
    },
    me: () => browser.get('/vid/ajax/auth/me'),
  };
}

type Member = Awaited<ReturnType<typeof signedIn>>;

const phoneOf = async (id: string) => {
  const [row] = await server.deps.sql<
    { phone: string | null }[]
  >`select phone from accounts where id = ${id}`;
  return row?.phone;
};
const sentTo = async (phone: string) => {
  await server.deps.background.idle();
  const sent = (await readOutbox(browse())).filter(({ to }) => to === phone);
  return sent.filter(({ purpose }) => purpose !== 'new-device');
};
async function undoSecret(phone: string): Promise<string> {
  const [sms] = (await sentTo(phone)).filter(({ purpose }) => purpose === 'phone-replaced');
  const secret = /\/vid\/web\/not-me#([\w-]{22})$/u.exec(sms?.text ?? '')?.[1];
  if (secret === undefined) throw new Error('no undo link was sent');
  return secret;
}
const undo = (code: string) => browse().post('/vid/ajax/auth/not-me', { code }, { address: freshAddress() });
const kindsOf = async (accountId: string) => {
  const rows = await server.deps.sql<{ kind: string }[]>`
    select kind from audit_events where account_id = ${accountId} and kind like 'phone.%' order by id`;
  return rows.map(({ kind }) => kind);
};

describe('a phone change', () => {
  it('keeps its own session and ends the other session', async () => {
    const { account, browser, change, me } = await signedIn();
    const other = browse();
    await signIn(other, account);
    const phone = freshPhone();
    const otpToken = await verifyPhone(browser, server, phone, 'phone-change');
    const answer = await change(phone, otpToken);
    expect(answer.data).toMatchObject({ id: account.id, phone });
    expect(browser.cookies.has('vid_flow')).toBe(false);
    expect((await me()).data).toEqual(answer.data);
    const { since, until } = Object(answer.data['hold']);
    expect(Date.parse(until) - Date.parse(since)).toBe(86_400_000);
    expect((await other.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    await signIn(browse(), { ...account, phone });

    const [event] = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'phone.changed'`;
    expect(event?.['details']).toEqual({
      from: maskPhone(account.phone),
      to: maskPhone(phone),
      sessionsEnded: 1,
    });
    expect(JSON.stringify(event)).not.toContain(phone);
    expect(JSON.stringify(event)).not.toContain(account.phone);
  });

  it('is refused for the account’s own number', async () => {
    const { account, change } = await signedIn();
    const answer = await change(account.phone, 'A'.repeat(43));
    expect([answer.code, answer.fields]).toEqual(['VALIDATION_FAILED', { phone: fieldReasons.samePhone.vi }]);
  });

  it('forgets the wrong passwords that strangers entered for the new phone number', async () => {
    const { account, changeTo } = await signedIn();
    const phone = freshPhone();
    await setPasswordFailures(server, phone, 100);
    await changeTo(phone);
    expect((await signIn(browse(), { ...account, phone })).data['id']).toBe(account.id);
  });

  it('is announced to the former number with a link kept from logs', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    expect(server.logLines.join('')).not.toContain(await undoSecret(account.phone));
  });

  it('D4 happens once if the request is repeated, also in parallel', async () => {
    const { account, change, verified } = await signedIn();
    const phone = freshPhone();
    const token = await verified(phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(phone, token)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(answers.length);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'CHANGE_ON_HOLD'));
    expect((await change(phone, token)).status).toBe(200);
    expect(await kindsOf(account.id)).toEqual(['phone.changed']);
  });

  it('accepts the current number only as a repeat of a recent change', async () => {
    const { account, change, changeTo } = await signedIn();
    const { sql } = server.deps;
    await sql`update accounts set sensitive_hold_until = now() + interval '1 day' where id = ${account.id}`;
    expect((await change(account.phone, 'x')).fields).toHaveProperty('phone');
    await sql`update accounts set sensitive_hold_until = null where id = ${account.id}`;
    const phone = freshPhone();
    await changeTo(phone);
    expect((await change(phone, 'x')).status).toBe(200);
    await sql`update accounts set phone_since = now() - interval '1 day' where id = ${account.id}`;
    expect((await change(phone, 'x')).fields).toHaveProperty('phone');
    await sql`update accounts set phone_since = now() where id = ${account.id}`;
    expect((await change(phone, 'x')).status).toBe(200);
    await sql`
      insert into account_returns (account_id, way, rights_since, sessions_ended, removed)
      values (${account.id}, 'lock-opened', now(), 0, '[]')`;
    expect((await change(phone, 'x')).fields).toHaveProperty('phone');
  });

  it('requires the password again if the session is not confirmed', async () => {
    const { account, browser, change, verified } = await signedIn();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    const phone = freshPhone();
    const token = await verified(phone);
    expect((await change(phone, token)).code).toBe('REAUTHENTICATION_REQUIRED');
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect((await change(phone, token)).status).toBe(200);
  });

  it('can give a number to an account that lost its own', async () => {
    const { account, browser, change, verified } = await signedIn();
    const { sql, background } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`
      update accounts set phone = null, email = ${email}, email_confirmed_at = now() - interval '30 days'
      where id = ${account.id}`;
    await sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    const enter = (password: string) => browser.post('/vid/ajax/auth/reauthenticate', { password });
    expect((await enter('Wrong@Pass12')).code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await enter(account.password)).status).toBe(200);
    const phone = freshPhone();
    expect((await change(phone, await verified(phone))).data).toMatchObject({ id: account.id, phone });

    await background.idle();
    const mail = (await readOutbox(browse())).find(
      ({ to, purpose }) => to === email && purpose === 'phone-replaced',
    );
    const secret = /not-me#([\w-]{22})/u.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await undo(secret)).data).toEqual({ outcome: 'phone-restored' });
    expect(await phoneOf(account.id)).toBeNull();
  });

  it('is refused during the hold after the previous change', async () => {
    const { account, change, changeTo, verified } = await signedIn();
    await changeTo(freshPhone());
    const phone = freshPhone();
    const token = await verified(phone);
    expect((await change(phone, token)).code).toBe('CHANGE_ON_HOLD');
    await server.deps.sql`update accounts set sensitive_hold_until = now() where id = ${account.id}`;
    expect((await change(phone, token)).status).toBe(200);
  });

  it.each([
    [
      'reset by a code',
      async ({ account: { phone }, browser }: Member) => {
        const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
        await browser.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword });
        await signIn(browser, { phone, password: otherPassword });
      },
    ],
    [
      'set for the first time after a code',
      async ({ account: { id, phone }, browser }: Member) => {
        await server.deps.sql`delete from password_credentials where account_id = ${id}`;
        const otpToken = await insertOtpToken(server, browser, phone, 'signin');
        await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
        await browser.post('/vid/api/users/password', { newPassword: otherPassword });
        await browser.post('/vid/ajax/auth/reauthenticate', { password: otherPassword });
      },
    ],
    [
      'changed by a person who knew it',
      async ({ account, browser }: Member) => {
        const passwords = { currentPassword: account.password, newPassword: otherPassword };
        await browser.post('/vid/api/users/password/change', passwords);
      },
    ],
  ] as const)('K1 is refused for a day after the password was %s', async (_how, setPassword) => {
    const member = await signedIn();
    const { account, browser, change, verified } = member;
    const { sql } = server.deps;
    await setPassword(member);
    const phone = freshPhone();
    const refused = await change(phone, await verified(phone));
    expect(refused.code).toBe('CHANGE_ON_HOLD');
    expect(Number(refused.raw.headers['retry-after'])).toEqual(about(86_400));
    expect(await phoneOf(account.id)).toBe(account.phone);
    const information = async () => (await browser.get('/vid/api/users/information')).data['password'];
    const [row] = await sql<{ changedAt: Date; until: Date }[]>`
        select changed_at, changed_at + interval '1 day' as until from password_credentials
        where account_id = ${account.id}`;
    expect(await information()).toEqual({
      changedAt: row?.changedAt.toISOString(),
      holdsPhoneUntil: row?.until.toISOString(),
    });
  });

  it('is possible again a day after a new password', async () => {
    const { account, changeTo } = await signedIn();
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      values ('password.reset', ${account.id}, ${account.id}, '', 'test', now() - interval '1 day')`;
    const phone = freshPhone();
    await changeTo(phone);
    expect(await phoneOf(account.id)).toBe(phone);
  });

  it('rejects used codes and codes of another purpose, number or browser', async () => {
    const { account, browser, change, verified } = await signedIn();
    const phone = freshPhone();
    const foreign = await insertOtpToken(server, browse(), phone, 'phone-change');
    const signInToken = await insertOtpToken(server, browser, phone, 'signin');
    for (const token of [foreign, signInToken, await verified(freshPhone()), 'x', ''.padEnd(43, 'A')])
      expect((await change(phone, token)).code).toBe('OTP_TOKEN_INVALID');
    const used = await verified(phone);
    await server.deps.sql`
      update otp_codes set token_used_at = now() where token_hash = ${server.deps.keys.hashSecret(used)}`;
    expect((await change(phone, used)).code).toBe('OTP_TOKEN_INVALID');
    expect(await phoneOf(account.id)).toBe(account.phone);
  });

  it('rejects the current number, a landline and another account’s number', async () => {
    const { account, change, verified } = await signedIn();
    const taken = await createAccount(server);
    expect((await change(account.phone, 'x')).fields).toHaveProperty('phone');
    expect((await change('02438223344', 'x')).code).toBe('PHONE_UNSUPPORTED');
    const token = await verified(taken.phone);
    expect((await change(taken.phone, token)).code).toBe('ACCOUNT_EXISTS');
    expect(await phoneOf(account.id)).toBe(account.phone);
    expect(await kindsOf(account.id)).toEqual([]);
    expect(await sentTo(account.phone)).toEqual([]);
  });

  it('succeeds for one of two accounts that choose the same number', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const phone = freshPhone();
    const tokens = [await first.verified(phone), await second.verified(phone)] as const;
    const answers = await Promise.all([first.change(phone, tokens[0]), second.change(phone, tokens[1])]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

const memberEndpoints = (guards: (endpoint: Endpoint) => boolean) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.access === 'member' && guards(endpoint))
    .map(([name]) => name)
    .toSorted();

describe('an account on hold', () => {
  const passkeyId = `psk_${'0'.repeat(26)}`;
  const refused: Partial<Record<EndpointName, { readonly path?: string; readonly body?: object }>> = {
    'PATCH /vid/api/users/profile': { body: { email: 'an@example.vn' } },
    'POST /vid/api/users/phone': { body: { phone: freshPhone(), otpToken: 'x' } },
    'POST /vid/api/users/identity-requests': { body: { provider: 'zalo' } },
    'POST /vid/api/users/identities': { body: { provider: 'facebook', accessToken: 'x' } },
    'DELETE /vid/api/users/identities/:provider': { path: '/vid/api/users/identities/zalo' },
    'POST /vid/api/users/two-step/setup': {},
    'POST /vid/api/users/two-step/confirm': { body: { code: '123456' } },
    'POST /vid/api/users/two-step/recovery-codes': {},
    'DELETE /vid/api/users/two-step': {},
    'POST /vid/api/passkey-options': {},
    'POST /vid/api/passkeys': {
      body: {
        passkey: {
          id: 'A'.repeat(22),
          response: { clientDataJSON: 'e30', attestationObject: 'e30', transports: [] },
        },
      },
    },
    'DELETE /vid/api/passkeys/:passkeyId': { path: `/vid/api/passkeys/${passkeyId}` },
    'POST /vid/api/privacy/exports': {},
    'GET /vid/api/privacy/exports/:exportId': { path: '/vid/api/privacy/exports/x' },
    'POST /vid/api/privacy/deletion': {},
    // During a hold, this endpoint refuses only codes sent to the phone.
    'POST /vid/ajax/auth/reauthenticate': { body: { otpToken: 'A'.repeat(43) } },
  };

  it('can make only six changes that require re-authentication', () => {
    const held = memberEndpoints(({ errors }) => errors.includes('CHANGE_ON_HOLD'));
    const confirmed = memberEndpoints(({ errors }) => errors.includes('REAUTHENTICATION_REQUIRED'));
    expect(confirmed.filter((name) => !held.includes(name))).toEqual([
      'DELETE /vid/api/sessions',
      'DELETE /vid/api/sessions/:sessionId',
      'DELETE /vid/api/users/return',
      'POST /vid/ajax/auth/logout/all',
      'POST /vid/ajax/auth/qr/:qrId/approve',
      'POST /vid/api/users/password',
    ]);
    expect(Object.keys(refused).toSorted()).toEqual(held);
  });

  it.each(Object.entries(refused))('gets CHANGE_ON_HOLD from %s', async (name, { path, body }) => {
    const { account, browser } = await signedIn();
    await server.deps.sql`
      update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
    // The hold is reported first, because re-authentication does not lift it.
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    const [method, url] = splitName(name);
    const answer = await browser.call(method, path ?? url, method === 'GET' ? undefined : (body ?? {}));
    expect(answer).toMatchObject({ status: 403, code: 'CHANGE_ON_HOLD' });
    expect(answer.raw.json()).toMatchObject({ error: expect.stringMatching(/sau 60 phút\.$/u) });
  });
});

describe('a phone change that is stored while another change waits', () => {
  it.each<[Method, string, object?]>([
    ['DELETE', '/vid/api/users/two-step'],
    ['DELETE', '/vid/api/users/identities/zalo'],
    ['DELETE', `/vid/api/passkeys/psk_${'0'.repeat(26)}`],
    ['POST', '/vid/api/privacy/exports'],
    ['POST', '/vid/api/privacy/deletion'],
    ['PATCH', '/vid/api/users/profile', { email: 'an@example.vn' }],
  ])('makes the other change by %s %s fail', async (method, path, body = {}) => {
    const { account, browser } = await signedIn();
    const phone = freshPhone();
    let waiting: ReturnType<TestBrowser['call']> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await server.deps.accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 60 });
      waiting = browser.call(method, path, body);
      await waitForLockWaits(server, 1);
    });
    expect((await waiting)?.code).toBe('CHANGE_ON_HOLD');
  });
});

describe('the undo link of a phone change', () => {
  it('K3 shows the change with its device, address and time, without undoing it', async () => {
    const { account, changeTo } = await signedIn();
    const phone = freshPhone();
    await changeTo(phone);
    const code = await undoSecret(account.phone);
    const describeEvent = () => browse().post('/vid/ajax/auth/not-me/event', { code });
    for (let time = 0; time < 2; time += 1)
      expect((await describeEvent()).data).toEqual({
        text: 'Số điện thoại của tài khoản vừa được thay đổi.',
        at: expect.any(String),
        device: { browser: 'Chrome', system: 'Android', isMobile: true },
        address: expect.any(String),
        effect: 'restore-phone',
      });
    expect(await phoneOf(account.id)).toBe(phone);
    await undo(code);
    expect((await describeEvent()).code).toBe('NOTICE_LINK_INVALID');
  });

  it('K3 in the mail to a replaced address only locks the account', async () => {
    const { account, changeTo } = await signedIn();
    const former = `${account.id}@example.vn`.toLowerCase();
    await server.deps.sql`
      insert into former_emails (account_id, email, confirmed_at, expires_at)
      values (${account.id}, ${former}, now() - interval '40 days', now() + interval '30 days')`;
    await changeTo(freshPhone());
    await server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === former);
    const mail = sent.find(({ purpose }) => purpose.startsWith('phone-'));
    expect(mail?.purpose).toBe('phone-changed');
    const code = /not-me#([\w-]{22})/u.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await undo(code)).data).toEqual({ outcome: 'locked' });
  });

  it('restores the former phone number and removes the password', async () => {
    const { account, changeTo, me } = await signedIn();
    const phone = freshPhone();
    await changeTo(phone);
    const secret = await undoSecret(account.phone);
    await setPasswordFailures(server, account.phone, 100);
    const { sql } = server.deps;
    const [changed] = await sql`select phone_since as since from accounts where id = ${account.id}`;
    expect((await undo(secret)).data).toEqual({ outcome: 'phone-restored', restored: account.phone });
    expect(await phoneOf(account.id)).toBe(account.phone);
    expect((await me()).code).toBe('TOKEN_INVALID');
    for (const known of [account.phone, phone]) {
      const typed = { phone: known, password: account.password };
      const answer = await browse().post('/vid/ajax/auth/login/phone', typed);
      expect(answer.code).toBe('AUTH_FAILED');
    }
    expect(await kindsOf(account.id)).toEqual(['phone.changed', 'phone.change-undone']);
    const [undone] = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'phone.change-undone'`;
    expect(undone?.['details']).toEqual({
      from: maskPhone(phone),
      to: maskPhone(account.phone),
      sessionsEnded: 1,
    });
    expect((await sentTo(account.phone))[0]).toMatchObject({ purpose: 'phone-change-undone' });
    const links = await sql`
      select channel_since as since from notice_links
      where account_id = ${account.id} and kind = 'phone-change-undone' order by channel_since nulls first`;
    // The intruder's phone is too young for a link that undoes changes or outlasts a return.
    expect(links).toEqual([{ since: null }, changed]);
    expect((await sentTo(phone)).find(({ purpose }) => purpose === 'phone-change-undone')?.text).toContain(
      '/vid/web/not-me#',
    );

    const owner = browse();
    const otpToken = await insertOtpToken(server, owner, account.phone, 'forget-password');
    const reset = { phone: account.phone, otpToken, newPassword: account.password };
    expect((await owner.post('/vid/api/users/password/forget', reset)).status).toBe(200);
    await signIn(owner, account);
  });

  it('K1 is sent again after half a day', async () => {
    const { account, changeTo } = await signedIn();
    const { sql, notices, background } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${account.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    const earlier = freshPhone();
    await sql`
      insert into released_phones (account_id, phone, released_at) values (${account.id}, ${earlier}, now() - interval '1 minute')`;
    await changeTo(freshPhone());
    const first = await undoSecret(account.phone);
    await sql`update due_notices set due_at = due_at - interval '12 hours' where account_id = ${account.id}`;
    await notices.queueDue();
    notices.kick();
    await background.idle();
    const second = await undoSecret(account.phone);
    expect(second).not.toBe(first);
    expect((await undo(second)).data).toEqual({ outcome: 'phone-restored', restored: account.phone });
    expect(await phoneOf(account.id)).toBe(account.phone);
  });

  it('K1 is sent again if another account takes the new number back', async () => {
    const [owner, earlier] = [await signedIn(), await signedIn()];
    const { sql, notices, background } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${owner.account.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    await earlier.changeTo(freshPhone());
    const takesBack = await undoSecret(earlier.account.phone);
    await owner.changeTo(earlier.account.phone);
    const first = await undoSecret(owner.account.phone);
    expect((await undo(takesBack)).data).toMatchObject({ outcome: 'phone-restored' });
    expect(await phoneOf(owner.account.id)).toBeNull();
    await sql`update due_notices set due_at = now() where account_id = ${owner.account.id}`;
    await notices.queueDue();
    notices.kick();
    await background.idle();
    const second = await undoSecret(owner.account.phone);
    expect(second).not.toBe(first);
    expect((await undo(second)).data).toEqual({ outcome: 'phone-restored', restored: owner.account.phone });
  });

  it('D4 undoes the change once, even if opened eight times in parallel', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(secret)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await kindsOf(account.id)).toEqual(['phone.changed', 'phone.change-undone']);
  });

  it('after a day only locks the account', async () => {
    const { account, changeTo } = await signedIn();
    const phone = freshPhone();
    await changeTo(phone);
    const secret = await undoSecret(account.phone);
    const { sql } = server.deps;
    await sql`
      update notice_links set created_at = created_at - interval '1 day' where account_id = ${account.id}`;
    expect((await browse().post('/vid/ajax/auth/not-me/event', { code: secret })).data['effect']).toBe(
      'lock',
    );
    expect((await undo(secret)).data).toEqual({ outcome: 'locked' });
    expect((await undo('x')).code).toBe('NOTICE_LINK_INVALID');
    const [row] = await sql`select phone, status, phone_in_doubt from accounts where id = ${account.id}`;
    expect(row).toEqual({ phone, status: 'locked', phoneInDoubt: true });
  });

  it('restores the number if support recovered the account before the change', async () => {
    const { account, changeTo } = await signedIn();
    const { sql } = server.deps;
    await sql`
      insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
      values (${account.id}, 'recovered-by-support', now() - interval '1 day', now(), 0, '[]')`;
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    expect((await undo(secret)).data).toMatchObject({ outcome: 'phone-restored' });
  });

  it('does not undo a later change after it was used', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    expect((await undo(secret)).status).toBe(200);
    const later = freshPhone();
    await server.deps.sql`update accounts set phone = ${later} where id = ${account.id}`;
    expect((await undo(secret)).code).toBe('NOTICE_LINK_INVALID');
    expect(await phoneOf(account.id)).toBe(later);
  });

  it('K1 ends the session even if the account has its former number', async () => {
    const { account, changeTo, me } = await signedIn();
    const { sql } = server.deps;
    await sql`
      insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
      values (${account.id}, 'phone-restored', now() - interval '1 day', now(), 0, '[]')`;
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    await sql`update accounts set phone = ${account.phone}, phone_since = now() where id = ${account.id}`;
    expect((await undo(secret)).data).toEqual({ outcome: 'phone-restored', restored: account.phone });
    expect((await me()).status).toBe(401);
    expect(await kindsOf(account.id)).toEqual(['phone.changed', 'phone.change-undone']);
  });

  it('restores the number even if the intruder has replaced the phone again', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    await server.deps.sql`update accounts set phone = ${freshPhone()} where id = ${account.id}`;
    expect((await undo(secret)).data).toEqual({ outcome: 'phone-restored', restored: account.phone });
    expect(await phoneOf(account.id)).toBe(account.phone);
  });

  it('K2 takes the number back from an account created after the change', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    const other = await createAccount(server, { phone: account.phone });
    const email = `${other.id}@example.vn`;
    const { sql, background } = server.deps;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${other.id}`;
    expect((await undo(secret)).data).toEqual({ outcome: 'phone-restored', restored: account.phone });
    expect([await phoneOf(account.id), await phoneOf(other.id)]).toEqual([account.phone, null]);
    expect(
      await sql`select details from audit_events where account_id = ${other.id} and kind = 'phone.released'`,
    ).toEqual([{ details: { reason: 'given-back' } }]);
    await background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === email);
    expect(sent.map(({ purpose }) => purpose)).toEqual(['phone-released']);
    // The account that loses the number may be an intruder's, who must not learn the owner's IP address.
    expect(sent[0]?.text).not.toContain('IP');
    expect((await undo(secret)).status).toBe(200);
  });

  it('K2 takes the number back from an account that changed to it', async () => {
    const other = await signedIn();
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    await other.changeTo(account.phone);
    expect((await undo(secret)).status).toBe(200);
    expect([await phoneOf(account.id), await phoneOf(other.account.id)]).toEqual([account.phone, null]);
  });

  it('K2 leaves the number to an administrator who got it after the change', async () => {
    const { account, changeTo } = await signedIn();
    const changed = freshPhone();
    await changeTo(changed);
    const secret = await undoSecret(account.phone);
    const other = await createAccount(server, { phone: account.phone, role: 'admin' });
    expect((await undo(secret)).code).toBe('ACCOUNT_EXISTS');
    expect([await phoneOf(account.id), await phoneOf(other.id)]).toEqual([changed, account.phone]);
  });

  it('K2 revokes a password-reset token obtained with the former phone', async () => {
    const { account, changeTo } = await signedIn();
    await changeTo(freshPhone());
    const secret = await undoSecret(account.phone);
    const [finder, { phone }] = [browse(), account];
    const otpToken = await insertOtpToken(server, finder, phone, 'forget-password');
    expect((await undo(secret)).status).toBe(200);
    const body = { phone, otpToken, newPassword: 'Kẻ-lạ mặt 7x' };
    expect((await finder.post('/vid/api/users/password/forget', body)).code).toBe('OTP_TOKEN_INVALID');
  });
});
