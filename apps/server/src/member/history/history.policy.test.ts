import { auditKindGroups } from '@vid/contract/audit-kinds';
import { expect, it } from 'vitest';
import { deviceOf, eventOf, shownKinds } from './history.policy.ts';

/** Kinds that the history hides, such as `qr.approved`, whose sign-in already has a row. */
const hidden = `
  session.confirmed sign-in.step sso.token-reused recovery.refused recovery.ready email.link-sent
  certificate.viewed enterprise.viewed export.requested export.ready privacy-request.viewed incident.opened
  incident.changed incident.accounts-added incident.account-removed incident.accounts-exported
  incident.authority-notified incident.members-notice incident.notice-stopped incident.closed account.erased accounts.searched
  import.upload-started import.rows-viewed params.image-added signing-keys.rotated master-key.replaced database.confirmed webhook.tested
  maintenance.started maintenance.ended
  account.viewed import.checked import.started import.cancelled import.undone import.report-downloaded
  import.invalid-rows-downloaded
  accounts.exported accounts.list-exported accounts.export-downloaded accounts.export-deleted
  accounts.export-secret-shown params.changed params.restored legal.published audit.searched audit.read
  audit.exported account.noted account.menu-changed throttle.lifted approval.requested approval.confirmed
  approval.refused permission.added permission.changed permission.locked permission.unlocked
  permission.removed permissions.exported role.added role.changed role.removed application.opened
  application.restricted qr.approved passkey.backup-changed otp.sent otp.verified otp.refused
  sms-breaker.opened sms-breaker.closed sms-breaker.released application.added application.changed
  application.locked application.unlocked application.handed-over manager.added manager.removed client.added
  client.changed client.removed client.enabled client.disabled client.secret-rotated client.secrets-ended
  webhook.added webhook.changed webhook.removed webhook.enabled webhook.disabled webhook.secret-rotated
  webhook.replayed client.management-changed accounts.bulk-started accounts.bulk-ended accounts.bulk-undone
  permissions.bulk-started permissions.bulk-ended permissions.bulk-undone`;

it('the history shows every kind of event except those listed as hidden', () => {
  const decided = [...shownKinds, ...hidden.trim().split(/\s+/u)];
  expect(decided.toSorted()).toEqual(Object.values(auditKindGroups).flat().toSorted());
});

it.each([
  ['account.created', 'account-created', 'account-created-by-association'],
  ['account.locked', 'account-locked', 'account-locked-by-association'],
  ['password.reset', 'password-reset', 'password-reset-by-association'],
  ['privacy-request.closed', 'privacy-request-closed', 'privacy-request-closed-by-association'],
  ['account.unlocked', 'account-unlocked-by-association'],
  ['recovery.requested', 'recovery-requested'],
  ['session.ended-all', 'signed-out-everywhere'],
  ['avatar.changed', 'picture-changed'],
  ['certificate.changed', 'certificate-changed'],
  ['certificate.confirmed', 'certificate-confirmed-by-association'],
  ['certificate.refused', 'certificate-refused-by-association'],
  ['enterprise.verified', 'enterprise-verified-by-association'],
  ['enterprise.refused', 'enterprise-refused-by-association'],
  ['two-step.switched-on', 'two-step-switched-on'],
  ['two-step.switched-off', 'two-step-switched-off'],
  ['recovery-codes.replaced', 'recovery-codes-replaced'],
  ['export.downloaded', 'copy-downloaded'],
  ['role.granted', 'role-granted-by-association'],
  ['role.withdrawn', 'role-withdrawn-by-association'],
  ['passkey.counter-regressed', 'passkey-copied'],
  ['device.approved', 'device-approved'],
  ['account.recovered', 'account-recovered'],
  ['recovery.stopped', 'recovery-stopped'],
  ['recovery-code.used', 'recovery-code-used'],
  ['phone.released', 'phone-released'],
  ['phone.changed', 'phone-changed'],
  ['phone.change-undone', 'phone-change-undone'],
  ['profile.changed', 'profile-changed'],
  ['email.confirmed', 'email-confirmed'],
  ['email.removed', 'email-removed'],
  ['password.changed', 'password-changed'],
  ['password.change-forced', 'password-change-forced-by-association'],
  ['identity.linked', 'identity-linked'],
  ['identity.removed', 'identity-removed'],
  ['passkey.added', 'passkey-added'],
  ['passkey.renamed', 'passkey-renamed'],
  ['passkey.removed', 'passkey-removed'],
  ['qr.denied', 'qr-denied'],
  ['consent.withdrawn', 'consent-withdrawn'],
  ['privacy-request.made', 'privacy-request-made'],
  ['privacy-request.answered', 'privacy-request-answered-by-association'],
  ['privacy-request.extended', 'privacy-request-extended-by-association'],
  ['incident.member-told', 'incident-told-by-association'],
  ['deletion.requested', 'deletion-requested'],
  ['deletion.cancelled', 'deletion-cancelled'],
] as const)('the history names %s as %s for the member', (...[kind, own, other]) => {
  const row = { kind, details: {}, browser: 'Firefox', system: null };
  expect([true, false].map((isOwn) => eventOf({ ...row, isOwn }))).toEqual([own, other ?? own]);
  expect([true, false].map((isOwn) => deviceOf({ ...row, isOwn }))).toEqual([
    { browser: 'Firefox', system: '' },
    { browser: '', system: '' },
  ]);
});

it.each([
  ['session.started', { method: 'password' }, 'signed-in-password'],
  ['session.started', { method: 'otp' }, 'signed-in-code'],
  ['session.started', { method: 'passkey' }, 'signed-in-passkey'],
  ['session.started', { method: 'social' }, 'signed-in-social'],
  ['session.started', { method: 'qr' }, 'signed-in-qr'],
  ['session.started', { method: 'sign-up' }, 'signed-in'],
  ['session.ended', { reason: 'password' }, 'session-ended-guessing'],
  ['session.ended', { reason: 'limit' }, 'session-ended-limit'],
  ['session.ended', { sessionId: 'ses_1' }, 'session-ended'],
  ['session.ended', {}, 'signed-out'],
  ['sign-in.failed', { method: 'password-change' }, 'confirmation-failed'],
  ['sign-in.failed', { method: 'reauthenticate' }, 'confirmation-failed'],
  ['sign-in.failed', { method: 'password' }, 'sign-in-failed'],
  ['consent.given', { purpose: 'terms' }, 'terms-agreed'],
  ['consent.given', { purpose: 'marketing' }, 'consent-given'],
] as const)('the history names %s with %j as %s', (kind, details, event) => {
  expect(eventOf({ kind, details, isOwn: true, browser: null, system: null })).toBe(event);
});
