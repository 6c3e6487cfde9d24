import { auditKindGroups } from '@vid/contract/audit-kinds';
import { expect, it } from 'vitest';
import { shownKinds } from './history.policy.ts';

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
