import { fieldReasons } from '@vid/contract/field-reasons';
import {
  createAccount,
  createAdmin,
  goodPassword,
  insertOtpToken,
  otherPassword,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApprovalService } from './approvals.service.ts';

type Admin = Awaited<ReturnType<typeof createAdmin>>;

let server: TestServer;
let one: Admin;
let two: Admin;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.sql`update accounts set role = 'user' where role = 'admin'`;
  await server.deps.sql`delete from approvals`;
  [one, two] = [await createAdmin(server), await createAdmin(server)];
});

const path = '/vid/api/admin/approvals';
const ask = (by: Admin, kind: string, accountId: string, contact?: string) =>
  by.browser.post(path, { kind, accountId, reason: 'agreed by the board', ...(contact && { contact }) });
async function idOf(accountId: string, kind = 'grant-admin'): Promise<string> {
  const [row] = await server.deps.sql<{ id: string }[]>`
    select id from approvals where account_id = ${accountId} and kind = ${kind} and status = 'pending'`;
  return row?.id ?? 'apr_none';
}
const listed = async (): Promise<readonly string[]> => {
  const { data } = (await two.browser.get(path)).raw.json<{ data: { account: { id: string } }[] }>();
  return data.map(({ account }) => account.id);
};
const decide = (by: Admin, id: string, verb: 'confirm' | 'refuse' = 'confirm') =>
  by.browser.post(`${path}/${id}/${verb}`);
const roleOf = async (id: string) =>
  (await server.deps.sql<{ role: string }[]>`select role from accounts where id = ${id}`)[0]?.role;
const auditsOf = (id: string) => server.deps.sql`
  select kind, actor_id from audit_events
  where account_id = ${id} and (kind like 'approval.%' or kind like 'role.%' or kind = 'recovery.requested')
  order by id`;

describe('granting the administrator role', () => {
  it('M7 V4 requires two administrators, and is audited at both steps', async () => {
    const member = await createAccount(server, { name: 'Lê Minh Châu' });
    const browser = new TestBrowser(server.app);
    await signIn(browser, member);
    expect((await ask(one, 'grant-admin', member.id)).status).toBe(200);
    expect((await ask(two, 'grant-admin', member.id)).code).toBe('APPROVAL_EXISTS');
    const waiting = {
      kind: 'grant-admin',
      account: { id: member.id, name: 'Lê Minh Châu', phone: member.phone },
      requestedBy: { id: one.id, name: one.phone },
      reason: 'agreed by the board',
      contact: null,
    };
    await ask(two, 'withdraw-admin', one.id);
    for (const { by, isOwn } of [
      { by: one, isOwn: true },
      { by: two, isOwn: false },
    ])
      expect((await by.browser.get(path)).data).toMatchObject([
        { ...waiting, isOwn },
        { kind: 'withdraw-admin', account: { id: one.id }, isOwn: !isOwn },
      ]);
    const [pending] = (await two.browser.get(path)).raw.json().data;
    expect(Date.parse(pending.expiresAt) - Date.parse(pending.createdAt)).toBe(24 * 3_600_000);
    const id = await idOf(member.id);
    expect((await decide(one, id)).code).toBe('APPROVAL_OWN');
    expect([(await decide(two, id)).status, await roleOf(member.id)]).toEqual([200, 'admin']);
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    expect((await decide(two, id)).code).toBe('APPROVAL_CLOSED');
    expect(await auditsOf(member.id)).toEqual([
      { kind: 'approval.requested', actorId: one.id },
      { kind: 'approval.confirmed', actorId: two.id },
      { kind: 'role.granted', actorId: two.id },
    ]);
    const details = await server.deps.sql`
      select details from audit_events where account_id = ${member.id} and kind like any('{approval.%,role.%}')
      order by id`;
    const reason = 'agreed by the board';
    expect(details.map((row) => row['details'])).toEqual([
      { approval: id, change: 'grant-admin', reason },
      { approval: id, change: 'grant-admin' },
      { reason },
    ]);
    await server.deps.background.idle();
    expect(await mailTo(member.phone, 'role-granted')).toBeDefined();
  });

  it('K1 is announced to both administrators, and again a day later', async () => {
    const { sql, background } = server.deps;
    const both = [one.id, two.id];
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      select id, 'terms', '1', 'test', '', now() - interval '25 hours' from unnest(${both}::text[]) id`;
    const member = await createAccount(server);
    await ask(one, 'grant-admin', member.id);
    await decide(two, await idOf(member.id));
    await background.idle();
    for (const { phone } of [one, two]) expect(await mailTo(phone, 'approval-confirmed')).toBeDefined();
    const due = await sql`
      select account_id, user_agent <> '' as names_device from due_notices
      where kind = 'changed-yesterday' and account_id = any(${both})`;
    expect(due).toHaveLength(2);
    expect(due).toContainEqual({ accountId: one.id, namesDevice: false });
    expect(due).toContainEqual({ accountId: two.id, namesDevice: true });
  });

  it('happens once when six confirmations arrive at the same time', async () => {
    const { id: memberId } = await createAccount(server);
    const others = [two, await createAdmin(server), await createAdmin(server)];
    await ask(one, 'grant-admin', memberId);
    const id = await idOf(memberId);
    const answers = await Promise.all([...others, ...others].map((by) => decide(by, id)));
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'APPROVAL_CLOSED'),
      'ok',
    ]);
    expect((await auditsOf(memberId)).filter(({ kind }) => kind === 'role.granted')).toHaveLength(1);
  });

  it('cannot be confirmed after its request has expired', async () => {
    const { id: memberId } = await createAccount(server);
    await ask(one, 'grant-admin', memberId);
    const id = await idOf(memberId);
    await server.deps.sql`update approvals set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await decide(two, id)).code).toBe('APPROVAL_CLOSED');
    expect((await two.browser.get(path)).data).toEqual([]);
    expect(await roleOf(memberId)).toBe('user');
    expect((await ask(two, 'grant-admin', memberId)).status).toBe(200);
  });

  it('M4 cannot be confirmed if the requesting administrator lost the role', async () => {
    const { id: memberId } = await createAccount(server);
    await ask(one, 'grant-admin', memberId);
    const { sql } = server.deps;
    await sql`update accounts set role = 'user' where id = ${one.id}`;
    expect((await decide(two, await idOf(memberId))).code).toBe('APPROVAL_CLOSED');
    await sql`update accounts set role = 'admin', status = 'locked' where id = ${one.id}`;
    expect((await decide(two, await idOf(memberId))).code).toBe('APPROVAL_CLOSED');
    expect(await roleOf(memberId)).toBe('user');
  });

  it('K1 is refused when the account that requested it returns to its owner', async () => {
    const { id: memberId } = await createAccount(server);
    await ask(one, 'grant-admin', memberId);
    await server.deps.sql`
      insert into approvals (id, kind, account_id, requested_by, decided_by, reason, status, expires_at, used_at)
      select 'apr_' || name, 'export-hashes', requested_by, requested_by, decided_by, 'move', 'confirmed', ends, used
      from (values
        ('asked', ${one.id}, ${two.id}, now() + interval '1 hour', null),
        ('decided', ${two.id}, ${one.id}, now() + interval '1 hour', null),
        ('used', ${one.id}, ${two.id}, now() + interval '1 hour', now()),
        ('over', ${one.id}, ${two.id}, now(), null),
        ('others', ${two.id}, ${two.id}, now() + interval '1 hour', null)
      ) approvals (name, requested_by, decided_by, ends, used)`;
    await server.deps.sql`
      update accounts set role = 'user', status = 'locked', locked_by_owner = true where id = ${one.id}`;
    const browser = new TestBrowser(server.app);
    const { phone } = one;
    const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
    const reset = { phone, otpToken, newPassword: otherPassword };
    expect((await browser.post('/vid/api/users/password/forget', reset)).status).toBe(200);
    expect(await idOf(memberId)).toBe('apr_none');
    expect(await auditsOf(memberId)).toEqual([
      { kind: 'approval.requested', actorId: one.id },
      { kind: 'approval.refused', actorId: one.id },
    ]);
    const refused = await server.deps.sql`
      select id from approvals where kind = 'export-hashes' and status = 'refused' order by id`;
    expect(refused.map(({ id }) => id)).toEqual(['apr_asked', 'apr_decided']);
  });

  it('has its requests listed oldest first', async () => {
    const members = [];
    for (let count = 0; count < 3; count += 1) members.push((await createAccount(server)).id);
    for (const id of members) await ask(one, 'grant-admin', id);
    expect(await listed()).toEqual(members);
    const [first = '', ...others] = members;
    await server.deps.sql`
      update approvals set created_at = created_at + interval '1 minute' where account_id = ${first}`;
    expect(await listed()).toEqual([...others, first]);
  });

  it('can be rejected by the second administrator or withdrawn by the first', async () => {
    const { id: memberId } = await createAccount(server);
    for (const by of [two, one]) {
      await ask(one, 'grant-admin', memberId);
      const id = await idOf(memberId);
      expect((await decide(by, id, 'refuse')).status).toBe(200);
      expect((await decide(two, id)).code).toBe('APPROVAL_CLOSED');
    }
    for (const verb of ['confirm', 'refuse'] as const)
      expect((await decide(two, 'apr_none', verb)).code).toBe('NOT_FOUND');
    const refusals = await server.deps.sql`
      select actor_id, details ->> 'change' as change from audit_events
      where account_id = ${memberId} and kind = 'approval.refused' order by id`;
    expect(refusals).toEqual([two, one].map(({ id: actorId }) => ({ actorId, change: 'grant-admin' })));
  });

  it('requires an active member with a password, and re-authentication of the administrator', async () => {
    const codeOf = async (input: Parameters<typeof createAccount>[1]) =>
      (await ask(one, 'grant-admin', (await createAccount(server, input)).id)).code;
    expect(await codeOf({ password: null })).toBe('NO_PASSWORD');
    expect(await codeOf({ status: 'locked' })).toBe('ACCOUNT_LOCKED');
    expect((await ask(one, 'grant-admin', two.id)).code).toBe('ROLE_UNCHANGED');
    expect((await ask(one, 'grant-admin', 'acc_none')).code).toBe('NOT_FOUND');
    await server.deps.sql`
      update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${one.id}`;
    for (const { code } of [await ask(one, 'grant-admin', two.id), await decide(one, 'apr_x')])
      expect(code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('M3 rejects undeclared fields and a contact', async () => {
    const { id: accountId } = await createAccount(server);
    const body = { kind: 'grant-admin', accountId, reason: 'x' };
    for (const extra of [{ requestedBy: two.id }, { status: 'confirmed' }, { contact: '0912345678' }])
      expect((await one.browser.post(path, { ...body, ...extra })).code).toBe('VALIDATION_FAILED');
  });
});

describe('withdrawing the administrator role', () => {
  it('M7 ends the sessions of the former administrator', async () => {
    const third = await createAdmin(server);
    await ask(one, 'withdraw-admin', third.id);
    expect((await decide(two, await idOf(third.id, 'withdraw-admin'))).status).toBe(200);
    expect(await roleOf(third.id)).toBe('user');
    await server.deps.background.idle();
    expect(await mailTo(third.phone, 'role-withdrawn')).toBeDefined();
    expect((await third.browser.get(path)).code).toBe('TOKEN_INVALID');
    await server.deps.sql`delete from authenticator_apps where account_id = ${third.id}`;
    await signIn(third.browser, third);
    expect((await third.browser.get(path)).code).toBe('FORBIDDEN');
  });

  it('M4 leaves one administrator when two withdraw each other’s role', async () => {
    await ask(one, 'withdraw-admin', two.id);
    await ask(two, 'withdraw-admin', one.id);
    const [ofOne, ofTwo] = await Promise.all([one.id, two.id].map((id) => idOf(id, 'withdraw-admin')));
    const codes = (await Promise.all([decide(two, ofTwo ?? ''), decide(one, ofOne ?? '')])).map(
      ({ code }) => code,
    );
    expect(codes).toContain(undefined);
    const admins = await server.deps.sql`select from accounts where role = 'admin' and status = 'active'`;
    expect(admins).toHaveLength(1);
  });

  it('M4 is refused for the last administrator', async () => {
    await server.deps.sql`update accounts set status = 'locked' where id = ${two.id}`;
    expect((await ask(one, 'withdraw-admin', one.id)).code).toBe('LAST_ADMIN');
  });
});

it('an export of password hashes is refused for another account', async () => {
  const refused = await ask(one, 'export-hashes', two.id);
  expect([refused.code, refused.fields]).toEqual([
    'VALIDATION_FAILED',
    { accountId: fieldReasons.format.vi },
  ]);
});

it('K1 an export of password hashes is announced to both administrators', async () => {
  await ask(one, 'export-hashes', one.id);
  await decide(two, await idOf(one.id, 'export-hashes'));
  await server.deps.background.idle();
  for (const { phone } of [one, two]) expect(await mailTo(phone, 'approval-confirmed')).toBeDefined();
});

const recoveryOf = (id: string) => server.deps.sql`
  select status, channel, sealed_input, ready_at - created_at as wait from recovery_requests
  where account_id = ${id} order by created_at`;

const recoveryAuditsOf = (id: string) => server.deps.sql`
  select kind, details from audit_events where account_id = ${id} and kind like 'recovery.%'`;

async function startRecovery(contact: string) {
  const member = await createAccount(server);
  expect((await ask(one, 'recover-account', member.id, contact)).status).toBe(200);
  expect((await decide(two, await idOf(member.id, 'recover-account'))).status).toBe(200);
  await server.deps.background.idle();
  return member;
}

async function endWait(id: string): Promise<void> {
  const { sql, background, modules } = server.deps;
  await sql`update recovery_requests set ready_at = now() where account_id = ${id}`;
  await modules.recovery.recoveries.advance();
  await background.idle();
}

const mailTo = async (to: string, purpose: string) =>
  (await readOutbox(new TestBrowser(server.app))).find(
    (entry) => entry.to === to && entry.purpose === purpose,
  )?.text;

describe('account recovery through support', () => {
  it('M4 sends the recovery link to the new phone after the waiting time', async () => {
    const phone = freshPhone();
    const member = await startRecovery(phone);
    expect(await mailTo(member.phone, 'recovery-started')).toBeDefined();
    await server.deps.modules.recovery.recoveries.advance();
    expect(await recoveryOf(member.id)).toMatchObject([{ status: 'waiting', channel: 'support' }]);
    expect(await mailTo(phone, 'recovery-link')).toBeUndefined();
    await endWait(member.id);
    expect(await recoveryOf(member.id)).toMatchObject([{ status: 'ready', sealedInput: null }]);
    const recoveryToken = /#([\w-]{22})/u.exec((await mailTo(phone, 'recovery-link')) ?? '')?.[1];
    const browser = new TestBrowser(server.app);
    expect((await browser.post('/vid/ajax/auth/recovery/check', { recoveryToken })).status).toBe(200);
    const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
    const complete = { phone, otpToken, newPassword: otherPassword };
    expect((await browser.post('/vid/ajax/auth/recovery/complete', complete)).status).toBe(200);
    await signIn(new TestBrowser(server.app), { phone, password: otherPassword });
    expect(
      await server.deps.sql`select sealed_contact from approvals where account_id = ${member.id}`,
    ).toEqual([{ sealedContact: null }]);
    expect(await auditsOf(member.id)).toEqual([
      { kind: 'approval.requested', actorId: one.id },
      { kind: 'approval.confirmed', actorId: two.id },
      { kind: 'recovery.requested', actorId: two.id },
    ]);
    expect(await recoveryAuditsOf(member.id)).toContainEqual({
      kind: 'recovery.requested',
      details: { channel: 'support', reason: 'agreed by the board' },
    });
    // The administrator's device and address are not those of the owner.
    expect(
      await server.deps
        .sql`select user_agent, address from recovery_requests where account_id = ${member.id}`,
    ).toEqual([{ userAgent: '', address: '' }]);
  });

  it('M4 does not show the token of its link to administrators', async () => {
    const email = 'moi@example.vn';
    const member = await startRecovery(email);
    await endWait(member.id);
    const token = /#([\w-]{22})/u.exec((await mailTo(email, 'recovery-link')) ?? '')?.[1];
    expect(token).toBeDefined();
    for (const url of [path, `/vid/api/admin/accounts/${member.id}`])
      expect(JSON.stringify((await one.browser.get(url)).data)).not.toContain(token);
  });

  it.each(['waiting', 'ready'])('K1 replaces a recovery by mail in the state “%s”', async (status) => {
    const member = await createAccount(server);
    await server.deps.sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
      values (${`rec_${member.id}`}, ${status}, 'mail', ${member.id}, '', '', '', now(), now() + interval '1 day')`;
    await ask(one, 'recover-account', member.id, freshPhone());
    expect((await decide(two, await idOf(member.id, 'recover-account'))).status).toBe(200);
    expect(await recoveryOf(member.id)).toMatchObject([
      { status: 'stopped', channel: 'mail' },
      { status: 'waiting', channel: 'support' },
    ]);
    expect(await recoveryAuditsOf(member.id)).toContainEqual({
      kind: 'recovery.stopped',
      details: { by: 'support' },
    });
  });

  it.each<[string, (id: string) => Promise<{ readonly status: number }>]>([
    ['a lock', (id) => one.browser.post(`/vid/api/admin/accounts/${id}/lock`, { reason: 'lost card' })],
    [
      'a grant of the administrator role',
      async (id) => {
        await ask(one, 'grant-admin', id);
        return decide(two, await idOf(id));
      },
    ],
  ])('is stopped by %s', async (_what, end) => {
    const { id } = await startRecovery(freshPhone());
    expect((await end(id)).status).toBe(200);
    expect(await recoveryOf(id)).toMatchObject([{ status: 'stopped', sealedInput: null }]);
  });

  it('can be stopped by the owner, whose password still works', async () => {
    const phone = freshPhone();
    const member = await startRecovery(phone);
    const browser = new TestBrowser(server.app);
    await signIn(browser, { phone: member.phone, password: goodPassword });
    expect((await browser.call('DELETE', '/vid/api/users/recovery')).status).toBe(200);
    await endWait(member.id);
    expect(await recoveryOf(member.id)).toMatchObject([{ status: 'stopped', sealedInput: null }]);
    expect(await mailTo(phone, 'recovery-link')).toBeUndefined();
  });

  it('requires a usable contact, and an account without an open recovery', async () => {
    const { id } = await createAccount(server);
    const codeOf = async (contact?: string, accountId = id) =>
      (await ask(one, 'recover-account', accountId, contact)).code;
    for (const [contact, code, reason] of [
      [undefined, 'VALIDATION_FAILED', 'required'],
      ['@', 'VALIDATION_FAILED', 'format'],
      ['12', 'PHONE_INVALID', 'phone'],
      ['02438223344', 'PHONE_UNSUPPORTED', 'phoneUnsupported'],
    ] as const) {
      const refused = await ask(one, 'recover-account', id, contact);
      expect([refused.code, refused.fields]).toEqual([code, { contact: fieldReasons[reason].vi }]);
    }
    const mail = { ...server.deps.mail, isConfigured: false };
    const withoutMail = createApprovalService({ ...server.deps, mail, actions: Object({}) });
    const by = { actorId: one.id, caller: { address: '', requestId: '' } };
    const asked = { kind: 'recover-account', accountId: id, reason: 'x', contact: 'moi@example.vn' } as const;
    await expect(withoutMail.request(asked, by)).rejects.toMatchObject({ code: 'RECOVERY_UNAVAILABLE' });
    expect(await codeOf(freshPhone(), two.id)).toBe('RESET_BY_OPERATOR');
    const { sql } = server.deps;
    const locked = await createAccount(server, { status: 'locked' });
    expect(await codeOf(freshPhone(), locked.id)).toBe('ACCOUNT_LOCKED');
    await sql`update accounts set locked_by_owner = true where id = ${locked.id}`;
    expect(await codeOf(freshPhone(), locked.id)).toBeUndefined();
    const member = await startRecovery(freshPhone());
    expect(await codeOf(freshPhone(), member.id)).toBe('RECOVERY_RUNNING');
    expect(await idOf(member.id, 'recover-account')).toBe('apr_none');
  });

  it('keeps no contact after its refusal', async () => {
    const { id } = await createAccount(server);
    await ask(one, 'recover-account', id, freshPhone());
    expect((await decide(two, await idOf(id, 'recover-account'), 'refuse')).status).toBe(200);
    const kept = await server.deps.sql`select status, sealed_contact from approvals where account_id = ${id}`;
    expect(kept).toEqual([{ status: 'refused', sealedContact: null }]);
  });

  it('cannot be confirmed while another recovery through support is open', async () => {
    const { id } = await createAccount(server);
    await ask(one, 'recover-account', id, freshPhone());
    const approvalId = await idOf(id, 'recover-account');
    const member = await startRecovery(freshPhone());
    await server.deps.sql`update recovery_requests set account_id = ${id} where account_id = ${member.id}`;
    expect((await decide(two, approvalId)).code).toBe('RECOVERY_RUNNING');
    // The refused confirmation was rolled back, so the approval is still pending.
    expect(await idOf(id, 'recover-account')).toBe(approvalId);
  });
});
