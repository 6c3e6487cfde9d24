import {
  createAccount,
  createAdmin,
  insertOtpToken,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { appCode } from '@vid/testkit/http/app-code';
import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { insertOtpCode } from '@vid/testkit/sign-in/otp-codes';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  admin = await createAdmin(server, { name: 'Trần Quốc Bảo' });
});
afterAll(() => server.close());

const pathOf = (id: string) => `/vid/api/admin/accounts/${id}`;
const reason = { reason: 'asked in person' };
const lift = (id: string, limit: 'passwords' | 'codes' | 'app-codes', by = admin) =>
  by.browser.post(`${pathOf(id)}/lift-limit`, { ...reason, limit });
const auditsOf = (accountId: string, kind: string) =>
  server.deps.sql`
    select actor_id, details from audit_events where account_id = ${accountId} and kind = ${kind} order by id`;

describe('forcing a password change', () => {
  it('M4 makes the next sign-in demand a new password', async () => {
    const account = await createAccount(server);
    const path = `${pathOf(account.id)}/force-password-change`;
    expect((await admin.browser.post(path, reason)).status).toBe(200);
    expect((await admin.browser.post(path, reason)).status).toBe(200);
    const member = new TestBrowser(server.app);
    expect((await signIn(member, account)).data).toMatchObject({ demands: ['change-password'] });
    const change = { currentPassword: account.password, newPassword: 'Sông-Hồng 27' };
    expect((await member.post('/vid/api/users/password/change', change)).status).toBe(200);
    expect((await member.get('/vid/ajax/auth/me')).data).toMatchObject({ demands: [] });
    expect(await auditsOf(account.id, 'password.change-forced')).toEqual([
      { actorId: admin.id, details: reason },
    ]);
    expect((await member.get('/vid/api/users/history')).data).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ event: 'password-change-forced-by-association' }),
      ]),
    });
  });

  it('M4 blocks an open administrator session until the password is changed', async () => {
    const account = await createAdmin(server);
    const { browser } = account;
    const other = await createAccount(server);
    expect((await browser.get(pathOf(other.id))).status).toBe(200);
    await admin.browser.post(`${pathOf(account.id)}/force-password-change`, reason);
    for (const path of ['/vid/api/users/information', '/vid/api/apps', pathOf(other.id)]) {
      const { status, code } = await browser.get(path);
      expect([path, status, code]).toEqual([path, 403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    const avatar = await browser.call('PUT', '/vid/api/users/avatar', 'x', {
      headers: { 'content-type': 'image/png' },
    });
    expect(avatar.code).toBe('PASSWORD_CHANGE_REQUIRED');
    expect((await browser.get('/vid/ajax/auth/me')).data).toMatchObject({ demands: ['change-password'] });
    const change = { currentPassword: account.password, newPassword: 'Sông-Hồng 27' };
    expect((await browser.post('/vid/api/users/password/change', change)).status).toBe(200);
    expect((await browser.get(pathOf(other.id))).status).toBe(200);
  });

  it('M4 lets a member with an open session sign out', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    await admin.browser.post(`${pathOf(account.id)}/force-password-change`, reason);
    expect((await member.post('/vid/ajax/auth/logout/all')).status).toBe(200);
    expect((await member.get('/vid/ajax/auth/me')).status).toBe(401);
    await signIn(member, account);
    expect((await member.post('/vid/ajax/auth/logout')).status).toBe(200);
  });

  it('is refused for an account without a password', async () => {
    const { id } = await createAccount(server, { password: null });
    const codeOf = async (accountId: string) =>
      (await admin.browser.post(`${pathOf(accountId)}/force-password-change`, reason)).code;
    expect(await Promise.all([id, 'acc_none', admin.id].map(codeOf))).toEqual([
      'NO_PASSWORD',
      'NOT_FOUND',
      'OWN_ACCOUNT',
    ]);
  });
});

it('X1 two administrators can lift a limit together five times a day', async () => {
  const [account, other] = [await createAccount(server), await createAccount(server)];
  const second = await createAdmin(server);
  for (const by of [admin, second, admin, second, admin])
    expect((await lift(account.id, 'app-codes', by)).status).toBe(200);
  const refused = await lift(account.id, 'app-codes', second);
  expect([refused.code, Number(refused.raw.headers['retry-after']) > 86_000]).toEqual(['RATE_LIMITED', true]);
  expect(await auditsOf(account.id, 'throttle.lifted')).toHaveLength(5);
  expect((await lift(account.id, 'codes')).status).toBe(200);
  expect((await lift(other.id, 'app-codes')).status).toBe(200);
});

describe('lifting the limits on a phone', () => {
  it('clears the failed passwords and counted codes of one phone', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    const { sql } = server.deps;
    for (const { phone, password } of [account, other]) {
      await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', { phone, password });
      await setPasswordFailures(server, phone, 100);
      for (let count = 0; count < 3; count += 1) await insertOtpCode(server, { phone, attempts: 5 });
    }
    await sql`update known_devices set password_failures = 1 where account_id in (${account.id}, ${other.id})`;
    const login = { phone: account.phone, password: account.password };
    const member = new TestBrowser(server.app);
    expect((await member.post('/vid/ajax/auth/login/phone', login)).status).not.toBe(200);
    for (const limit of ['passwords', 'codes'] as const)
      expect((await lift(account.id, limit)).status).toBe(200);
    expect(await sql`select account_id from known_devices where password_failures > 0`).toEqual([
      { accountId: other.id },
    ]);
    expect((await member.post('/vid/ajax/auth/login/phone', login)).status).toBe(200);
    expect(await sql`select distinct phone from otp_codes where is_counted`).toEqual([
      { phone: other.phone },
    ]);
    const digitsOf = async (phone: string) =>
      (await tryRequestOtp(new TestBrowser(server.app), server, { phone })).data['digits'];
    expect([await digitsOf(account.phone), await digitsOf(other.phone)]).toEqual([6, 8]);
    expect(await auditsOf(account.id, 'throttle.lifted')).toEqual(
      ['passwords', 'codes'].map((limit) => ({ actorId: admin.id, details: { ...reason, limit } })),
    );
  });

  it('clears the wrong authenticator codes of one account on known and unknown devices', async () => {
    const { sql } = server.deps;
    const withApp = async () => {
      const account = await createAccount(server);
      return { ...account, ...(await addAuthenticatorApp(server, account.id)) };
    };
    const [account, other] = [await withApp(), await withApp()];
    const enterPassword = (browser: TestBrowser, { phone, password }: typeof account) =>
      browser.post('/vid/ajax/auth/login/phone', { phone, password });
    const enterCode = async (
      browser: TestBrowser,
      { id, secret }: typeof account,
      code = appCode(secret),
    ) => {
      await sql`update authenticator_apps set last_step = 0 where account_id = ${id}`;
      return (await browser.post('/vid/ajax/auth/login/two-step', { mfaToken: 'cookie', code })).code;
    };
    const browse = () => new TestBrowser(server.app);
    const [known, second, stranger] = [browse(), browse(), browse()];
    const [knownOfOther, strangerOfOther] = [browse(), browse()];
    const knownPlaces = [
      [known, account],
      [second, account],
      [knownOfOther, other],
    ] as const;
    for (const place of knownPlaces) {
      await enterPassword(...place);
      expect(await enterCode(...place)).toBeUndefined();
    }
    const places = [...knownPlaces, [stranger, account], [strangerOfOther, other]] as const;
    for (const place of places) {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        if (attempt % 5 === 0) await enterPassword(...place);
        expect(await enterCode(...place, 'wrong')).toBe('TWO_STEP_CODE_INVALID');
      }
      await enterPassword(...place);
      expect(await enterCode(...place)).toBe('TWO_STEP_THROTTLED');
    }
    expect((await lift(account.id, 'app-codes')).status).toBe(200);
    for (const browser of [known, second, stranger])
      expect(await enterCode(browser, account)).toBeUndefined();
    for (const browser of [knownOfOther, strangerOfOther])
      expect(await enterCode(browser, other)).toBe('TWO_STEP_THROTTLED');
  });
});

describe('support notes', () => {
  it('are listed newest first with their author, and erased with the account', async () => {
    const { id } = await createAccount(server);
    for (const text of ['first', 'second <script>'])
      expect((await admin.browser.post(`${pathOf(id)}/notes`, { text })).status).toBe(200);
    expect((await admin.browser.get(pathOf(id))).data['notes']).toMatchObject([
      { text: 'second <script>', author: { id: admin.id, name: 'Trần Quốc Bảo' } },
      { text: 'first' },
    ]);
    const audits = await auditsOf(id, 'account.noted');
    expect(audits).toEqual(
      [1, 2].map(() => ({ actorId: admin.id, details: { note: expect.stringMatching(/^note_\w+$/u) } })),
    );
    // The note is erased with the account, so the audit log must not repeat its text.
    expect(JSON.stringify(audits)).not.toContain('first');
    const codes = [
      await admin.browser.post(`${pathOf('acc_none')}/notes`, { text: 'x' }),
      await admin.browser.post(`${pathOf(id)}/notes`, { text: '' }),
      await admin.browser.post(`${pathOf(id)}/notes`, { text: 'x', authorId: id }),
    ].map(({ code }) => code);
    expect(codes).toEqual(['NOT_FOUND', 'VALIDATION_FAILED', 'VALIDATION_FAILED']);
    await server.deps.sql`delete from accounts where id = ${id}`;
    expect(await server.deps.sql`select from account_notes where account_id = ${id}`).toHaveLength(0);
  });
});

describe('hidden menu items', () => {
  it('are sent to the member with the next request', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    const path = `${pathOf(account.id)}/hidden-nav-ids`;
    const put = (hiddenNavIds: unknown) => admin.browser.call('PUT', path, { hiddenNavIds });
    expect((await put(['invite-friends', 'privacy'])).status).toBe(200);
    expect((await member.get('/vid/ajax/auth/me')).data['exclusiveNavIds']).toEqual([
      'administration',
      'applications',
      'invite-friends',
      'privacy',
    ]);
    expect((await admin.browser.get(pathOf(account.id))).data['hiddenNavIds']).toHaveLength(2);
    expect((await put([])).status).toBe(200);
    expect(await auditsOf(account.id, 'account.menu-changed')).toEqual(
      ['invite-friends privacy', ''].map((hidden) => ({ actorId: admin.id, details: { hidden } })),
    );
    const codes = [];
    for (const id of [admin.id, 'acc_none'])
      codes.push(
        (await admin.browser.call('PUT', `${pathOf(id)}/hidden-nav-ids`, { hiddenNavIds: [] })).code,
      );
    expect(codes).toEqual(['OWN_ACCOUNT', 'NOT_FOUND']);
    expect((await member.get('/vid/ajax/auth/me')).data['exclusiveNavIds']).toEqual([
      'administration',
      'applications',
    ]);
    for (const wrong of [['../admin'], ['x', 'x'], 'x', Array.from({ length: 51 }, (_, i) => `x${i}`)])
      expect((await put(wrong)).code).toBe('VALIDATION_FAILED');
  });

  it('are listed apart from the items unavailable to an account', async () => {
    const { sql } = server.deps;
    const [member, manager] = [await createAccount(server), await createAccount(server)];
    await sql`
      insert into applications (id, code, name, owner_id)
      values ('app_owned', 'owned-app', 'Sàn', ${manager.id}), ('app_managed', 'managed-app', 'Kho', null)`;
    await sql`
      insert into application_managers (account_id, application_id) values (${manager.id}, 'app_managed')`;
    const managed = [
      { id: 'app_managed', code: 'managed-app', name: 'Kho' },
      { id: 'app_owned', code: 'owned-app', name: 'Sàn' },
    ];
    const cases = [
      [member, ['administration', 'applications'], []],
      [manager, ['administration'], managed],
      [admin, ['applications'], []],
    ] as const;
    for (const [{ id }, unavailableNavIds, managableApplications] of cases)
      expect((await admin.browser.get(pathOf(id))).data).toMatchObject({
        hiddenNavIds: [],
        unavailableNavIds,
        managableApplications,
      });
    const browser = new TestBrowser(server.app);
    await signIn(browser, manager);
    expect((await browser.get('/vid/ajax/auth/me')).data).toMatchObject({
      exclusiveNavIds: ['administration'],
      managableApplications: managed,
    });
  });

  it('M3 cannot be chosen by the member', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    await signIn(member, account);
    for (const field of ['exclusiveNavIds', 'hiddenNavIds', 'role'])
      expect((await member.call('PATCH', '/vid/api/users/profile', { [field]: [] })).status).not.toBe(200);
    const put = await member.call('PUT', `${pathOf(account.id)}/hidden-nav-ids`, { hiddenNavIds: [] });
    expect(put.code).toBe('FORBIDDEN');
  });
});

describe('the support page of an account', () => {
  it('shows the consents and permissions of the account', async () => {
    const { id } = await createAccount(server);
    const { sql } = server.deps;
    const consent = { accountId: id, purpose: 'marketing', noticeVersion: '1', method: 'test', address: '' };
    await sql`insert into consents ${sql([
      { ...consent, action: 'withdrawn', agreedAt: new Date('2026-03-02T00:00:00Z') },
      { ...consent, action: 'given', agreedAt: new Date('2026-03-01T00:00:00Z') },
    ])}`;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address)
      values (${id}, 'purpose-of-a-later-version', '1', 'test', '')`;
    await sql`
      insert into applications (id, code, name)
      values ('app_desk', 'desk-app', 'Sàn'), ('app_food', 'food-app', 'Ăn uống')`;
    await sql`
      insert into application_roles (application_id, code, name) values ('app_desk', 'broker', 'Môi giới')`;
    const permission = { accountId: id, applicationId: 'app_desk' };
    await sql`insert into permissions ${sql([
      { ...permission, id: 'per_locked', role: 'editor', status: 'locked' },
      { ...permission, id: 'per_desk', role: 'broker', status: 'active' },
      { ...permission, id: 'per_food', role: 'broker', status: 'active', applicationId: 'app_food' },
    ])}`;
    const application = { code: 'desk-app', name: 'Sàn' };
    expect((await admin.browser.get(pathOf(id))).data).toMatchObject({
      consents: [{ purpose: 'marketing', action: 'withdrawn' }],
      permissions: [
        { application: { code: 'food-app', name: 'Ăn uống' }, role: 'broker', roleName: 'broker' },
        { application, role: 'broker', roleName: 'Môi giới', status: 'active' },
        { application, role: 'editor', roleName: 'editor', status: 'locked' },
      ],
    });
  });

  it('shows the lock by the association or by the owner', async () => {
    const { id } = await createAccount(server, { status: 'locked' });
    const { sql } = server.deps;
    const lockedBy = (actorId: string, at: string, details: Record<string, string | number>) => sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at, details)
      values ('account.locked', ${id}, ${actorId}, '', '', ${at}::text::timestamptz, ${sql.json(details)})`;
    await lockedBy(admin.id, '2026-03-01T00:00:00Z', { reason: 'first' });
    await lockedBy(admin.id, '2026-03-02T00:00:00Z', { reason: 'second' });
    await lockedBy(id, '2026-03-03T00:00:00Z', { sessionsEnded: 1 });
    await lockedBy(id, '2026-03-04T00:00:00Z', {});
    const lock = async () => (await admin.browser.get(pathOf(id))).data['lock'];
    expect(await lock()).toMatchObject({
      at: '2026-03-02T00:00:00.000Z',
      by: { id: admin.id, name: 'Trần Quốc Bảo' },
      reason: 'second',
    });
    await sql`update accounts set locked_by_owner = true where id = ${id}`;
    expect(await lock()).toMatchObject({ at: '2026-03-03T00:00:00.000Z', by: { id }, reason: null });
  });

  it('requires a recent re-authentication to change an account', async () => {
    const { id } = await createAccount(server);
    const stale = await createAdmin(server);
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${stale.id}`;
    const answers = [
      await stale.browser.post(`${pathOf(id)}/force-password-change`, reason),
      await lift(id, 'codes', stale),
      await stale.browser.call('PUT', `${pathOf(id)}/hidden-nav-ids`, { hiddenNavIds: [] }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(3).fill('REAUTHENTICATION_REQUIRED'));
  });

  it('leaves a verified, unused code valid when support lifts the limits on codes', async () => {
    const account = await createAccount(server);
    const member = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, member, account.phone, 'signin');
    await lift(account.id, 'codes');
    const login = await member.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    expect(login.status).toBe(200);
  });
});
