import { readFileSync } from 'node:fs';
import { auditKindGroups, type AuditKind } from '@vid/contract/audit-kinds';
import { appCode } from '@vid/testkit/http/app-code';
import { createAccount, createAdmin, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { addPasskey } from '@vid/testkit/sign-in/passkeys';
import { freshSubject, proveByCode, startSocialServer } from '@vid/testkit/social';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { newId } from '#lib/ids.ts';
import { byOperator } from '#platform/audit/audit.ts';
import type { AssociationNoticeKind, NoticeKind } from '@vid/contract/messages/notices';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
let admins: readonly [Awaited<ReturnType<typeof createAdmin>>, Awaited<ReturnType<typeof createAdmin>>];
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
  admins = [await createAdmin(kit.server), await createAdmin(kit.server)];
});
afterAll(() => kit.close());

const browse = () => new TestBrowser(kit.server.app);

async function signedIn() {
  const [account, browser] = [await createAccount(kit.server), browse()];
  await signIn(browser, account);
  await kit.server.deps.background.idle();
  return { account, browser };
}
type Member = Awaited<ReturnType<typeof signedIn>>;

const purposesAt = async (phone: string): Promise<readonly string[]> => {
  await kit.server.deps.background.idle();
  const sent = (await readOutbox(browse())).filter(({ to }) => to === phone);
  return sent.map(({ purpose }) => purpose).filter((purpose) => purpose !== 'new-device');
};

async function lockCodeAt(phone: string, purpose: string): Promise<string> {
  await kit.server.deps.background.idle();
  const sent = (await readOutbox(browse())).find((entry) => entry.to === phone && entry.purpose === purpose);
  return /\/not-me#([\w-]{22})/u.exec(sent?.text ?? '')?.[1] ?? '';
}
const report = (code: string) => browse().post('/vid/ajax/auth/not-me', { code });

async function beginRecovery({ account }: Member): Promise<void> {
  await kit.server.deps.sql`
    insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, ready_at, expires_at)
    values (${newId('rec')}, 'waiting', 'mail', ${account.id}, '', '', '', now() + interval '3 days',
      now() + interval '9 days')`;
}

async function approve(kind: string, accountId: string): Promise<void> {
  const [one, two] = admins;
  const path = '/vid/api/admin/approvals';
  await one.browser.post(path, { kind, accountId, reason: 'agreed by the board' });
  const [row] = await kit.server.deps.sql<{ id: string }[]>`
    select id from approvals where account_id = ${accountId} and status = 'pending'`;
  await two.browser.post(`${path}/${row?.id}/confirm`);
}

type Action = {
  readonly events: readonly AuditKind[];
  /** Empty if the owner gets no notice; the action's name then gives the reason. */
  readonly notices: readonly NoticeKind[];
  readonly act: (member: Member) => Promise<unknown>;
};

const actions: Readonly<Record<string, Action>> = {
  'changing the password': {
    events: ['password.changed'],
    notices: ['password-changed'],
    act: ({ account, browser }) =>
      browser.post('/vid/api/users/password/change', {
        currentPassword: account.password,
        newPassword: otherPassword,
      }),
  },
  'resetting the password by a code of the phone': {
    events: ['password.reset'],
    notices: ['password-reset'],
    async act({ account: { phone } }) {
      const browser = browse();
      const otpToken = await insertOtpToken(kit.server, browser, phone, 'forget-password');
      await browser.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword });
    },
  },
  'adding and removing a passkey': {
    events: ['passkey.added', 'passkey.removed'],
    notices: ['passkey-added', 'passkey-removed'],
    async act({ account, browser }) {
      await addPasskey(browser);
      expect(await purposesAt(account.phone)).toEqual(['passkey-added']);
      const [row] = await kit.server.deps.sql`select id from passkeys where account_id = ${account.id}`;
      await browser.call('DELETE', `/vid/api/passkeys/${String(row?.['id'])}`);
    },
  },
  'turning two-step sign-in on and off': {
    events: ['two-step.switched-on', 'recovery-codes.replaced', 'two-step.switched-off'],
    notices: ['two-step-on', 'recovery-codes-made', 'two-step-off'],
    async act({ browser }) {
      const setup = await browser.post('/vid/api/users/two-step/setup');
      await browser.post('/vid/api/users/two-step/confirm', { code: appCode(String(setup.data['secret'])) });
      await browser.post('/vid/api/users/two-step/recovery-codes');
      await browser.call('DELETE', '/vid/api/users/two-step');
    },
  },
  'linking and unlinking a social account': {
    events: ['identity.linked', 'identity.removed'],
    notices: ['identity-linked', 'identity-unlinked'],
    async act({ account, browser }) {
      const subject = freshSubject();
      const proof = await proveByCode(browser, 'google', { subject }, '/vid/api/users/identity-requests');
      await browser.post('/vid/api/users/identities', proof);
      expect(await purposesAt(account.phone)).toEqual(['identity-linked']);
      await browser.call('DELETE', '/vid/api/users/identities/google');
    },
  },
  'confirming and removing an e-mail address': {
    events: ['email.link-sent', 'email.confirmed', 'profile.changed'],
    notices: ['email-confirmed', 'email-changed'],
    async act({ account, browser }) {
      const email = `${account.id}@example.vn`.toLowerCase();
      await browser.call('PATCH', '/vid/api/users/profile', { email });
      await browser.post('/vid/api/users/email/send');
      await kit.server.deps.background.idle();
      const sent = (await readOutbox(browse())).find(({ to }) => to === email);
      const token = /\/confirm-email#([\w-]{22})/u.exec(sent?.text ?? '')?.[1];
      await browse().post('/vid/api/users/email/confirm', { token });
      await browser.call('PATCH', '/vid/api/users/profile', { email: null });
    },
  },
  'changing the phone, and undoing the change by the link of a notice,': {
    events: ['phone.changed', 'phone.change-undone'],
    notices: ['phone-replaced', 'phone-change-undone'],
    async act({ account, browser }) {
      const phone = freshPhone();
      const otpToken = await insertOtpToken(kit.server, browser, phone, 'phone-change');
      await browser.post('/vid/api/users/phone', { phone, otpToken });
      await report(await lockCodeAt(account.phone, 'phone-replaced'));
    },
  },
  'stopping a recovery in a session': {
    events: ['recovery.stopped'],
    notices: ['recovery-stopped'],
    async act(member) {
      await beginRecovery(member);
      await member.browser.call('DELETE', '/vid/api/users/recovery');
    },
  },
  'stopping a recovery by the link of a notice': {
    events: ['recovery.stopped'],
    notices: ['recovery-started', 'recovery-stopped'],
    async act(member) {
      await beginRecovery(member);
      const { sql, notices } = kit.server.deps;
      await sql.begin((tx) => notices.notify(tx, { account: member.account, kind: 'recovery-started' }));
      notices.kick();
      await report(await lockCodeAt(member.account.phone, 'recovery-started'));
    },
  },
  'cancelling a recovery as an administrator': {
    events: ['recovery.stopped'],
    notices: ['recovery-stopped'],
    async act(member) {
      await beginRecovery(member);
      const path = `/vid/api/admin/accounts/${member.account.id}/cancel-recovery`;
      await admins[0].browser.post(path, { reason: 'wrong person' });
    },
  },
  'resetting the password of an administrator who has begun a recovery': {
    events: ['recovery.stopped'],
    notices: ['recovery-stopped'],
    async act(member) {
      await beginRecovery(member);
      const { id } = await createAccount(kit.server, { role: 'admin' });
      await kit.server.deps.sql`
        update recovery_requests set requested_by = ${id} where account_id = ${member.account.id}`;
      const reset = createAdminResetService(kit.server.deps);
      await reset.resetAdminPassword(id, otherPassword, byOperator);
      kit.server.deps.notices.kick();
    },
  },
  'locking and unlocking an account as an administrator, which its next sign-in reports,': {
    events: ['account.locked', 'account.unlocked'],
    notices: [],
    async act({ account }) {
      const path = `/vid/api/admin/accounts/${account.id}`;
      for (const change of ['lock', 'unlock'])
        await admins[0].browser.post(`${path}/${change}`, { reason: 'wrong person' });
    },
  },
  'locking and unlocking all accounts that match, which their next sign-ins report,': {
    events: ['account.locked', 'account.unlocked'],
    notices: [],
    async act({ account }) {
      await kit.server.deps.sql`update accounts set province = 'bulk' where id = ${account.id}`;
      for (const action of ['lock', 'unlock']) {
        const body = { province: 'bulk', action, reason: 'wrong person', expected: 1 };
        await admins[0].browser.post('/vid/api/admin/accounts/bulk-changes', body);
        await kit.server.deps.modules.accounts.bulkWorker.run();
      }
    },
  },
  'requesting the deletion of an account and then keeping the account': {
    events: ['deletion.requested', 'deletion.cancelled'],
    notices: ['deletion-requested', 'deletion-cancelled'],
    async act({ account, browser }) {
      await browser.post('/vid/api/privacy/deletion');
      const again = browse();
      await signIn(again, account);
      await again.call('DELETE', '/vid/api/privacy/deletion');
    },
  },
  'locking an account with a requested deletion by the link of a notice': {
    events: ['deletion.requested', 'deletion.cancelled', 'account.locked'],
    notices: ['deletion-requested', 'deletion-cancelled'],
    async act({ account, browser }) {
      await browser.post('/vid/api/privacy/deletion');
      await report(await lockCodeAt(account.phone, 'deletion-requested'));
    },
  },
  'granting and withdrawing the role of an administrator': {
    events: ['role.granted', 'role.withdrawn'],
    notices: ['role-granted', 'role-withdrawn'],
    async act({ account }) {
      await approve('grant-admin', account.id);
      await approve('withdraw-admin', account.id);
    },
  },
  'lifting the lock of an owner as an administrator': {
    events: ['account.locked', 'account.unlocked'],
    notices: ['password-changed', 'lock-lifted'],
    async act({ account }) {
      const { sql, notices } = kit.server.deps;
      await sql.begin((tx) => notices.notify(tx, { account, kind: 'password-changed' }));
      notices.kick();
      await report(await lockCodeAt(account.phone, 'password-changed'));
      const path = `/vid/api/admin/accounts/${account.id}/unlock`;
      await admins[0].browser.post(path, { reason: 'identity checked' });
    },
  },
};

/** Events covered by the tests of their feature, with the test file and the notices. */
const elsewhere: Partial<
  Record<AuditKind, readonly [file: string, ...notices: readonly (NoticeKind | AssociationNoticeKind)[]]>
> = {
  'session.started': ['account/notices/new-device.test.ts', 'new-device'],
  'qr.approved': ['sign-in/qr/qr.test.ts', 'qr-approved'],
  'device.approved': ['oidc/device/device.test.ts', 'device-approved'],
  'recovery-code.used': ['sign-in/recovery/recovery-by-code.test.ts', 'recovery-code-used'],
  'recovery.requested': ['sign-in/recovery/recovery.test.ts', 'recovery-started'],
  'account.recovered': ['sign-in/recovery/recovery.test.ts', 'account-recovered'],
  'phone.released': ['sign-in/recovery/dormant.test.ts', 'phone-released'],
  'email.removed': ['account/return-to-owner/return-notices.test.ts', 'email-removed'],
  'export.ready': ['member/privacy/exports/exports.test.ts', 'export-ready'],
  'incident.member-told': ['admin/incidents/breach-drill.test.ts', 'data-incident'],
  'approval.confirmed': ['admin/approvals/approvals.test.ts', 'approval-confirmed'],
  'certificate.confirmed': ['admin/certificates/certificates.test.ts', 'certificate-confirmed'],
  'certificate.refused': ['admin/certificates/certificates.test.ts', 'certificate-refused'],
  'enterprise.verified': ['admin/enterprises/enterprises.test.ts', 'enterprise-verified'],
  'enterprise.refused': ['admin/enterprises/enterprises.test.ts', 'enterprise-refused'],
  'privacy-request.answered': ['admin/privacy/privacy-queue.test.ts', 'privacy-request-answered'],
  'privacy-request.extended': ['admin/privacy/privacy-queue.test.ts', 'privacy-request-extended'],
  'privacy-request.closed': ['admin/privacy/privacy-queue.test.ts', 'privacy-request-closed'],
};

const words = (text: string) => text.trim().split(/\s+/u);

/** Events without a notice, grouped by reason. None of them gives access to the account. */
const silent: readonly string[] = [
  // These events start no session, or report that a protection took effect.
  ...words(
    'session.confirmed sign-in.failed sign-in.step qr.denied passkey.counter-regressed sso.token-reused',
  ),
  // These events end access, or demand a new password at the next sign-in.
  ...words('session.ended session.ended-all password.change-forced account.erased'),
  // The owner has just created the account, or another event of the same procedure sends the notice.
  ...words('account.created recovery.refused recovery.ready export.requested export.downloaded'),
  // These changes give no access to the account.
  ...words('avatar.changed certificate.changed passkey.renamed passkey.backup-changed account.menu-changed'),
  ...words('consent.given consent.withdrawn privacy-request.made account.noted throttle.lifted'),
  // These events record that an administrator read data. They appear in the audit log, but not in the
  // member's history.
  ...words('accounts.searched account.viewed privacy-request.viewed certificate.viewed enterprise.viewed'),
  // A request for a change and its refusal send no notice; the change itself does.
  ...words('approval.requested approval.refused'),
];

const ofAssociation =
  /^(sms-breaker|import|accounts|params|legal|signing-keys|master-key|database|maintenance|audit|incident)\./u;

describe.each(Object.entries(actions))('%s', (_title, { events, notices, act }) => {
  it(`sends ${notices.join(' and ') || 'nothing'}`, async () => {
    const member = await signedIn();
    await act(member);
    expect((await purposesAt(member.account.phone)).toSorted()).toEqual(notices.toSorted());
    const rows = await kit.server.deps.sql<{ kind: string }[]>`
      select distinct kind from audit_events where account_id = ${member.account.id}`;
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...events]));
  });
});

describe('the events of an account', () => {
  it('all send a notice or are listed with a reason for sending none', () => {
    const { applications: _apps, codes: _codes, ...groups } = auditKindGroups;
    const kinds = Object.values(groups).flat();
    const acted = Object.values(actions).flatMap(({ events }) => events);
    const decided = new Set<string>([...acted, ...Object.keys(elsewhere), ...silent]);
    expect(kinds.filter((kind) => !ofAssociation.test(kind) && !decided.has(kind))).toEqual([]);
    expect(silent.filter((kind) => acted.some((loud) => loud === kind) || kind in elsewhere)).toEqual([]);
  });

  it.each(Object.entries(elsewhere))('include %s, whose notice another test file names', (_kind, found) => {
    const [file, ...notices] = found;
    const test = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(notices.filter((notice) => !test.includes(`'${notice}'`))).toEqual([]);
  });
});
