import { fieldReasons } from '@vid/contract/field-reasons';
import {
  createAccount,
  goodPassword,
  hashOfPreSession,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { auditTrail } from '@vid/testkit/database/audit-trail';
import { appCode } from '@vid/testkit/http/app-code';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox, verifyPhone } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import {
  beginSocialSignUp,
  freshSubject,
  insertIdentity,
  proveByCode,
  providerNames,
  socialPath,
  socialVerifyPath,
  startSocialServer,
  type Choice,
} from '@vid/testkit/social';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { createIdentityRepo } from '#account/identities/identity.repo.ts';
import { createSocialRequestRepo } from '#account/identities/social-request.repo.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { createSocialSignUpRepo } from './social-sign-up.repo.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
});
afterAll(() => kit.close());

const newBrowser = () => new TestBrowser(kit.server.app);

type Typed = {
  referralCode?: string;
  password?: string;
  phone?: string;
  email?: string;
  name?: string;
  otpToken?: string;
  isEnterprise?: boolean;
};

async function begin(
  phone: string,
  choice: Choice,
  provider: (typeof providerNames)[number] = 'zalo',
  browser = newBrowser(),
) {
  const signUpId = await beginSocialSignUp(browser, provider, choice);
  const otpToken = await insertOtpToken(kit.server, browser, phone, 'social');
  const body = { signUpId, phone, otpToken, password: otherPassword, acceptedTerms: true };
  const verify = (typed: Typed = {}) => browser.post(socialVerifyPath, { ...body, ...typed });
  return { browser, signUpId, otpToken, body, verify };
}

const identitiesOf = (accountId: string) =>
  kit.server.deps.sql<{ provider: string; subject: string; name: string | null }[]>`
    select provider, subject, name from social_identities where account_id = ${accountId} order by provider`;

const hashOf = async (accountId: string) => (await kit.server.deps.passwords.findHash(accountId)) ?? '';

describe('a sign-up with a social identity', () => {
  it.each(providerNames)('of %s creates an account and links the identity', async (provider) => {
    const phone = freshPhone();
    const choice = { subject: freshSubject(), name: 'Lê Gia Huy', email: 'huy@example.vn' };
    const browser = newBrowser();
    await beginSocialSignUp(browser, provider, choice);
    await verifyPhone(browser, kit.server, phone, 'social');
    const answer = await browser.post(socialVerifyPath, {
      signUpId: 'cookie',
      otpToken: 'cookie',
      phone,
      password: otherPassword,
      name: 'Lê Gia Huy',
      acceptedTerms: true,
    });
    expect(answer.status).toBe(200);
    const email = provider === 'zalo' ? null : 'huy@example.vn';
    expect(answer.data).toMatchObject({ phone, name: 'Lê Gia Huy', email, isEnterprise: false });
    expect(browser.cookies.has('vid_social')).toBe(false);
    const later = newBrowser();
    const again = await later.post(socialPath, await proveByCode(later, provider, choice));
    expect(again.data).toMatchObject({ isExistAccount: true, userInfo: { id: answer.data['id'] } });
    const audit = await kit.server.deps.sql<{ kind: string }[]>`
      select kind from audit_events where account_id = ${String(answer.data['id'])} order by at, kind`;
    const kinds = audit.map(({ kind }) => kind);
    for (const kind of ['account.created', 'identity.linked', 'session.started'])
      expect(kinds).toContain(kind);
  });

  it('accepts a valid e-mail address if Facebook gave none', async () => {
    const { verify } = await begin(freshPhone(), { subject: freshSubject(), email: null }, 'facebook');
    const refused = await verify({ email: 'không phải e-mail' });
    expect([refused.status, refused.code, refused.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      { email: fieldReasons.email.vi },
    ]);
    expect((await verify({ email: ' Huy@Example.VN ' })).data['email']).toBe('Huy@example.vn');
  });

  it('prefers the typed e-mail address to that of the provider', async () => {
    const choice = { subject: freshSubject(), email: 'huy@example.vn' };
    const { verify } = await begin(freshPhone(), choice, 'google');
    const { data } = await verify({ email: 'other@example.vn' });
    expect(data['email']).toBe('other@example.vn');
    expect(await auditTrail(kit.server, String(data['id']), 'identity.linked')).toEqual([
      ['identity.linked', 'owner', { provider: 'google' }],
    ]);
  });

  it('creates an enterprise account with the name of the enterprise', async () => {
    const { verify } = await begin(freshPhone(), { subject: freshSubject(), name: 'Lê Gia Huy' });
    const { data } = await verify({ isEnterprise: true, name: 'Công ty Gia Huy' });
    expect(data).toMatchObject({ name: null, isEnterprise: true, enterprise: { name: 'Công ty Gia Huy' } });
  });

  it('rejects the referral code of the account that is signed in', async () => {
    const [inviter, browser] = [await createAccount(kit.server), newBrowser()];
    await signIn(browser, inviter);
    const own = await begin(freshPhone(), { subject: freshSubject() }, 'zalo', browser);
    const refused = await own.verify({ referralCode: inviter.referralCode });
    expect([refused.status, refused.code]).toEqual([400, 'REFERRAL_INVALID']);
    const invited = await begin(freshPhone(), { subject: freshSubject() });
    const { data } = await invited.verify({ referralCode: inviter.referralCode });
    const [row] = await kit.server.deps.sql`
      select referred_by from accounts where id = ${String(data['id'])}`;
    expect(row?.['referredBy']).toBe(inviter.id);
  });

  it('D4 returns the same account when it is repeated after a lost response', async () => {
    const { browser, verify } = await begin(freshPhone(), { subject: freshSubject() });
    const before = new Map(browser.cookies);
    const first = await verify();
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const repeated = await verify();
    expect([repeated.status, repeated.data['id']]).toEqual([200, first.data['id']]);
  });

  it('requires the terms, a good password and a valid code', async () => {
    const subject = freshSubject();
    const phone = freshPhone();
    const { browser, verify, signUpId, otpToken } = await begin(phone, { subject });
    const body = { signUpId, phone, otpToken, password: otherPassword };
    const refused = [
      await browser.post(socialVerifyPath, body),
      await verify({ password: 'short' }),
      await verify({ otpToken: 'invented' }),
      await verify({ phone: freshPhone() }),
    ];
    expect(refused.map(({ code }) => code)).toEqual([
      'TERMS_NOT_ACCEPTED',
      'PASSWORD_POLICY',
      'OTP_TOKEN_INVALID',
      'OTP_TOKEN_INVALID',
    ]);
    const { sql } = kit.server.deps;
    expect(await sql`select from accounts where phone = ${phone}`).toHaveLength(0);
    expect(await sql`select from social_identities where subject = ${subject}`).toHaveLength(0);
    expect((await verify()).status).toBe(200);
  });

  it('M3 I6 is rejected with undeclared fields, and can still be completed', async () => {
    const phone = freshPhone();
    const { browser, body, verify } = await begin(phone, { subject: freshSubject() });
    for (const extra of [
      'role',
      'Role',
      'status',
      'phoneVerified',
      'emailVerified',
      'id',
      'createdBy',
      'provider',
      'subject',
      'constructor',
    ]) {
      const answer = await browser.post(socialVerifyPath, { ...body, [extra]: 'admin' });
      expect([extra, answer.status, answer.code]).toEqual([extra, 400, 'VALIDATION_FAILED']);
    }
    const polluted = JSON.stringify(body).replace('}', ',"__proto__":{"role":"admin"}}');
    const headers = { 'content-type': 'application/json' };
    expect((await browser.post(socialVerifyPath, polluted, { headers })).status).toBe(400);
    const { sql } = kit.server.deps;
    expect(await sql`select from accounts where phone = ${phone}`).toHaveLength(0);
    expect((await verify()).status).toBe(200);
    expect([...(await sql`select role, kind from accounts where phone = ${phone}`)]).toEqual([
      { role: 'user', kind: 'personal' },
    ]);
  });

  it('O5 is rejected with a code that was sent for another purpose', async () => {
    const phone = freshPhone();
    const { browser, verify } = await begin(phone, { subject: freshSubject() });
    for (const purpose of ['signup', 'signin', 'forget-password'] as const) {
      const otpToken = await insertOtpToken(kit.server, browser, phone, purpose);
      expect((await verify({ otpToken })).code).toBe('OTP_TOKEN_INVALID');
    }
    const social = await insertOtpToken(kit.server, browser, phone, 'social');
    const answer = await browser.post('/vid/ajax/users/signup/phone', {
      phone,
      password: otherPassword,
      otpToken: social,
      acceptedTerms: true,
    });
    expect(answer.code).toBe('OTP_TOKEN_INVALID');
  });
});

describe('linking a social identity to an existing phone', () => {
  it('L4 succeeds with the account’s password and notifies the owner', async () => {
    const account = await createAccount(kit.server);
    const hash = await hashOf(account.id);
    const subject = freshSubject();
    // Use a known device, because a sign-in on a new device also sends the waiting notices.
    const known = newBrowser();
    await signIn(known, account);
    await kit.server.deps.background.idle();
    const { browser, verify } = await begin(account.phone, { subject, name: 'Lê Gia Huy' }, 'zalo', known);
    const answer = await verify({ password: goodPassword });
    expect([answer.status, answer.data['id']]).toEqual([200, account.id]);
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBe(2_592_000);
    expect(await hashOf(account.id)).toBe(hash);
    expect([...(await identitiesOf(account.id))]).toEqual([
      { provider: 'zalo', subject, name: 'Lê Gia Huy' },
    ]);
    const sessions = await kit.server.deps.sql`select amr from sessions where account_id = ${account.id}`;
    expect([...sessions]).toEqual([{ amr: ['pwd', 'otp', 'sms', 'fed'] }]);
    const unused = await kit.server.deps
      .sql`select from otp_codes where phone = ${account.phone} and token_used_at is null`;
    expect(unused).toHaveLength(0);
    await expect
      .poll(async () => (await readOutbox(browser)).map(({ to, purpose }) => [to, purpose]))
      .toContainEqual([account.phone, 'identity-linked']);
  });

  it('L4 is refused with a wrong or missing password', async () => {
    const account = await createAccount(kit.server);
    const hash = await hashOf(account.id);
    const { browser, verify } = await begin(account.phone, { subject: freshSubject() });
    const wrong = await verify({ password: otherPassword });
    expect([wrong.status, wrong.code]).toEqual([401, 'AUTH_FAILED']);
    expect(
      await kit.server.deps.sql`select kind, details from audit_events where account_id = ${account.id}`,
    ).toEqual([
      {
        kind: 'sign-in.failed',
        details: { method: 'social', reason: 'password', phone: maskPhone(account.phone) },
      },
    ]);
    expect((await verify({ password: '' })).status).toBe(400);
    expect(await hashOf(account.id)).toBe(hash);
    expect(await identitiesOf(account.id)).toHaveLength(0);
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect((await verify({ password: goodPassword })).status).toBe(200);
  });

  it('L4 is throttled after five wrong passwords', async () => {
    const account = await createAccount(kit.server);
    const { verify } = await begin(account.phone, { subject: freshSubject() });
    const { counters } = kit.server.deps;
    const failuresOfAddress = async () =>
      (await counters.peek(['signin-fail:127.0.0.1'])).get('signin-fail:127.0.0.1') ?? 0;
    const before = await failuresOfAddress();
    for (let attempt = 1; attempt <= 6; attempt += 1) await verify({ password: otherPassword });
    expect(await failuresOfAddress()).toBe(before + 5);
    const refused = await verify({ password: goodPassword });
    expect([refused.status, refused.code]).toEqual([429, 'AUTH_THROTTLED']);
    expect(await identitiesOf(account.id)).toHaveLength(0);
  });

  it('L4 is refused with the password but without the code', async () => {
    const account = await createAccount(kit.server);
    const { browser, signUpId } = await begin(account.phone, { subject: freshSubject() });
    const answer = await browser.post(socialVerifyPath, {
      signUpId,
      phone: account.phone,
      password: goodPassword,
      otpToken: 'invented',
      acceptedTerms: true,
    });
    expect(answer.code).toBe('OTP_TOKEN_INVALID');
    expect(await identitiesOf(account.id)).toHaveLength(0);
  });

  it('L4 keeps an identity that the account already has at the provider', async () => {
    const account = await createAccount(kit.server);
    const first = freshSubject();
    const linked = await begin(account.phone, { subject: first });
    await linked.verify({ password: goodPassword });
    const { verify } = await begin(account.phone, { subject: freshSubject() });
    const answer = await verify({ password: goodPassword });
    expect([answer.status, answer.code]).toEqual([409, 'SOCIAL_TAKEN']);
    expect([...(await identitiesOf(account.id))]).toMatchObject([{ provider: 'zalo', subject: first }]);
  });

  it('clears the password failures counted for the phone', async () => {
    const { throttle } = kit.server.deps;
    const { phone } = await createAccount(kit.server);
    await throttle.count({ phone, address: '198.51.100.77', devices: [], proof: 'none' });
    expect(await throttle.check(phone)).toMatchObject({ failures: 1 });
    const { verify } = await begin(phone, { subject: freshSubject() });
    expect((await verify({ password: goodPassword })).status).toBe(200);
    expect(await throttle.check(phone)).toMatchObject({ failures: 0 });
  });

  it('P10 is refused if the password changes during the request', async () => {
    const account = await createAccount(kit.server);
    const { verify } = await begin(account.phone, { subject: freshSubject() });
    const { linking } = await kit.server.deps.sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for update`;
      const started = verify({ password: goodPassword });
      await waitForLockWaits(kit.server, 1);
      await tx`update password_credentials set hash = hash || 'x' where account_id = ${account.id}`;
      return { linking: started };
    });
    expect((await linking).code).toBe('AUTH_FAILED');
    expect(await identitiesOf(account.id)).toHaveLength(0);
  });

  it('L6 is refused while the account is locked', async () => {
    const account = await createAccount(kit.server, { status: 'locked' });
    const { verify } = await begin(account.phone, { subject: freshSubject() });
    const answer = await verify({ password: goodPassword });
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(await identitiesOf(account.id)).toHaveLength(0);
  });

  it('is refused while changes of the account are on hold', async () => {
    const account = await createAccount(kit.server);
    await kit.server.deps.sql`
      update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
    const { verify } = await begin(account.phone, { subject: freshSubject() });
    const answer = await verify({ password: goodPassword });
    expect([answer.status, answer.code]).toEqual([403, 'CHANGE_ON_HOLD']);
    expect(await identitiesOf(account.id)).toHaveLength(0);
    expect(await kit.server.deps.throttle.check(account.phone)).toMatchObject({ failures: 0 });
  });

  it('is offered only with a token of the phone’s code', async () => {
    const account = await createAccount(kit.server);
    const { browser, signUpId, otpToken } = await begin(account.phone, { subject: freshSubject() });
    const path = `${socialPath}/pending`;
    const asked = { signUpId, phone: account.phone };
    expect((await browser.post(path, { ...asked, otpToken })).data['hasAccount']).toBe(true);
    expect((await browser.post(path, { ...asked, otpToken: 'invented' })).code).toBe('OTP_TOKEN_INVALID');
    expect((await browser.post(path, asked)).data['hasAccount']).toBeNull();
    const free = freshPhone();
    const other = await insertOtpToken(kit.server, browser, free, 'social');
    const answer = await browser.post(path, { signUpId, phone: free, otpToken: other });
    expect(answer.data['hasAccount']).toBe(false);
    expect((await newBrowser().post(path, { signUpId })).code).toBe('SOCIAL_SIGN_UP_EXPIRED');
  });
});

describe('a social sign-up by someone else', () => {
  it('L7 adds no identity to the account created later', async () => {
    const phone = freshPhone();
    const stranger = newBrowser();
    const signUpId = await beginSocialSignUp(stranger, 'zalo', { subject: freshSubject() });
    const early = await stranger.post(socialVerifyPath, {
      signUpId,
      phone,
      password: otherPassword,
      otpToken: 'invented',
      acceptedTerms: true,
    });
    expect(early.code).toBe('OTP_TOKEN_INVALID');
    const { sql } = kit.server.deps;
    expect(await sql`select from accounts where phone = ${phone}`).toHaveLength(0);

    const owner = newBrowser();
    const otpToken = await insertOtpToken(kit.server, owner, phone, 'signup');
    const body = { phone, password: goodPassword, otpToken, acceptedTerms: true };
    const { data } = await owner.post('/vid/ajax/users/signup/phone', body);
    expect(await identitiesOf(String(data['id']))).toHaveLength(0);
    const late = await stranger.post('/vid/ajax/auth/login/phone', { phone, password: otherPassword });
    expect(late.code).toBe('AUTH_FAILED');
  });

  it('L7 cannot be planted in the owner’s browser', async () => {
    const stranger = newBrowser();
    const signUpId = await beginSocialSignUp(stranger, 'zalo', { subject: freshSubject() });
    const owner = newBrowser();
    await hashOfPreSession(kit.server, owner);
    owner.cookies.set('vid_social', stranger.cookies.get('vid_social') ?? '');
    const answer = await owner.post(`${socialPath}/pending`, { signUpId: 'cookie' });
    expect(answer.code).toBe('SOCIAL_SIGN_UP_EXPIRED');
    expect((await stranger.post(`${socialPath}/pending`, { signUpId })).status).toBe(200);
  });
});

/**
 * Creates an account with an authenticator app and begins to link an identity; `finish` sends the app's code.
 */
async function halfLinked() {
  const [account, browser] = [await createAccount(kit.server), newBrowser()];
  // On a new device, the notice of the sign-in would send all waiting notices.
  await signIn(browser, account);
  await kit.server.deps.background.idle();
  const { secret } = await addAuthenticatorApp(kit.server, account.id);
  const subject = freshSubject();
  const { verify } = await begin(account.phone, { subject, name: 'Lê Gia Huy' }, 'zalo', browser);
  const answer = await verify({ password: account.password });
  expect(answer.data).toHaveProperty('mfaToken');
  const mfaToken = String(answer.data['mfaToken']);
  const finish = () => browser.post('/vid/ajax/auth/login/two-step', { mfaToken, code: appCode(secret) });
  return { account, subject, finish };
}

describe('K4 a link to an account with an authenticator app', () => {
  it('is created only with a code of the app', async () => {
    const { account, subject, finish } = await halfLinked();
    expect(await identitiesOf(account.id)).toEqual([]);
    const stranger = newBrowser();
    const before = await stranger.post(socialPath, await proveByCode(stranger, 'zalo', { subject }));
    expect(before.data).toMatchObject({ isExistAccount: false });

    expect((await finish()).data).toMatchObject({ id: account.id });
    expect(await identitiesOf(account.id)).toEqual([{ provider: 'zalo', subject, name: 'Lê Gia Huy' }]);
    const { count } = await kit.server.deps
      .sql`select from audit_events where account_id = ${account.id} and kind = 'identity.linked'`;
    expect(count).toBe(1);
    await kit.server.deps.background.idle();
    const told = (await readOutbox(newBrowser())).filter(({ to }) => to === account.phone);
    expect(told.map(({ purpose }) => purpose)).toContain('identity-linked');
  });

  it('fails if another account gets the identity before the code', async () => {
    const { account, subject, finish } = await halfLinked();
    const other = await createAccount(kit.server);
    await insertIdentity(kit.server, { accountId: other.id, provider: 'zalo', subject });
    expect((await finish()).code).toBe('SOCIAL_TAKEN');
    expect(await identitiesOf(account.id)).toEqual([]);
    const { count } = await kit.server.deps.sql`
      select from sessions where account_id = ${account.id} and method = 'social'`;
    expect(count).toBe(0);
  });
});

const hash = (n: number) => Buffer.alloc(32, n);
const pending = (subject: string) =>
  ({ provider: 'zalo', subject, suggestion: { name: 'An', picture: null, email: null } }) as const;

describe('the row of a pending sign-up', () => {
  it('ends when its identity is linked or unlinked', async () => {
    const { deps } = kit.server;
    const repo = createSocialSignUpRepo(deps);
    const identities = createIdentityRepo(deps.sql);
    const { id: accountId } = await createAccount(kit.server);
    const subject = freshSubject();
    const first = await repo.insert(hash(1), pending(subject));
    const second = await repo.insert(hash(1), pending(subject));
    const others = await repo.insert(hash(2), pending(freshSubject()));
    expect(await repo.find(first, hash(1))).toBeUndefined();
    expect(await repo.find(second, hash(2))).toBeUndefined();
    expect(await repo.find(second, hash(1))).toEqual(pending(subject));
    const identity = { provider: 'zalo', subject, name: 'An', accountId } as const;
    for (const change of [
      () => identities.insert(deps.sql, identity),
      () => identities.delete(deps.sql, identity),
      () => identities.deleteSubject(deps.sql, identity),
    ]) {
      const secret = await repo.insert(hash(3), pending(subject));
      await change();
      expect(await repo.find(secret, hash(3))).toBeUndefined();
    }
    expect(await repo.find(others, hash(2))).toBeDefined();
  });

  it('can be found and taken until it expires, by its own browser', async () => {
    const { deps } = kit.server;
    const secret = await createSocialSignUpRepo(deps).insert(hash(4), pending(freshSubject()));
    const [row] = await deps.sql`
      select round(extract(epoch from expires_at - now()) / 60)::int as minutes from social_sign_ups
      where pre_session_hash = ${hash(4)}`;
    expect(row).toEqual({ minutes: 15 });
    await atOneMoment(kit.server, async (tx) => {
      const repo = createSocialSignUpRepo({ ...deps, sql: tx });
      const endIn = (interval: string) => tx`
        update social_sign_ups set expires_at = now() + ${interval}::interval where pre_session_hash = ${hash(4)}`;
      await endIn('0');
      expect(await repo.find(secret, hash(4))).toBeUndefined();
      expect(await repo.take(tx, secret, hash(4))).toBeUndefined();
      await endIn('1 microsecond');
      expect(await repo.take(tx, secret, hash(5))).toBeUndefined();
      expect(await repo.find(secret, hash(4))).toBeDefined();
      expect(await repo.take(tx, secret, hash(4))).toBeDefined();
      expect(await repo.take(tx, secret, hash(4))).toBeUndefined();
    });
  });
});

describe('the row of a social request', () => {
  it('can be used once by its holder for its provider, until it expires', () =>
    atOneMoment(kit.server, async (tx) => {
      const repo = createSocialRequestRepo({ ...kit.server.deps, sql: tx });
      const flow = { provider: 'zalo', holder: hash(6) } as const;
      const secrets = { state: 'state', verifier: 'verifier', nonce: 'nonce' };
      await repo.insert(flow, secrets);
      const [row] = await tx`
        select expires_at - now() = interval '10 minutes' as is_exact from social_requests where holder_hash = ${hash(6)}`;
      expect(row).toEqual({ isExact: true });
      for (const wrong of [{ provider: 'google' } as const, { holder: hash(7) }])
        expect(await repo.take({ ...flow, ...wrong }, 'state')).toBeUndefined();
      expect(await repo.take(flow, 'other')).toBeUndefined();
      await tx`update social_requests set expires_at = now()`;
      expect(await repo.take(flow, 'state')).toBeUndefined();
      await tx`update social_requests set expires_at = now() + interval '1 microsecond'`;
      expect([await repo.take(flow, 'state'), await repo.take(flow, 'state')]).toEqual([secrets, undefined]);
    }));
});
