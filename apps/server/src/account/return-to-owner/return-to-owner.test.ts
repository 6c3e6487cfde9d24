import { appCode } from '@vid/testkit/app-code';
import {
  createAccount,
  createAdmin,
  insertOtpToken,
  otherPassword,
  signIn,
  signInAdmin,
} from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { bearer, callManagement, createMachineToken, requestToken } from '@vid/testkit/machine';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { addPasskey, signInByPasskey } from '@vid/testkit/passkeys';
import { approveQr, scanQr, startQr } from '@vid/testkit/qr';
import { freshSubject, proveByCode, socialPath, startSocialServer } from '@vid/testkit/social';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { newId, newLinkSecret } from '#lib/ids.ts';
import { recordEvents } from '#platform/webhooks/testing/recorded-events.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

const browse = () => new TestBrowser(kit.server.app);
const by = { actorId: null, caller: { address: '203.0.113.1', requestId: 'test' } };

type Account = Awaited<ReturnType<typeof createAccount>>;
type Intruder = { readonly account: Account; readonly browser: TestBrowser; readonly appId: string };
/** Tries an addition: returns what happened, and what must happen after the return. */
type Trial = () => Promise<readonly [unknown, unknown]>;

async function secretOf(to: string, pattern: RegExp): Promise<string> {
  await kit.server.deps.background.idle();
  const found = (await readOutbox(browse())).find((entry) => entry.to === to && pattern.test(entry.text));
  const secret = pattern.exec(found?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`no message to ${to} has ${String(pattern)}`);
  return secret;
}

const notMe = /\/not-me#([\w-]{22})/u;

/** Reads the code in the link that undoes a change of the phone or the address. */
async function undoCodeOf(to: string): Promise<string> {
  await kit.server.deps.background.idle();
  const sent = await readOutbox(browse());
  const notice = sent.find((entry) => entry.to === to && entry.purpose.endsWith('-replaced'));
  const code = notMe.exec(notice?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no message to ${to} undoes a change`);
  return code;
}

const undo = (code: string) => browse().post('/vid/ajax/auth/not-me', { code });

async function countOf(accountId: string, kind: string): Promise<number> {
  const { count } = await kit.server.deps
    .sql`select from audit_events where account_id = ${accountId} and kind = ${kind}`;
  return count;
}

function requireOk(answer: { readonly status: number; readonly code: unknown }): void {
  if (answer.status !== 200) throw new Error(`the answer is ${answer.status} ${String(answer.code)}`);
}

const additions = {
  async passkey({ browser }: Intruder): Promise<Trial> {
    const { device } = await addPasskey(browser);
    return async () => [(await signInByPasskey(browse(), device)).code, 'PASSKEY_UNKNOWN'];
  },

  async app({ account, browser }: Intruder): Promise<Trial> {
    const setup = await browser.post('/vid/api/users/two-step/setup');
    requireOk(
      await browser.post('/vid/api/users/two-step/confirm', { code: appCode(String(setup.data['secret'])) }),
    );
    return async () => {
      const { sql } = kit.server.deps;
      const apps = await sql`select from authenticator_apps where account_id = ${account.id}`;
      const codes = await sql`select from recovery_codes where account_id = ${account.id}`;
      return [
        [apps.count, codes.count],
        [0, 0],
      ];
    };
  },

  async identity({ browser }: Intruder): Promise<Trial> {
    const subject = freshSubject();
    const proof = await proveByCode(browser, 'google', { subject }, '/vid/api/users/identity-requests');
    requireOk(await browser.post('/vid/api/users/identities', proof));
    return async () => {
      const visitor = browse();
      const answer = await visitor.post(socialPath, await proveByCode(visitor, 'google', { subject }));
      return [answer.data['isExistAccount'], false];
    };
  },

  async email({ account, browser }: Intruder): Promise<Trial> {
    const email = `thief-${account.id}@example.vn`.toLowerCase();
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email }));
    const token = await secretOf(email, /\/confirm-email#([\w-]{22})/u);
    requireOk(await browse().post('/vid/api/users/email/confirm', { token }));
    return async () => {
      const [row] = await kit.server.deps
        .sql`select email, email_confirmed_at from accounts where id = ${account.id}`;
      return [row, { email: null, emailConfirmedAt: null }];
    };
  },

  async consent({ account }: Intruder): Promise<Trial> {
    const { consents, sql } = kit.server.deps;
    const { id, code } = await createApplication(kit.server);
    const application = { id, code, isFirstParty: false };
    const caller = {
      address: '203.0.113.9',
      addressKey: '203.0.113.9',
      userAgent: '',
      requestId: 'r',
      locale: 'vi',
    } as const;
    await consents.record({ accountId: account.id, application, scope: 'openid profile', caller });
    return async () => {
      const { count } = await sql`select from application_consents where account_id = ${account.id}`;
      return [
        [count, await countOf(account.id, 'consent.withdrawn')],
        [0, 1],
      ];
    };
  },

  async manager({ browser, appId }: Intruder): Promise<Trial> {
    const friend = await createAccount(kit.server);
    const friends = browse();
    await signIn(friends, friend);
    requireOk(await browser.post(`/vid/api/apps/${appId}/managers`, { phone: friend.phone }));
    requireOk(await friends.get(`/vid/api/apps/${appId}/clients`));
    return async () => [(await friends.get(`/vid/api/apps/${appId}/clients`)).code, 'NOT_FOUND'];
  },

  async machine({ browser, appId }: Intruder): Promise<Trial> {
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' });
    const client = { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
    return async () => [(await requestToken(kit.server, client, '')).access_token, undefined];
  },

  async role({ browser, appId }: Intruder): Promise<Trial> {
    const friend = await createAccount(kit.server);
    const role = { code: 'reader', name: 'Reader', description: '', isDefault: false };
    await browser.post(`/vid/api/apps/${appId}/roles`, role);
    const given = { role: role.code, phones: [friend.phone] };
    requireOk(await browser.post(`/vid/api/apps/${appId}/permissions`, given));
    return async () => {
      const { sql } = kit.server.deps;
      const { count } = await sql`select from permissions where account_id = ${friend.id}`;
      return [
        [count, await countOf(friend.id, 'permission.removed')],
        [0, 1],
      ];
    };
  },

  async webhook({ browser, appId }: Intruder): Promise<Trial> {
    const added = await browser.post(`/vid/api/apps/${appId}/webhooks`, {
      url: 'https://thief.example.vn/hook',
      events: ['account.locked'],
    });
    requireOk(added);
    return async () => {
      const [row] = await kit.server.deps
        .sql`select status from webhook_endpoints where id = ${String(added.data['id'])}`;
      return [row?.['status'], 'disabled'];
    };
  },

  async session({ account }: Intruder): Promise<Trial> {
    const other = browse();
    const [row] = await kit.server.deps.sql`select phone from accounts where id = ${account.id}`;
    requireOk(await signInByCode(other, String(row?.['phone'])));
    return async () => [(await other.get('/vid/ajax/auth/me')).status, 401];
  },

  async phone(intruder: Intruder): Promise<Trial> {
    const phone = await changePhone(intruder);
    return async () => [(await signInByCode(browse(), phone)).code, 'ACCOUNT_NOT_FOUND'];
  },

  async qr({ browser }: Intruder): Promise<Trial> {
    const screen = browse();
    const started = await startQr(screen);
    requireOk(await scanQr(browser, started));
    requireOk(await approveQr(browser, started));
    return async () => [
      (await screen.post('/vid/ajax/auth/login/qr', { qrId: started.qrId })).code,
      'QR_NOT_FOUND',
    ];
  },

  async recovery({ account }: Intruder): Promise<Trial> {
    const complete = await beginRecovery(account, 'mail');
    return async () => [(await complete(freshPhone())).code, 'RECOVERY_LINK_INVALID'];
  },
} satisfies Readonly<Record<string, (intruder: Intruder) => Promise<Trial>>>;

type Addition = keyof typeof additions;
const signInByCode = async (browser: TestBrowser, phone: string) => {
  const otpToken = await insertOtpToken(kit.server, browser, phone, 'signin');
  return browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
};

const kinds = Object.keys(additions).filter((kind): kind is Addition => kind in additions);

/** Sends a notice to the phone after the last addition, so that the owner can dispute it. */
async function dispute({ id, phone }: Account): Promise<void> {
  const { sql, notices } = kit.server.deps;
  await sql.begin((tx) => notices.notify(tx, { account: { id }, kind: 'passkey-added', phone }));
  notices.kick();
  const code = await secretOf(phone, /\/not-me#([\w-]{22})/u);
  requireOk(await browse().post('/vid/ajax/auth/not-me', { code }));
}

async function resetPassword(phone: string): Promise<void> {
  const browser = browse();
  const otpToken = await insertOtpToken(kit.server, browser, phone, 'forget-password');
  requireOk(
    await browser.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword }),
  );
}

/** Returns a function that completes a recovery whose wait is over. */
async function beginRecovery({ id }: Account, channel: string) {
  const { sql, keys } = kit.server.deps;
  const token = newLinkSecret();
  await sql`
    insert into recovery_requests (id, status, channel, account_id, token_hash, user_agent, address, request_id,
      ready_at, expires_at)
    values (${newId('rec')}, 'ready', ${channel}, ${id}, ${keys.hashSecret(token)}, '', '', '', now(),
      now() + interval '1 hour')`;
  const browser = browse();
  browser.cookies.set('vid_recovery', token);
  return async (phone: string) => {
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'recovery');
    return browser.post('/vid/ajax/auth/recovery/complete', { phone, otpToken, newPassword: otherPassword });
  };
}

async function recover(account: Account, channel: string, phone = freshPhone()): Promise<string> {
  const complete = await beginRecovery(account, channel);
  requireOk(await complete(phone));
  return phone;
}

async function requestDeletion(id: string): Promise<void> {
  await kit.server.deps.sql`
    insert into account_deletions (account_id, erase_at) values (${id}, now() + interval '30 days')`;
}

/** Each way takes the account back and returns the owner's phone. */
const ways = {
  async 'a new password after a report'({ account }: Intruder) {
    await dispute(account);
    await resetPassword(account.phone);
    return account.phone;
  },

  async 'the link that undoes a change of the phone'({ account, browser }: Intruder) {
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(await undoCodeOf(account.phone)));
    return account.phone;
  },

  async 'the link that undoes a change of the address'({ account, browser }: Intruder) {
    const email = `own-${account.id}@example.vn`.toLowerCase();
    const { sql } = kit.server.deps;
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '400 days' where id = ${account.id}`;
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: null }));
    requireOk(await undo(await undoCodeOf(email)));
    // An account without an address takes the remaining steps of the test.
    await sql`update accounts set email = null, email_confirmed_at = null where id = ${account.id}`;
    return account.phone;
  },

  'a recovery by a recovery code': ({ account }: Intruder) => recover(account, 'code'),
  'a recovery by a code to the phone': ({ account }: Intruder) => recover(account, 'phone'),
  'a recovery by support': ({ account }: Intruder) => recover(account, 'support'),

  'a recovery by mail': ({ account }: Intruder) => recover(account, 'mail'),

  async 'a reset by the operator'({ account }: Intruder) {
    const { sql } = kit.server.deps;
    await sql`update accounts set role = 'admin' where id = ${account.id}`;
    await createAdminResetService(kit.server.deps).resetAdminPassword(account.id, otherPassword, by);
    // A member takes the remaining steps, because a member chooses no password and needs no second factor.
    await sql`update accounts set role = 'user', must_change_password = false where id = ${account.id}`;
    return account.phone;
  },

  async 'a lock that support lifts'({ account }: Intruder) {
    await dispute(account);
    const { accountLock } = kit.server.deps.modules.accounts;
    await accountLock.lock(account.id, by);
    await accountLock.unlock(account.id, by);
    return account.phone;
  },
} satisfies Readonly<Record<string, (intruder: Intruder) => Promise<string>>>;

async function intrude(): Promise<Intruder> {
  const account = await createAccount(kit.server);
  const { id: appId } = await createApplication(kit.server, { ownerId: account.id });
  const browser = browse();
  await signIn(browser, account);
  return { account, browser, appId };
}

const item = (kind: string, name: unknown) => ({ kind, name, addedAt: expect.any(String) });

/** The owner signs in with a code sent to the phone and nothing else. */
async function enterWithPhone(phone: string): Promise<TestBrowser> {
  const owner = browse();
  const otpToken = await insertOtpToken(kit.server, owner, phone, 'signin');
  const answer = await owner.post('/vid/ajax/auth/login/otp', { phone, otpToken });
  requireOk(answer);
  return owner;
}

/** Chooses sequences of up to five additions repeatably, so that each addition occurs once. */
function sample(seed: number, from: readonly Addition[]): readonly (readonly Addition[])[] {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const left = [...from];
  const sequences: Addition[][] = [];
  while (left.length > 0)
    sequences.push(
      Array.from({ length: Math.min(1 + next(5), left.length) }, () =>
        left.splice(next(left.length), 1),
      ).flat(),
    );
  return sequences;
}

/**
 * Whether this kind of return sets the account's phone, which removes the intruder's phone. The other kinds leave the
 * phone in doubt.
 */
const givesPhone = (name: string) => name.startsWith('a recovery') || name.endsWith('change of the phone');

describe.each(Object.entries(ways))('K1 K2 taking the account back by %s', (name, takeBack) => {
  const from = kinds.filter((kind) => {
    // The link restores an address that was confirmed before every addition, so leave out an added address.
    if (kind === 'email') return takeBack !== ways['the link that undoes a change of the address'];
    if (kind === 'phone') return givesPhone(name);
    // An account has one recovery at a time, so the owner's recovery cannot begin during the intruder's.
    return kind !== 'recovery' || !name.startsWith('a recovery');
  });
  it.each(sample(name.length * 7_919, from).map((sequence) => [sequence.join(', '), sequence] as const))(
    'removes what the intruder added (%s), and lets the owner sign in with the phone alone',
    async (_title, sequence) => {
      const intruder = await intrude();
      const { account } = intruder;
      const trials: Trial[] = [];
      for (const kind of sequence) trials.push(await additions[kind](intruder));
      await requestDeletion(account.id);
      const phone = await takeBack(intruder);
      await kit.server.deps.givenPermissions.run();

      for (const attempt of trials) {
        const [actual, expected] = await attempt();
        expect(actual).toEqual(expected);
      }
      expect((await intruder.browser.get('/vid/ajax/auth/me')).status).toBe(401);
      for (const known of new Set([account.phone, phone])) {
        const typed = { phone: known, password: account.password };
        const answer = await browse().post('/vid/ajax/auth/login/phone', typed, { address: freshAddress() });
        expect(answer.code).toBe('AUTH_FAILED');
      }
      // Check the deletion before the owner signs in, because a sign-in would also cancel it.
      const { sql } = kit.server.deps;
      expect(await sql`select from account_deletions where account_id = ${account.id}`).toHaveLength(0);
      expect(await sql`select from known_devices where account_id = ${account.id}`).toHaveLength(0);
      const owner = await enterWithPhone(phone);
      expect((await owner.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
      const [row] = await sql`
        select status, disputed_at, sensitive_hold_until > now() + interval '23 hours' as is_held
        from accounts where id = ${account.id}`;
      expect(row).toEqual({ status: 'active', disputedAt: null, isHeld: true });
      const { data } = await owner.get('/vid/api/users/information');
      const unlisted: readonly Addition[] = ['session', 'phone', 'qr', 'recovery'];
      const shown = sequence.filter((kind) => !unlisted.includes(kind)).length;
      expect(data['accountReturn']).toMatchObject({ removed: { length: shown } });
    },
  );
});

describe('the list of what a return removed', () => {
  it('names each item, appears in the activity list, and remains until the owner has seen it', async () => {
    const intruder = await intrude();
    const { account } = intruder;
    for (const kind of ['passkey', 'identity', 'email', 'app'] as const) await additions[kind](intruder);
    await dispute(account);
    await resetPassword(account.phone);
    const owner = await enterWithPhone(account.phone);
    const information = async () => (await owner.get('/vid/api/users/information')).data['accountReturn'];
    expect(await information()).toEqual({
      returnedAt: expect.any(String),
      sessionsEnded: 0,
      removed: [
        item('passkey', expect.any(String)),
        item('authenticator-app', ''),
        item('identity', 'google'),
        item('email', 't***@example.vn'),
      ],
    });
    const { data } = await owner.get('/vid/api/users/history');
    expect(JSON.stringify(data)).toMatch(/passkey-removed/u);
    for (const event of ['email-removed', 'identity-removed', 'two-step-switched-off', 'account-locked'])
      expect(JSON.stringify(data)).toContain(event);
    await kit.server.deps.sql`
      update accounts set sensitive_hold_until = null where id = ${account.id}`;
    requireOk(await owner.call('DELETE', '/vid/api/users/return'));
    expect(await information()).toBeNull();
  });

  it('is dismissed during the hold only after a confirmation, because an intruder may be back', async () => {
    const { account } = await intrude();
    await dispute(account);
    await resetPassword(account.phone);
    const owner = await enterWithPhone(account.phone);
    const dismiss = () => owner.call('DELETE', '/vid/api/users/return');
    expect((await dismiss()).code).toBe('REAUTHENTICATION_REQUIRED');
    requireOk(await owner.post('/vid/ajax/auth/reauthenticate', { password: otherPassword }));
    requireOk(await dismiss());
  });

  it('joins the lists of two returns, and adds their sessions, if the owner has not seen the first', async () => {
    const intruder = await intrude();
    await additions.passkey(intruder);
    await dispute(intruder.account);
    await resetPassword(intruder.account.phone);
    const { sql } = kit.server.deps;
    await sql`update account_returns set sessions_ended = 2 where account_id = ${intruder.account.id}`;
    await sql`update accounts set sensitive_hold_until = null where id = ${intruder.account.id}`;
    const back = { ...intruder, account: { ...intruder.account, password: otherPassword } };
    await signIn(back.browser, back.account);
    await additions.identity(back);
    await dispute(back.account);
    await resetPassword(back.account.phone);
    const owner = await enterWithPhone(back.account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({
      sessionsEnded: 2,
      removed: [{ kind: 'passkey' }, { kind: 'identity' }],
    });
  });
});

describe('a report of an event', () => {
  it('does not let a phone open the lock that the intruder set after the event', async () => {
    const { account, browser } = await intrude();
    const { sql, notices } = kit.server.deps;
    await sql.begin((tx) => notices.notify(tx, { account, kind: 'new-device' }));
    notices.kick();
    const code = await secretOf(account.phone, /\/not-me#([\w-]{22})/u);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await browse().post('/vid/ajax/auth/not-me', { code });
    const thief = browse();
    const token = await insertOtpToken(kit.server, thief, phone, 'forget-password');
    const body = { phone, otpToken: token, newPassword: otherPassword };
    expect((await thief.post('/vid/api/users/password/forget', body)).code).toBe('RECOVERY_REQUIRED');

    requireOk(await undo(await undoCodeOf(account.phone)));
    await enterWithPhone(account.phone);
  });

  it('cancels a deletion that the intruder asked for', async () => {
    const { account } = await intrude();
    await requestDeletion(account.id);
    await dispute(account);
    const { count } = await kit.server.deps
      .sql`select from account_deletions where account_id = ${account.id}`;
    expect(count).toBe(0);
  });

  it('deletes waiting notices, whose links the intruder may get, but no waiting decision of the association', async () => {
    const { account } = await intrude();
    const { sql, notices } = kit.server.deps;
    const accountId = account.id;
    for (let n = 0; n < 5; n += 1)
      await sql.begin(async (tx) => {
        await notices.queue(tx, { accountId, kind: 'enterprise-verified' });
        await notices.notify(tx, { account, kind: 'passkey-added' });
      });
    const waiting = async () =>
      (await sql`select kind from due_notices where account_id = ${accountId} order by kind`).map(
        ({ kind }) => kind,
      );
    expect(await waiting()).toEqual(['enterprise-verified', 'passkey-added']);
    await dispute(account);
    await resetPassword(account.phone);
    expect(await waiting()).toEqual(['enterprise-verified']);
  });

  it('gives the intruder’s address no link that works after the return', async () => {
    const intruder = await intrude();
    const { account } = intruder;
    await additions.email(intruder);
    const email = `thief-${account.id}@example.vn`.toLowerCase();
    await dispute(account);
    await resetPassword(account.phone);
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === email);
    expect(sent.find(({ purpose }) => purpose === 'email-removed')?.text).toMatch(/\/vid\/web\/recovery/u);
    for (const { text } of sent) {
      const link = /\/not-me#([\w-]{22})/u.exec(text)?.[1];
      if (link === undefined) continue;
      expect((await browse().post('/vid/ajax/auth/not-me', { code: link })).code).toBe('NOTICE_LINK_INVALID');
    }
    await enterWithPhone(account.phone);
  });
});

/** Gives the account an old address that the owner confirmed, and makes the account itself old. */
async function ownEmail(id: string, days = 400): Promise<string> {
  const email = `own-${id}@example.vn`.toLowerCase();
  await kit.server.deps.sql`
    update accounts set created_at = now() - interval '500 days', email = ${email},
      email_confirmed_at = now() - make_interval(days => ${days})
    where id = ${id}`;
  return email;
}

async function tryReset(phone: string) {
  const browser = browse();
  const otpToken = await insertOtpToken(kit.server, browser, phone, 'forget-password');
  return browser.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword });
}

const addressOf = async ({ id }: Account) =>
  (await kit.server.deps.sql`select email from accounts where id = ${id}`)[0]?.['email'];

async function replaceEmail(days = 400) {
  const { account, browser } = await intrude();
  const email = await ownEmail(account.id, days);
  const present = `thief-${account.id}@example.vn`.toLowerCase();
  requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: present }));
  return { account, browser, email, present };
}

describe('the link that undoes a change of the e-mail address', () => {
  it('K1 restores the address, ends all access and the password, and works once', async () => {
    const { account, browser, email, present } = await replaceEmail();
    const confirmation = await secretOf(present, /\/confirm-email#([\w-]{22})/u);
    requireOk(await browse().post('/vid/api/users/email/confirm', { token: confirmation }));
    const token = await undoCodeOf(email);
    for (let time = 0; time < 2; time += 1) {
      const answer = await undo(token);
      expect([answer.status, answer.data]).toEqual([200, { outcome: 'email-restored', restored: email }]);
    }
    expect(await addressOf(account)).toBe(email);
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    const typed = { phone: account.phone, password: account.password };
    expect((await browse().post('/vid/ajax/auth/login/phone', typed)).code).toBe('AUTH_FAILED');
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ purpose }) => purpose === 'email-change-undone');
    const known = [account.phone, email, present];
    expect(sent.map(({ to }) => to).filter((to) => known.includes(to))).toEqual(
      expect.arrayContaining([account.phone, email]),
    );
    expect(sent.map(({ to }) => to)).not.toContain(present);
    await resetPassword(account.phone);
    await enterWithPhone(account.phone);
  });

  it.each([
    ['has entered the former address again', false],
    ['has entered the former address again and the owner has confirmed it', true],
  ])('K1 ends the intruder’s access even if the intruder %s', async (_case, isConfirmed) => {
    const { account, browser, email } = await replaceEmail();
    const token = await undoCodeOf(email);
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email }));
    if (isConfirmed) {
      const confirmation = await secretOf(email, /\/confirm-email#([\w-]{22})/u);
      requireOk(await browse().post('/vid/api/users/email/confirm', { token: confirmation }));
    }
    expect((await undo(token)).data).toEqual({ outcome: 'email-restored', restored: email });
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(401);
    const typed = { phone: account.phone, password: account.password };
    expect((await browse().post('/vid/ajax/auth/login/phone', typed)).code).toBe('AUTH_FAILED');
    const [row] = await kit.server.deps.sql`
      select email, email_confirmed_at < now() - interval '30 days' as is_old from accounts
      where id = ${account.id}`;
    expect(row).toEqual({ email, isOld: true });
  });

  it('K1 does not give the account to a phone that the intruder changed as well', async () => {
    const { account, browser, email } = await replaceEmail();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(await undoCodeOf(email)));
    expect((await tryReset(phone)).code).toBe('RECOVERY_REQUIRED');
    const thief = browse();
    const code = await insertOtpToken(kit.server, thief, phone, 'signin');
    const login = await thief.post('/vid/ajax/auth/login/otp', { phone, otpToken: code });
    expect(login.code).toBe('RECOVERY_REQUIRED');
    // The owner gets the phone back as well, by its own link.
    requireOk(await undo(await undoCodeOf(account.phone)));
    await resetPassword(account.phone);
    expect(await addressOf(account)).toBe(email);
  });

  it('K1 casts doubt on a phone of the 30 days before the change, even if they have passed since', async () => {
    const { account, email } = await replaceEmail();
    const { sql } = kit.server.deps;
    await sql`update notice_links set created_at = now() - interval '12 hours' where account_id = ${account.id}`;
    await sql`update accounts set phone_since = now() - interval '30 days 6 hours' where id = ${account.id}`;
    requireOk(await undo(await undoCodeOf(email)));
    expect((await tryReset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 lets the owner recover by mail if the intruder’s phone is in doubt', async () => {
    const { account, browser, email } = await replaceEmail();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(await undoCodeOf(email)));
    await recover(account, 'mail', account.phone);
    await enterWithPhone(account.phone);
    expect(await addressOf(account)).toBe(email);
    expect((await tryReset(phone)).code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('K1 is not sent to an address added in the last 30 days, which may be an intruder’s', async () => {
    const { email } = await replaceEmail(29);
    expect(await secretOf(email, notMe)).toMatch(/^[\w-]{22}$/u);
    await expect(undoCodeOf(email)).rejects.toThrow(/no message/u);
  });

  it('is refused after a day, with another secret, and after support has recovered the account', async () => {
    const { sql } = kit.server.deps;
    const late = await replaceEmail();
    const token = await undoCodeOf(late.email);
    await sql`update notice_links set expires_at = now() where account_id = ${late.account.id}`;
    for (const wrong of [token, 'A'.repeat(22)]) expect((await undo(wrong)).code).toBe('NOTICE_LINK_INVALID');
    const recovered = await replaceEmail();
    const earlier = await undoCodeOf(recovered.email);
    await recover(recovered.account, 'support');
    expect((await undo(earlier)).code).toBe('NOTICE_LINK_INVALID');
    expect(await addressOf(recovered.account)).toBeNull();
  });
});

async function changePhone({ account, browser }: Intruder): Promise<string> {
  const phone = freshPhone();
  const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
  requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
  await kit.server.deps.sql`update accounts set sensitive_hold_until = now() where id = ${account.id}`;
  return phone;
}

describe('the link that undoes a change of the phone', () => {
  it('K1 is not sent for a phone added in the last 30 days, which may be an intruder’s', async () => {
    const intruder = await intrude();
    const { account } = intruder;
    const email = await ownEmail(account.id);
    const [first, second] = [await changePhone(intruder), await changePhone(intruder)];
    await expect(undoCodeOf(first)).rejects.toThrow(/no message/u);
    expect(await secretOf(first, notMe)).toMatch(/^[\w-]{22}$/u);
    requireOk(await browse().post('/vid/ajax/auth/not-me', { code: await secretOf(email, notMe) }));
    expect((await tryReset(second)).code).toBe('RECOVERY_REQUIRED');
    requireOk(await undo(await undoCodeOf(account.phone)));
    await resetPassword(account.phone);
  });

  it('K1 is sent for a phone that the account has had for 30 days', async () => {
    const intruder = await intrude();
    const { account } = intruder;
    await kit.server.deps.sql`
      update accounts set phone_since = now() - interval '30 days' where id = ${account.id}`;
    await changePhone(intruder);
    requireOk(await undo(await undoCodeOf(account.phone)));
    expect((await tryReset(account.phone)).status).toBe(200);
  });

  it('keeps no record of the phone that it removes, by which its holder could ask for a recovery', async () => {
    const intruder = await intrude();
    const { account } = intruder;
    await changePhone(intruder);
    requireOk(await undo(await undoCodeOf(account.phone)));
    expect(
      await kit.server.deps.sql`select from released_phones where account_id = ${account.id}`,
    ).toHaveLength(0);
  });

  it('is refused after support has recovered the account, but not after another recovery', async () => {
    for (const [channel, code] of [
      ['support', 'NOTICE_LINK_INVALID'],
      ['mail', undefined],
    ] as const) {
      const intruder = await intrude();
      await changePhone(intruder);
      await recover(intruder.account, channel);
      const token = await undoCodeOf(intruder.account.phone);
      expect((await undo(token)).code).toBe(code);
    }
  });
});

describe('a return made by a finder of the phone', () => {
  it('keeps the owner’s old address, with which the owner can stop the holder of the former phone', async () => {
    const { account, browser } = await intrude();
    const email = await ownEmail(account.id);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(await undoCodeOf(account.phone)));
    const code = await secretOf(email, notMe);
    expect(await secretOf(phone, notMe)).not.toBe(code);
    requireOk(await browse().post('/vid/ajax/auth/not-me', { code }));
    expect((await tryReset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('keeps the owner’s old address after a report from an older message', async () => {
    const { account } = await intrude();
    const email = await ownEmail(account.id);
    await dispute(account);
    await resetPassword(account.phone);
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === email);
    const text = sent.find(({ purpose }) => purpose === 'account-returned')?.text ?? '';
    requireOk(await browse().post('/vid/ajax/auth/not-me', { code: notMe.exec(text)?.[1] }));
    expect((await tryReset(account.phone)).code).toBe('RECOVERY_REQUIRED');
  });
});

async function replaced(days: number, present: string | null) {
  const intruder = await intrude();
  const { account } = intruder;
  const email = await ownEmail(account.id, days);
  requireOk(await intruder.browser.call('PATCH', '/vid/api/users/profile', { email: present }));
  const emailOf = async () =>
    (await kit.server.deps.sql`select email from accounts where id = ${account.id}`)[0]?.['email'];
  return { account, email, emailOf };
}

describe('a confirmed address that the intruder replaced', () => {
  it.each(['thief@example.vn', null])(
    'K1 is restored if it is old and the current address is %s',
    async (present) => {
      const { account, email, emailOf } = await replaced(60, present);
      await dispute(account);
      await resetPassword(account.phone);
      expect(await emailOf()).toBe(email);
      await kit.server.deps.background.idle();
      const sent = (await readOutbox(browse())).filter(({ to }) => to === email);
      expect(sent.map(({ purpose }) => purpose)).toContain('account-returned');
    },
  );

  it('is not restored if it was confirmed within 30 days, has expired, or support has verified the owner', async () => {
    const recent = await replaced(20, 'thief@example.vn');
    await dispute(recent.account);
    await resetPassword(recent.account.phone);
    expect(await recent.emailOf()).toBeNull();
    const expired = await replaced(60, 'thief@example.vn');
    await kit.server.deps
      .sql`update former_emails set expires_at = now() where account_id = ${expired.account.id}`;
    await dispute(expired.account);
    await resetPassword(expired.account.phone);
    expect(await expired.emailOf()).toBeNull();
    const checked = await replaced(60, 'thief@example.vn');
    await recover(checked.account, 'support');
    expect(await checked.emailOf()).toBeNull();
  });
});

describe('an address that was replaced before an earlier return', () => {
  it('K1 is not restored by a later return', async () => {
    const { account, email, emailOf } = await replaced(60, 'thief@example.vn');
    const { sql } = kit.server.deps;
    await sql`
      insert into former_emails (account_id, email, confirmed_at, replaced_at, expires_at)
      values (${account.id}, 'earlier-thief@example.vn', now() - interval '40 days', now() - interval '1 day',
        now() + interval '29 days')`;
    await dispute(account);
    await resetPassword(account.phone);
    expect(await emailOf()).toBe(email);
    await sql`update accounts set email = null, email_confirmed_at = null where id = ${account.id}`;
    await dispute(account);
    await resetPassword(account.phone);
    expect(await emailOf()).toBeNull();
  });
});

describe('a recovery that restores the owner’s phone', () => {
  it('K1 is not undone by the link that the intruder’s phone gets', async () => {
    const { account, browser } = await intrude();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await recover(account, 'support', account.phone);
    const code = await secretOf(phone, notMe);
    await browse().post('/vid/ajax/auth/not-me', { code });
    const [row] = await kit.server.deps.sql`select phone_in_doubt from accounts where id = ${account.id}`;
    expect(row).toEqual({ phoneInDoubt: false });
    await resetPassword(account.phone);
  });

  it('K1 counts only the time during which the account had the phone', async () => {
    const { account } = await intrude();
    const { sql, accounts } = kit.server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 0 }));
    await sql`update accounts set phone_since = now() - interval '40 days' where id = ${account.id}`;
    await recover(account, 'support');
    await sql`
      update released_phones set held_since = now() - interval '40 days', released_at = now() - interval '35 days'
      where account_id = ${account.id} and phone = ${phone}`;
    await recover(account, 'support', phone);
    const [row] = await sql`
      select phone_since > now() - interval '6 days' as is_new from accounts where id = ${account.id}`;
    expect(row).toEqual({ isNew: true });
  });
});

describe('a recovery by mail', () => {
  it('K1 notifies the replaced address, whose link casts doubt on the new phone', async () => {
    const { account, browser } = await intrude();
    const email = await ownEmail(account.id);
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: 'mail-thief@example.vn' }));
    await kit.server.deps.sql`
      update accounts set email_confirmed_at = now() - interval '3 days' where id = ${account.id}`;
    const phone = await recover(account, 'mail');
    const sent = async (to: string) =>
      (await readOutbox(browse())).filter(
        (entry) => entry.to === to && entry.purpose === 'account-recovered',
      );
    await kit.server.deps.background.idle();
    expect(await sent('mail-thief@example.vn')).toEqual([]);
    expect(await sent(account.phone)).toHaveLength(1);
    const [mail] = await sent(email);
    requireOk(await browse().post('/vid/ajax/auth/not-me', { code: notMe.exec(mail?.text ?? '')?.[1] }));
    expect((await tryReset(phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 notifies a former address that is too recent to be restored', async () => {
    const { account, email } = await replaced(20, 'mail-thief@example.vn');
    await recover(account, 'mail');
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === email);
    expect(sent.map(({ purpose }) => purpose)).toContain('account-recovered');
  });
});

describe('a recovery by support', () => {
  it('removes an address that the intruder confirmed more than 30 days ago', async () => {
    const { account } = await intrude();
    await ownEmail(account.id, 31);
    await dispute(account);
    await recover(account, 'support');
    const [row] = await kit.server.deps.sql`select email from accounts where id = ${account.id}`;
    expect(row).toEqual({ email: null });
  });
});

describe('the notice of a return', () => {
  it('says that a requested deletion was cancelled', async () => {
    const intruder = await intrude();
    await requestDeletion(intruder.account.id);
    await ways['the link that undoes a change of the phone'](intruder);
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === intruder.account.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('deletion-cancelled');
    expect(await countOf(intruder.account.id, 'deletion.cancelled')).toBe(1);
  });

  it('K1 sends the cancelled deletion to the present phone alone, because earlier phones may be an intruder’s', async () => {
    const { account, browser } = await intrude();
    const phone = freshPhone();
    const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await requestDeletion(account.id);
    const present = await recover(account, 'code');
    await kit.server.deps.background.idle();
    const known = [account.phone, phone, present];
    const sent = (await readOutbox(browse())).filter(
      ({ to, purpose }) => purpose === 'deletion-cancelled' && known.includes(to),
    );
    expect(sent.map(({ to }) => to)).toEqual([present]);
  });

  it('says that the password was removed after support lifted a lock', async () => {
    const intruder = await intrude();
    await ways['a lock that support lifts'](intruder);
    await kit.server.deps.background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === intruder.account.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('lock-lifted');
  });
});

it('a reset by the operator puts changes on hold, but the administrator sets up a second factor', async () => {
  const admin = await createAdmin(kit.server);
  await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
  await kit.server.deps.sql`update accounts set must_change_password = false where id = ${admin.id}`;
  const back = { ...admin, password: otherPassword };
  const owner = browse();
  await signInAdmin(kit.server, owner, back);
  const exported = await owner.post('/vid/api/privacy/exports', {});
  expect(exported.code).toBe('CHANGE_ON_HOLD');
  const setup = await owner.post('/vid/api/users/two-step/setup');
  requireOk(setup);
  const code = appCode(String(setup.data['secret']));
  requireOk(await owner.post('/vid/api/users/two-step/confirm', { code }));
  expect((await owner.call('DELETE', '/vid/api/users/two-step')).code).toBe('CHANGE_ON_HOLD');
});

it('a reset by the operator lets the administrator add one passkey as the second factor', async () => {
  const admin = await createAdmin(kit.server);
  await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
  await kit.server.deps.sql`update accounts set must_change_password = false where id = ${admin.id}`;
  const owner = browse();
  await signInAdmin(kit.server, owner, { ...admin, password: otherPassword });
  await addPasskey(owner);
  expect((await owner.post('/vid/api/users/two-step/setup')).code).toBe('CHANGE_ON_HOLD');
});

it('the removal of an address is announced only to that address, because the phone gets the notice of the return', async () => {
  const { account } = await intrude();
  const { sql, background } = kit.server.deps;
  const email = `${account.id}@thief.example.vn`;
  await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
  await dispute(account);
  await resetPassword(account.phone);
  await background.idle();
  const sent = (await readOutbox(browse())).filter(({ to }) => to === email || to === account.phone);
  expect(sent.filter(({ purpose }) => purpose === 'email-removed').map(({ to }) => to)).toEqual([email]);
});

it('a return removes deferred notices, because they would contain new links', async () => {
  const { account } = await intrude();
  const { sql, notices } = kit.server.deps;
  await dispute(account);
  const caller = { userAgent: '', address: '' };
  await sql.begin((tx) =>
    notices.defer(tx, { accountId: account.id, kind: 'new-device', caller, skipsPhone: false }),
  );
  await resetPassword(account.phone);
  expect(await sql`select from due_notices where account_id = ${account.id}`).toHaveLength(0);
});

async function codeOf(appId: string): Promise<string | undefined> {
  const [row] = await kit.server.deps.sql<
    { code: string }[]
  >`select code from applications where id = ${appId}`;
  return row?.code;
}

/** Takes the account back, and waits for the task that undoes the permissions of people. */
async function reclaim(account: Account): Promise<void> {
  await dispute(account);
  await resetPassword(account.phone);
  await kit.server.deps.givenPermissions.run();
}

const permissionsOf = (appId: string) =>
  kit.server.deps.sql<
    { id: string; accountId: string; role: string; status: string; createdBy: string | null }[]
  >`
    select id, account_id, role, status, created_by from permissions where application_id = ${appId} order by created_at`;

/**
 * Creates an application of a stolen account with two roles, and a friend to whom the operator gave one of
 * the roles.
 */
async function withReader() {
  const { account, browser, appId } = await intrude();
  const friend = await createAccount(kit.server);
  const url = `/vid/api/apps/${appId}`;
  const code = (await codeOf(appId)) ?? '';
  for (const role of ['reader', 'admin']) await kit.server.deps.applications.grant(code, friend.id, role);
  await kit.server.deps.applications.withdraw(code, friend.id, 'admin');
  const [reader] = await permissionsOf(appId);
  if (!reader) throw new Error('the friend has no permission');
  return { account, browser, appId, friend, url, code, reader };
}

/**
 * An application in which the intruder has given readers the role `admin`. Its webhooks are disabled, so their messages
 * are kept and not sent.
 */
async function moveThousands(moved: number, { webhooks }: { readonly webhooks: number }) {
  const { account, appId } = await intrude();
  const { sql } = kit.server.deps;
  const run = newId('acc').toLowerCase();
  const people = sql`generate_series(1, ${moved}::int) n`;
  await sql`
    insert into accounts (id, kind, referral_code) select ${run} || '-' || n, 'personal', ${run} || n from ${people}`;
  await sql`
    insert into application_roles (application_id, code, name) values (${appId}, 'admin', ''), (${appId}, 'reader', '')`;
  await sql`
    insert into permissions (id, account_id, application_id, role)
    select ${run} || n, ${run} || '-' || n, ${appId}, 'admin' from ${people}`;
  await sql`
    insert into right_changes (account_id, application_id, kind, target, former)
    select ${account.id}, ${appId}, 'permission', p.account_id,
      jsonb_build_array(to_jsonb(p) || jsonb_build_object('role', 'reader'))
    from permissions p where p.application_id = ${appId}`;
  await sql`
    insert into webhook_endpoints (id, application_id, url, event_types, sealed_secret, status)
    select ${run} || n, ${appId}, 'https://app.example.vn/' || n, '{permission.changed}', '', 'disabled'
    from generate_series(1, ${webhooks}::int) n`;
  const counts = async () => {
    const [row] = await sql`
      select (select count(*)::int from permissions where application_id = ${appId} and role = 'reader') as readers,
        (select count(*)::int from audit_events
          where kind = 'permission.changed' and details ->> 'applicationId' = ${appId}) as changes,
        (select count(*)::int from deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where e.application_id = ${appId}) as messages`;
    return row;
  };
  return { account, appId, moved, counts };
}

async function addClient(browser: TestBrowser, appId: string) {
  const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' });
  requireOk(added);
  return { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
}

async function getsToken(client: { clientId: string; secret: string }): Promise<boolean> {
  return (await requestToken(kit.server, client, '')).access_token !== undefined;
}

describe('a return, in applications,', () => {
  it('K1 ends at once when the intruder changed thousands of people’s roles, even if their rows are locked', async () => {
    const { account, appId, moved, counts } = await moveThousands(1_200, { webhooks: 10 });
    const { sql, givenPermissions } = kit.server.deps;
    await dispute(account);
    await sql.begin(async (tx) => {
      await tx`select from permissions where application_id = ${appId} for update`;
      await resetPassword(account.phone);
    });
    const owner = await enterWithPhone(account.phone);
    expect(await counts()).toEqual({ readers: 0, changes: 0, messages: 0 });
    await givenPermissions.run();
    expect(await counts()).toEqual({ readers: moved, changes: moved, messages: moved * 10 });
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'permission' }] });
  });

  it('K1 locks the task only at its end, so that no process waits for the task while the return waits', async () => {
    const { account } = await moveThousands(1, { webhooks: 0 });
    const { sql, notices, givenPermissions } = kit.server.deps;
    await dispute(account);
    const caller = { userAgent: '', address: '' };
    await sql.begin((tx) =>
      notices.defer(tx, { accountId: account.id, kind: 'new-device', caller, skipsPhone: false }),
    );
    await sql`
      insert into scheduled_tasks (name, due_at) values ('undo-rights', now() + interval '1 hour')
      on conflict (name) do update set due_at = excluded.due_at`;
    const lockTask = async () =>
      (await sql`select from scheduled_tasks where name = 'undo-rights' for update skip locked`).count;
    let returned: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from due_notices where account_id = ${account.id} for update`;
      returned = resetPassword(account.phone);
      await waitForLockWaits(kit.server, 1);
      expect(await lockTask()).toBe(1);
    });
    await returned;
    expect(
      await sql`select due_at <= now() as is_due from scheduled_tasks where name = 'undo-rights'`,
    ).toEqual([{ isDue: true }]);
    await givenPermissions.run();
  });

  it('K1 loses and repeats nothing if the process ends between or during batches', async () => {
    const { account, appId, moved, counts } = await moveThousands(1_100, { webhooks: 1 });
    const { sql, givenPermissions } = kit.server.deps;
    await dispute(account);
    await resetPassword(account.phone);
    expect(await givenPermissions.undoBatch(account.id)).toBe(true);
    const undone = { readers: 500, changes: 500, messages: 500 };
    expect(await counts()).toEqual(undone);
    await sql.begin(async (tx) => {
      await tx`select from permissions where application_id = ${appId} and role = 'admin' for update`;
      const batch = givenPermissions.undoBatch(account.id).catch((error: unknown) => error);
      await waitForLockWaits(kit.server, 1);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      expect(await batch).toBeInstanceOf(Error);
    });
    expect(await counts()).toEqual(undone);
    const other = await kit.server.twin();
    await other.deps.givenPermissions.run();
    await other.close();
    expect(await counts()).toEqual({ readers: moved, changes: moved, messages: moved });
    expect(await sql`select from rights_to_undo`).toHaveLength(0);
  });

  it('K1 keeps a role that the owner gives after the return, before the task undoes the roles', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(account);
    await resetPassword(account.phone);
    const owner = browse();
    await signIn(owner, { ...account, password: otherPassword });
    const role = { code: 'guest', name: 'Guest', description: '', isDefault: false };
    requireOk(await owner.post(`${url}/roles`, role));
    requireOk(await owner.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await kit.server.deps.givenPermissions.run();
    expect(await permissionsOf(appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 keeps a role given after the return by a manager whom the owner has added again', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    const manager = await createAccount(kit.server);
    requireOk(await browser.post(`${url}/managers`, { phone: manager.phone }));
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(account);
    await resetPassword(account.phone);
    const { sql } = kit.server.deps;
    await sql`
      insert into application_managers (application_id, account_id, created_by)
      values (${appId}, ${manager.id}, ${account.id})`;
    await sql`
      insert into application_roles (application_id, code, name) values (${appId}, 'guest', 'Guest')`;
    const managers = browse();
    await signIn(managers, manager);
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await kit.server.deps.givenPermissions.run();
    expect(await permissionsOf(appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 keeps decisions that the account made before the intrusion', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    const manager = await createAccount(kit.server);
    const { sql } = kit.server.deps;
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    await sql`insert into application_roles (application_id, code, name) values (${appId}, 'guest', 'Guest')`;
    const managers = browse();
    await signIn(managers, manager);
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await sql`
      insert into account_returns (account_id, way, rights_since, sessions_ended, removed)
      values (${account.id}, 'lock-opened', now(), 0, '[]')`;
    await reclaim(manager);
    expect(await permissionsOf(appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 a second return undoes what remains from an earlier return', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    for (let time = 0; time < 2; time += 1) {
      await dispute(account);
      await resetPassword(account.phone);
    }
    await kit.server.deps.givenPermissions.run();
    expect(await permissionsOf(appId)).toEqual([reader]);
  });

  it('names the later of two returns in the audit rows of the rights that the task undoes', async () => {
    const { account, browser, url, reader } = await withReader();
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    await dispute(account);
    await resetPassword(account.phone);
    const [again, friend] = [browse(), await createAccount(kit.server)];
    await signIn(again, { phone: account.phone, password: otherPassword });
    requireOk(await again.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    const { sql, givenPermissions, modules } = kit.server.deps;
    await dispute(account);
    await modules.accounts.accountLock.lock(account.id, by);
    const caller = { address: '203.0.113.2', requestId: 'later', userAgent: 'Mozilla/5.0 Firefox/130.0' };
    await modules.accounts.accountLock.unlock(account.id, { actorId: null, caller });
    await givenPermissions.run();
    const [event] = await sql`
      select actor_id, address, request_id, browser from audit_events
      where account_id = ${reader.accountId} and kind = 'permission.changed' order by id desc limit 1`;
    expect(event).toEqual({
      actorId: null,
      address: caller.address,
      requestId: caller.requestId,
      browser: 'Firefox',
    });
  });

  it('tells webhooks the role before and after, and the audit log the application of each right', async () => {
    const { account, browser, url, appId, code, reader } = await withReader();
    const { sql, givenPermissions } = kit.server.deps;
    const webhook = { url: 'https://thief.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(`${url}/webhooks`, webhook);
    requireOk(added);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    const friend = await createAccount(kit.server);
    requireOk(await browser.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    const eventsOf = await recordEvents(sql);
    await dispute(account);
    await resetPassword(account.phone);
    expect(await sql`select from rights_to_undo where account_id = ${account.id}`).toHaveLength(1);
    await givenPermissions.run();
    expect(await sql`select from rights_to_undo where account_id = ${account.id}`).toHaveLength(0);
    const changed = async (id: string) =>
      (await eventsOf(id)).filter(([type]) => type === 'permission.changed').map(([, data]) => data);
    expect(await changed(reader.accountId)).toMatchObject([
      { change: 'role', role: 'reader', previousRole: 'admin', permissionId: reader.id },
    ]);
    const [lost] = await changed(friend.id);
    expect(lost).toMatchObject({ change: 'removed', role: 'admin', application: code, previousRole: null });
    await sql`delete from webhook_endpoints where id = 'whk_recorder'`;
    const audited = async (kind: string, accountId: string | undefined) =>
      (
        await sql<{ details: unknown }[]>`
          select details from audit_events where kind = ${kind} and account_id is not distinct from ${accountId ?? null}
            and details ->> 'applicationId' = ${appId} order by id desc limit 1`
      ).map(({ details }) => details);
    expect(await audited('permission.changed', reader.accountId)).toEqual([
      { applicationId: appId, role: 'reader' },
    ]);
    expect(await audited('permission.removed', friend.id)).toEqual([{ applicationId: appId, role: 'admin' }]);
    expect(await audited('webhook.disabled', account.id)).toEqual([
      { webhookId: added.data['id'], host: 'thief.example.vn', applicationId: appId },
    ]);
  });

  it('has no task if the account gave no permissions', async () => {
    const { account, browser, url, appId } = await withReader();
    requireOk(
      await browser.post(`${url}/roles`, { code: 'new', name: 'N', description: '', isDefault: true }),
    );
    await dispute(account);
    await resetPassword(account.phone);
    expect(
      await kit.server.deps.sql`select from rights_to_undo where account_id = ${account.id}`,
    ).toHaveLength(0);
    const [event] = await kit.server.deps.sql`
      select details from audit_events where kind = 'role.changed' and details ->> 'applicationId' = ${appId}
      order by id desc limit 1`;
    // The application had no default role before either.
    expect(event).toEqual({ details: { applicationId: appId, role: '' } });
  });

  it('K1 tries smaller batches if a batch fails', async () => {
    const { account, appId, counts } = await moveThousands(8, { webhooks: 0 });
    const { sql, givenPermissions } = kit.server.deps;
    await dispute(account);
    await resetPassword(account.phone);
    await sql`
      update right_changes set former = '"none"'
      where id = (select max(id) from right_changes where application_id = ${appId})`;
    await givenPermissions.run();
    expect(await counts()).toEqual({ readers: 5, changes: 5, messages: 0 });
    await sql`delete from rights_to_undo`;
  });

  it('K1 undoes the rights of other accounts if one account’s rights cannot be undone', async () => {
    const [stuck, other] = [await withReader(), await withReader()];
    for (const { account, browser, url, reader } of [stuck, other]) {
      requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
      await dispute(account);
      await resetPassword(account.phone);
    }
    const { sql, givenPermissions } = kit.server.deps;
    const broken = sql`update right_changes set former = '"none"' where account_id = ${stuck.account.id}`;
    expect((await broken).count).toBe(1);
    await givenPermissions.run();
    expect(await permissionsOf(other.appId)).toEqual([other.reader]);
    expect(await sql`select account_id from rights_to_undo`).toEqual([{ accountId: stuck.account.id }]);
    await sql`delete from rights_to_undo`;
  });

  it('K1 gives back a role that the intruder removed, to the people who had it', async () => {
    const { account, appId, browser, code, url, reader } = await withReader();
    expect((await browser.post(`${url}/roles/reader/remove`, { moveTo: 'admin' })).data).toEqual({
      moved: 1,
    });
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([reader]);
    expect(await kit.server.deps.applications.grant(code, account.id, 'reader')).toBe(true);
    const { sql } = kit.server.deps;
    const roles =
      await sql`select code, name from application_roles where application_id = ${appId} order by code`;
    expect(roles).toEqual([
      { code: 'admin', name: 'admin' },
      { code: 'reader', name: 'reader' },
    ]);
  });

  it('K1 gives back the role, status and giver that a person had before the intruder’s changes', async () => {
    const { account, appId, browser, friend, url, reader } = await withReader();
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/remove`, { ids: [reader.id] }));
    requireOk(await browser.post(`${url}/permissions`, { role: 'admin', phones: [friend.phone] }));
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([reader]);
    const owner = await enterWithPhone(account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: { length: 2 } });
  });

  it('K1 gives back no role that was locked or removed', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    const other = await createAccount(kit.server);
    await kit.server.deps.applications.grant((await codeOf(appId)) ?? '', other.id, 'reader');
    const ids = [reader.id];
    const gone = (await permissionsOf(appId)).find(({ accountId }) => accountId === other.id);
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids, role: 'admin' }));
    requireOk(await browser.post(`${url}/permissions/lock`, { ids }));
    requireOk(await browser.post(`${url}/permissions/remove`, { ids: [gone?.id] }));
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([{ ...reader, status: 'locked' }]);
  });

  it('keeps a role that another manager has changed since', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    requireOk(await browser.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'admin' }));
    const manager = await createAccount(kit.server);
    await kit.server.deps.sql`
      insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse();
    await signIn(managers, manager);
    const role = { code: 'guest', name: 'Guest', description: '', isDefault: false };
    requireOk(await managers.post(`${url}/roles`, role));
    requireOk(await managers.post(`${url}/permissions/set-role`, { ids: [reader.id], role: 'guest' }));
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([{ ...reader, role: 'guest' }]);
  });

  it('K1 restores a long-standing manager’s right that the intruder removed and added again', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const manager = await createAccount(kit.server);
    await sql`
      insert into application_managers (application_id, account_id, created_at)
      values (${appId}, ${manager.id}, '2020-01-01T00:00:00Z')`;
    const url = `/vid/api/apps/${appId}/managers`;
    requireOk(await browser.call('DELETE', `${url}/${manager.id}`));
    requireOk(await browser.post(url, { phone: manager.phone }));
    await reclaim(account);
    expect(
      await sql`select created_by, created_at from application_managers where account_id = ${manager.id}`,
    ).toEqual([{ createdBy: null, createdAt: new Date('2020-01-01T00:00:00Z') }]);
  });

  it('K1 restores the default role, and restricts an application that the intruder opened', async () => {
    const { account, appId, browser, url } = await withReader();
    const { sql } = kit.server.deps;
    await sql`update application_roles set is_default = code = 'reader' where application_id = ${appId}`;
    await sql`update applications set access = 'restricted' where id = ${appId}`;
    const role = { name: 'Admin', description: '', isDefault: true };
    requireOk(await browser.call('PUT', `${url}/roles/admin`, role));
    requireOk(await browser.call('PUT', `${url}/access`, { access: 'open' }));
    await reclaim(account);
    expect(
      await sql`select code from application_roles where application_id = ${appId} and is_default`,
    ).toEqual([{ code: 'reader' }]);
    expect(await sql`select access from applications where id = ${appId}`).toEqual([
      { access: 'restricted' },
    ]);
    const owner = await enterWithPhone(account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    const changed = { kind: 'application', name: 'Sàn giao dịch' };
    expect(data['accountReturn']).toMatchObject({ removed: [changed, changed] });
  });

  it('leaves an application restricted and without a default role', async () => {
    const { account, appId, browser, url } = await withReader();
    const { sql } = kit.server.deps;
    await sql`update application_roles set is_default = code = 'reader' where application_id = ${appId}`;
    const role = { name: 'Reader', description: '', isDefault: false };
    requireOk(await browser.call('PUT', `${url}/roles/reader`, role));
    requireOk(await browser.call('PUT', `${url}/access`, { access: 'restricted' }));
    await reclaim(account);
    const defaults = await sql`select from application_roles where application_id = ${appId} and is_default`;
    expect(defaults).toHaveLength(0);
    expect(await sql`select access from applications where id = ${appId}`).toEqual([
      { access: 'restricted' },
    ]);
  });

  it('K1 ends the tokens of a machine client whose secret the intruder rotated', async () => {
    const { account, browser, appId } = await intrude();
    const { sql, managementScopes } = kit.server.deps;
    const client = await addClient(browser, appId);
    await managementScopes.set(client.clientId, ['vid:applications:read']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${client.clientId}`;
    const url = `/vid/api/apps/${appId}/clients/${client.clientId}/secret`;
    const rotated = await browser.post(url, {});
    const stolen = { ...client, secret: String(rotated.data['secret']) };
    const token = String((await requestToken(kit.server, stolen, 'vid:applications:read')).access_token);
    const call = () => callManagement(kit.server, 'GET', `applications/${appId}`, bearer(token));
    expect((await call()).status).toBe(200);
    await reclaim(account);
    expect((await call()).code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 refuses a waiting request with such a token', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const scopes = ['vid:applications:write'] as const;
    const { clientId } = await createMachineToken(kit.server, (await codeOf(appId)) ?? '', scopes);
    const url = `/vid/api/apps/${appId}/clients/${clientId}/secret`;
    const rotated = await browser.post(url, {});
    const stolen = { clientId, secret: String(rotated.data['secret']) };
    const token = String((await requestToken(kit.server, stolen, scopes[0])).access_token);
    await dispute(account);
    let returned: Promise<void> | undefined;
    let sent: ReturnType<typeof callManagement> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from applications where id = ${appId} for no key update`;
      returned = resetPassword(account.phone);
      await waitForLockWaits(kit.server, 1);
      sent = callManagement(kit.server, 'POST', `applications/${appId}/clients`, bearer(token), {
        kind: 'machine',
      });
      await waitForLockWaits(kit.server, 2);
    });
    await returned;
    expect((await sent)?.code).toBe('ACCESS_TOKEN_INVALID');
    expect(await sql`select id from clients where application_id = ${appId}`).toEqual([{ id: clientId }]);
  });

  it('K1 undoes changes by an operator’s machine client whose secret the intruder rotated', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const scopes = ['vid:applications:write'] as const;
    const { clientId } = await createMachineToken(kit.server, (await codeOf(appId)) ?? '', scopes);
    const url = `/vid/api/apps/${appId}/clients/${clientId}/secret`;
    const rotated = await browser.post(url, { formerEnds: 'now' });
    const secret = String(rotated.data['secret']);
    const token = (await requestToken(kit.server, { clientId, secret }, scopes[0])).access_token;
    const headers = bearer(String(token));
    const send = (path: string, body: object) =>
      callManagement(kit.server, 'POST', `applications/${appId}/${path}`, headers, body);
    requireOk(await send('clients', { kind: 'machine' }));
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    requireOk(await send('webhooks', hook));
    const friend = await createAccount(kit.server);
    requireOk(await send('roles', { code: 'reader', name: 'Reader', description: '', isDefault: false }));
    requireOk(await send('permissions', { role: 'reader', phones: [friend.phone] }));
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([]);
    const active = await sql`
      select id from clients where application_id = ${appId} and id <> ${clientId} and status = 'active'
      union all select id from webhook_endpoints where application_id = ${appId} and status <> 'disabled'`;
    expect(active).toEqual([]);
  });

  it.each([
    ['has rotated', 'POST', '/secret', {}],
    ['has changed', 'PATCH', '', { authMethod: 'client_secret_post' }],
  ] as const)(
    'K1 undoes changes with the intruder’s own secret of a client that an honest manager %s since',
    async (_name, method, path, change) => {
      const { account, browser, appId } = await intrude();
      const { sql } = kit.server.deps;
      const scope = 'vid:applications:write';
      const { clientId } = await createMachineToken(kit.server, (await codeOf(appId)) ?? '', [scope]);
      const url = `/vid/api/apps/${appId}/clients/${clientId}`;
      const stolen = await browser.post(`${url}/secret`, { formerEnds: 'now' });
      const manager = await createAccount(kit.server);
      await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
      const managers = browse();
      await signIn(managers, manager);
      const changed = await managers.call(method, url + path, change);
      requireOk(changed);
      const addBy = async (secret: unknown) => {
        const { access_token: token } = await requestToken(
          kit.server,
          { clientId, secret: String(secret) },
          scope,
        );
        const added = await callManagement(
          kit.server,
          'POST',
          `applications/${appId}/clients`,
          bearer(String(token)),
          { kind: 'machine' },
        );
        requireOk(added);
        return { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
      };
      const intruders = await addBy(stolen.data['secret']);
      const honest = path === '' ? 'none' : await addBy(changed.data['secret']);
      await reclaim(account);
      const stillWorks = honest === 'none' || (await getsToken(honest));
      expect([await getsToken(intruders), stillWorks]).toEqual([false, true]);
    },
  );

  it('K1 undoes changes with the intruder’s own keys of a client that an honest manager has changed since', async () => {
    const { account, browser, appId } = await intrude();
    const { sql, config } = kit.server.deps;
    const scope = 'vid:applications:write';
    const { clientId } = await createMachineToken(kit.server, (await codeOf(appId)) ?? '', [scope]);
    const keys = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
    const url = `/vid/api/apps/${appId}/clients/${clientId}`;
    requireOk(await browser.call('PATCH', url, { authMethod: 'private_key_jwt', jwks }));
    const manager = await createAccount(kit.server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse();
    await signIn(managers, manager);
    requireOk(await managers.call('PUT', `${url}/management-scopes`, { scopes: [] }));
    requireOk(await managers.call('PUT', `${url}/management-scopes`, { scopes: [scope] }));
    const issuer = `${config.publicUrl.origin}/vid/oidc`;
    const claims = { iss: clientId, sub: clientId, aud: issuer, jti: newId('cli') };
    const assertion = await new SignJWT(claims)
      .setExpirationTime('1m')
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(keys.privateKey);
    const answer = await kit.server.app.inject({
      method: 'POST',
      url: '/vid/oidc/token',
      headers: { host: config.publicUrl.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        scope,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }).toString(),
    });
    const headers = bearer(String(answer.json().access_token));
    const body = { kind: 'machine' };
    const added = await callManagement(kit.server, 'POST', `applications/${appId}/clients`, headers, body);
    requireOk(added);
    await reclaim(account);
    const own = { clientId: String(added.data['clientId']), secret: String(added.data['secret']) };
    expect(await getsToken(own)).toBe(false);
    // The owner may enable the client while the intruder's token would be valid.
    await sql`update clients set status = 'active' where id = ${clientId}`;
    const read = await callManagement(kit.server, 'POST', `applications/${appId}/clients`, headers, body);
    expect(read.code).toBe('ACCESS_TOKEN_INVALID');
  });

  it('K1 keeps a secret older than 30 days, which the next rotation by a manager revokes at once', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const client = await addClient(browser, appId);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${client.clientId}`;
    await sql`
      update client_secrets set created_at = now() - interval '60 days' where client_id = ${client.clientId}`;
    await reclaim(account);
    expect(await getsToken(client)).toBe(true);
    const manager = await createAccount(kit.server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse();
    await signIn(managers, manager);
    const rotate = () => managers.post(`/vid/api/apps/${appId}/clients/${client.clientId}/secret`, {});
    const next = { ...client, secret: String((await rotate()).data['secret']) };
    expect([await getsToken(client), await getsToken(next)]).toEqual([false, true]);
    // No returned account knows the second secret, so it stays for a week.
    requireOk(await rotate());
    expect(await getsToken(next)).toBe(true);
  });

  it('K1 restores the settings of a disabled client, so that enabling it does not let the intruder in', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const redirectUris = ['https://owner.example.vn/callback'];
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'web', redirectUris });
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${clientId}`;
    const url = `/vid/api/apps/${appId}/clients/${clientId}`;
    const thief = { redirectUris: ['https://intruder.example.vn/callback'], mayOmitPkce: true };
    requireOk(await browser.call('PATCH', url, thief));
    requireOk(await browser.post(`${url}/status`, { status: 'disabled' }));
    await reclaim(account);
    expect(
      await sql`select status, redirect_uris, may_omit_pkce from clients where id = ${clientId}`,
    ).toEqual([{ status: 'disabled', redirectUris, mayOmitPkce: false }]);
    const owner = await enterWithPhone(account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-change', name: clientId }] });
  });

  it('K1 keeps a client of another application that reuses the id of a removed client', async () => {
    const { account, browser, appId } = await intrude();
    const other = await intrude();
    const clientId = `shop-${account.id.slice(-8)}`.toLowerCase();
    const url = `/vid/api/apps/${appId}/clients`;
    const redirectUris = ['https://intruder.example.vn/callback'];
    requireOk(await browser.post(url, { kind: 'web', clientId, redirectUris }));
    requireOk(await browser.call('PATCH', `${url}/${clientId}`, { scopes: ['openid'] }));
    requireOk(await browser.call('DELETE', `${url}/${clientId}`));
    const own = { kind: 'web', clientId, redirectUris: ['https://other.example.vn/callback'] };
    requireOk(await other.browser.post(`/vid/api/apps/${other.appId}/clients`, own));
    await reclaim(account);
    expect(
      await kit.server.deps.sql`select status, redirect_uris from clients where id = ${clientId}`,
    ).toEqual([{ status: 'active', redirectUris: own.redirectUris }]);
  });

  it('K1 restores the value before changes that the intruder repeats, which are recorded once a day', async () => {
    const { account, appId, browser, url, reader } = await withReader();
    const { sql } = kit.server.deps;
    const setRole = async (manager: TestBrowser, role: string): Promise<number> => {
      requireOk(await manager.post(`${url}/permissions/set-role`, { ids: [reader.id], role }));
      return (await sql`select from right_changes where account_id = ${account.id}`).count;
    };
    for (const role of ['admin', 'reader', 'admin']) expect(await setRole(browser, role)).toBe(1);
    await sql`
      update right_changes set changed_at = now() - interval '25 hours' where account_id = ${account.id}`;
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    expect([await setRole(browser, 'reader'), await setRole(browser, 'admin')]).toEqual([2, 2]);
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([reader]);
    const back = browse();
    await signIn(back, { ...account, password: otherPassword });
    expect(await setRole(back, 'admin')).toBe(3);
    await reclaim(account);
    expect(await permissionsOf(appId)).toEqual([reader]);
  });

  it('K1 restores the client before changes that the intruder repeats, which are recorded once a day', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const redirectUris = ['https://owner.example.vn/callback'];
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'web', redirectUris });
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    for (const host of ['one', 'two', 'three']) {
      const thief = { redirectUris: [`https://${host}.example.vn/callback`] };
      requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/clients/${clientId}`, thief));
    }
    expect((await sql`select from right_changes where target = ${clientId}`).count).toBe(1);
    await reclaim(account);
    expect(await sql`select status, redirect_uris from clients where id = ${clientId}`).toEqual([
      { status: 'disabled', redirectUris },
    ]);
  });

  it('K1 ignores removed webhooks, because an intruder can add any number', async () => {
    const { account, browser, appId } = await intrude();
    const url = `/vid/api/apps/${appId}/webhooks`;
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(url, hook);
    requireOk(added);
    const changes = () => kit.server.deps.sql`select from right_changes where account_id = ${account.id}`;
    expect((await changes()).count).toBe(2);
    requireOk(await browser.call('DELETE', `${url}/${String(added.data['id'])}`));
    expect((await changes()).count).toBe(0);
  });

  it('K1 disables an intruder’s webhook that another manager has changed since', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const hook = { url: 'https://intruder.example.vn/hook', events: ['account.locked'] };
    const { data } = await browser.post(`/vid/api/apps/${appId}/webhooks`, hook);
    const id = String(data['id']);
    const manager = await createAccount(kit.server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse();
    await signIn(managers, manager);
    requireOk(await managers.call('PATCH', `/vid/api/apps/${appId}/webhooks/${id}`, { description: 'Ours' }));
    await reclaim(account);
    expect(await sql`select status from webhook_endpoints where id = ${id}`).toEqual([
      { status: 'disabled' },
    ]);
  });

  it('K1 undoes an intruding administrator’s hand-over, first-party flag and requests', async () => {
    const { sql } = kit.server.deps;
    const admin = await createAdmin(kit.server);
    const { account, appId } = await intrude();
    const friend = await createAccount(kit.server);
    const url = `/vid/api/admin/applications/${appId}`;
    requireOk(await admin.browser.call('PATCH', url, { isFirstParty: true }));
    requireOk(await admin.browser.post(`${url}/hand-over`, { phone: friend.phone, reason: 'x' }));
    const registered = await admin.browser.post('/vid/api/admin/applications', {
      code: newId('app').slice(0, 24),
      name: 'Phishing',
      access: 'open',
      isFirstParty: true,
      ownerPhone: friend.phone,
    });
    requireOk(registered);
    const asked = { kind: 'grant-admin', accountId: friend.id, reason: 'x' };
    requireOk(await admin.browser.post('/vid/api/admin/approvals', asked));
    const friends = browse();
    await signIn(friends, friend);
    const client = await addClient(friends, appId);
    await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
    expect(await sql`select owner_id, is_first_party from applications where id = ${appId}`).toEqual([
      { ownerId: account.id, isFirstParty: false },
    ]);
    expect(await sql`select status from applications where id = ${String(registered.data['id'])}`).toEqual([
      { status: 'disabled' },
    ]);
    expect(await sql`select status from approvals where requested_by = ${admin.id}`).toEqual([
      { status: 'refused' },
    ]);
    expect(await getsToken(client)).toBe(false);
  });

  it('K1 refuses all approvals that the intruder requested, and names up to 50', async () => {
    const admin = await createAdmin(kit.server);
    const { sql } = kit.server.deps;
    await sql`
      insert into accounts (id, kind, referral_code)
      select ${admin.id} || g, 'personal', ${admin.id} || g from generate_series(1, 51) g`;
    await sql`
      insert into approvals (id, kind, account_id, requested_by, reason, expires_at)
      select ${admin.id} || g, 'grant-admin', ${admin.id} || g, ${admin.id}, 'x', now() + interval '1 day'
      from generate_series(1, 51) g`;
    await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
    const refused = await sql`select from approvals where requested_by = ${admin.id} and status = 'refused'`;
    expect(refused.count).toBe(51);
    const events = await sql`
      select account_id = details ->> 'approval' as is_about_account from audit_events
      where kind = 'approval.refused' and actor_id = ${admin.id}`;
    expect(events).toEqual(Array.from({ length: 51 }, () => ({ isAboutAccount: true })));
    const [row] = await sql`
      select count(*)::int as count from account_returns, jsonb_array_elements(removed) entry
      where account_id = ${admin.id} and entry ->> 'kind' = 'approval'`;
    expect(row?.['count']).toBe(50);
  });

  it.each([
    ['requested', 0],
    ['confirmed', 1],
  ])('K1 stops a support recovery that the intruder has %s as an administrator', async (_name, index) => {
    const admins = [await createAdmin(kit.server), await createAdmin(kit.server)] as const;
    const member = await createAccount(kit.server);
    const { sql } = kit.server.deps;
    const url = '/vid/api/admin/approvals';
    const asked = { kind: 'recover-account', accountId: member.id, reason: 'x', contact: freshPhone() };
    requireOk(await admins[0].browser.post(url, asked));
    const [approval] = await sql`select id from approvals where account_id = ${member.id}`;
    requireOk(await admins[1].browser.post(`${url}/${String(approval?.['id'])}/confirm`));
    const recoveries = () => sql`select from recovery_requests where account_id = ${member.id}`;
    expect(await recoveries()).toHaveLength(1);
    await createAdminResetService(kit.server.deps).resetAdminPassword(
      admins[index]?.id ?? '',
      otherPassword,
      by,
    );
    expect(await recoveries()).toHaveLength(0);
    const stopped = await sql`
      select details from audit_events where account_id = ${member.id} and kind = 'recovery.stopped'`;
    expect(stopped).toEqual([{ details: { by: 'support' } }]);
  });

  it('K1 keeps an owner whom an administrator has chosen since, even if the intruder had made that administrator a manager', async () => {
    const [admin, honest] = [await createAdmin(kit.server), await createAdmin(kit.server)];
    const { appId } = await intrude();
    const [friend, next] = [await createAccount(kit.server), await createAccount(kit.server)];
    const handOver = `/vid/api/admin/applications/${appId}/hand-over`;
    requireOk(await admin.browser.post(handOver, { phone: friend.phone, reason: 'x' }));
    requireOk(await admin.browser.post(`/vid/api/apps/${appId}/managers`, { phone: honest.phone }));
    requireOk(await honest.browser.post(handOver, { phone: next.phone, reason: 'x' }));
    await createAdminResetService(kit.server.deps).resetAdminPassword(admin.id, otherPassword, by);
    expect(await kit.server.deps.sql`select owner_id from applications where id = ${appId}`).toEqual([
      { ownerId: next.id },
    ]);
  });

  it.each([
    ['first', [0, 1]],
    ['second', [1, 0]],
  ])(
    'K1 gives no application to another intruder’s accomplice if the %s intruder’s account returns first',
    async (_name, order) => {
      const admins = [await createAdmin(kit.server), await createAdmin(kit.server)];
      const { account, appId } = await intrude();
      for (const { browser } of admins) {
        const friend = await createAccount(kit.server);
        const handedOver = { phone: friend.phone, reason: 'x' };
        requireOk(await browser.post(`/vid/api/admin/applications/${appId}/hand-over`, handedOver));
      }
      const reset = createAdminResetService(kit.server.deps);
      for (const index of order) await reset.resetAdminPassword(admins[index]?.id ?? '', otherPassword, by);
      expect(await kit.server.deps.sql`select owner_id from applications where id = ${appId}`).toEqual([
        { ownerId: account.id },
      ]);
    },
  );

  it.each([
    ['restores the logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['removes the logo, if there was none', null],
  ])('K1 %s that the intruder replaced', async (_name, own) => {
    const { id: actorId } = await createAdmin(kit.server);
    const { appId } = await intrude();
    const { sql, applications } = kit.server.deps;
    await applications.setLogoPicture(appId, own, by);
    const logos = () => sql`select logo from applications where id = ${appId}`;
    const before = await logos();
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>');
    await applications.setLogoPicture(appId, picture, { ...by, actorId });
    expect(await logos()).not.toEqual(before);
    await createAdminResetService(kit.server.deps).resetAdminPassword(actorId, otherPassword, by);
    expect(await logos()).toEqual(before);
  });

  it('removes the rights given by a manager whom the intruder added', async () => {
    const { account, browser, appId } = await intrude();
    const friend = await createAccount(kit.server);
    const friends = browse();
    await signIn(friends, friend);
    requireOk(await browser.post(`/vid/api/apps/${appId}/managers`, { phone: friend.phone }));
    const client = await addClient(friends, appId);
    const { id: ownAppId } = await createApplication(kit.server, { ownerId: friend.id });
    const own = await addClient(friends, ownAppId);
    expect(await getsToken(client)).toBe(true);
    await reclaim(account);
    expect(await getsToken(client)).toBe(false);
    // The intruder did not make the manager the owner of another application.
    expect(await getsToken(own)).toBe(true);
  });

  it('K1 revokes a new secret of an old client for good, and keeps the client and its former secret', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const old = await addClient(browser, appId);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${old.clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${old.clientId}`;
    const rotated = await browser.post(`/vid/api/apps/${appId}/clients/${old.clientId}/secret`, {});
    requireOk(rotated);
    const stolen = { ...old, secret: String(rotated.data['secret']) };
    expect(await getsToken(stolen)).toBe(true);
    await reclaim(account);
    expect([await getsToken(stolen), await getsToken(old)]).toEqual([false, true]);
    // The rotation had limited the owner's secret to a week.
    expect(await sql`select expires_at from client_secrets where client_id = ${old.clientId}`).toEqual([
      { expiresAt: null },
    ]);
    const owner = await enterWithPhone(account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-secret', name: old.clientId }] });
  });

  it.each([
    ['addresses', { redirectUris: ['https://intruder.example.vn/callback'] }],
    ['authentication', { authMethod: 'client_secret_post' }],
  ])('disables an old client whose %s the intruder has changed', async (_name, change) => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const added = await browser.post(`/vid/api/apps/${appId}/clients`, {
      kind: 'web',
      redirectUris: ['https://owner.example.vn/callback'],
    });
    requireOk(added);
    const clientId = String(added.data['clientId']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update clients set created_at = now() - interval '60 days' where id = ${clientId}`;
    await sql`update client_secrets set created_at = now() - interval '60 days' where client_id = ${clientId}`;
    requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/clients/${clientId}`, change));
    await reclaim(account);
    expect(await sql`select status from clients where id = ${clientId}`).toEqual([{ status: 'disabled' }]);
    const owner = await enterWithPhone(account.phone);
    const { data } = await owner.get('/vid/api/users/information');
    expect(data['accountReturn']).toMatchObject({ removed: [{ kind: 'client-change', name: clientId }] });
  });

  it('disables an old webhook whose address the intruder has changed', async () => {
    const { account, browser, appId } = await intrude();
    const { sql } = kit.server.deps;
    const hook = { url: 'https://owner.example.vn/hook', events: ['account.locked'] };
    const added = await browser.post(`/vid/api/apps/${appId}/webhooks`, hook);
    requireOk(added);
    const id = String(added.data['id']);
    await sql`update accounts set created_at = now() - interval '90 days' where id = ${account.id}`;
    await sql`update right_changes set changed_at = now() - interval '60 days' where target = ${id}`;
    const url = 'https://intruder.example.vn/hook';
    requireOk(await browser.call('PATCH', `/vid/api/apps/${appId}/webhooks/${id}`, { url }));
    await reclaim(account);
    expect(await sql`select status from webhook_endpoints where id = ${id}`).toEqual([
      { status: 'disabled' },
    ]);
  });

  it('K1 replaces a webhook secret that the intruder created, unless another manager has replaced it since', async () => {
    const { account, browser, appId } = await intrude();
    const { sql, keys } = kit.server.deps;
    const manager = await createAccount(kit.server);
    await sql`insert into application_managers (application_id, account_id) values (${appId}, ${manager.id})`;
    const managers = browse();
    await signIn(managers, manager);
    const url = `/vid/api/apps/${appId}/webhooks`;
    const add = async (from: TestBrowser) => {
      const hook = { url: 'https://owner.example.vn/hook', events: ['account.locked'] };
      const { data } = await from.post(url, hook);
      return { id: String(data['id']), secret: data['secret'] };
    };
    const rotate = async (from: TestBrowser, id: string) =>
      (await from.post(`${url}/${id}/secret`, { endsFormer: false })).data['secret'];
    const [added, rotated, corrected, moved] = [
      await add(browser),
      await add(managers),
      await add(managers),
      await add(managers),
    ];
    const rotatedSecret = await rotate(browser, rotated.id);
    requireOk(await managers.call('PATCH', `${url}/${rotated.id}`, { description: 'Ours' }));
    await rotate(browser, corrected.id);
    const correctedSecret = await rotate(managers, corrected.id);
    requireOk(await browser.call('PATCH', `${url}/${moved.id}`, { url: 'https://intruder.example.vn/' }));
    await reclaim(account);
    const read = async (id: string) => {
      const [row] = await sql<{ status: string; sealedSecret: Buffer; formerSealedSecret: Buffer | null }[]>`
        select status, sealed_secret, former_sealed_secret from webhook_endpoints where id = ${id}`;
      if (!row) throw new Error('the webhook is gone');
      const secret = keys.open('webhook-secret', row.sealedSecret);
      return { status: row.status, secret, hasFormer: row.formerSealedSecret !== null };
    };
    const ended = {
      status: 'disabled',
      secret: expect.stringMatching(/^whsec_.{44}$/u),
      hasFormer: false,
    };
    expect(await read(added.id)).toEqual(ended);
    expect((await read(added.id)).secret).not.toBe(added.secret);
    expect(await read(rotated.id)).toEqual(ended);
    expect([rotated.secret, rotatedSecret]).not.toContain((await read(rotated.id)).secret);
    expect(await read(corrected.id)).toMatchObject({ status: 'disabled', secret: correctedSecret });
    expect(await read(moved.id)).toMatchObject({ status: 'disabled', secret: moved.secret });
  });

  it('disables every kind of client that the intruder added', async () => {
    const { account, browser, appId } = await intrude();
    for (const kind of ['web', 'spa', 'native'] as const)
      requireOk(
        await browser.post(`/vid/api/apps/${appId}/clients`, {
          kind,
          redirectUris: ['https://intruder.example.vn/callback'],
        }),
      );
    await reclaim(account);
    const rows = await kit.server.deps.sql`select status from clients where created_by = ${account.id}`;
    expect(rows).toEqual(rows.map(() => ({ status: 'disabled' })));
    expect(rows).toHaveLength(3);
  });

  it('records no event for an intruder’s client that was already disabled', async () => {
    const { account, browser, appId } = await intrude();
    const add = async () => (await browser.post(`/vid/api/apps/${appId}/clients`, { kind: 'machine' })).data;
    const [active, disabled] = [await add(), await add()];
    const { sql } = kit.server.deps;
    await sql`update clients set status = 'disabled' where id = ${String(disabled['clientId'])}`;
    await reclaim(account);
    const events = await sql`
      select details ->> 'clientId' as id from audit_events
      where kind = 'client.disabled' and details ->> 'applicationId' = ${appId}`;
    expect(events).toEqual([{ id: active['clientId'] }]);
  });
});
