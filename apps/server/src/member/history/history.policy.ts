import type { historyEvents } from '@vid/contract/endpoints/member/history';
import { isLegalDocument } from '@vid/contract/legal/legal-text';
import type { AuditEventsRow } from '#database/tables.ts';
import type { AuditKind } from '#platform/audit/audit.ts';

export type HistoryEvent = (typeof historyEvents)[number];

export type AuditRow = Pick<AuditEventsRow, 'kind' | 'browser' | 'system'> & {
  readonly details: Readonly<Record<string, unknown>>;
  readonly isOwn: boolean;
};

const signIns: Readonly<Record<string, HistoryEvent>> = {
  password: 'signed-in-password',
  otp: 'signed-in-code',
  passkey: 'signed-in-passkey',
  social: 'signed-in-social',
  qr: 'signed-in-qr',
};

const inSession: ReadonlySet<string> = new Set(['password-change', 'reauthenticate']);

const endings: Readonly<Record<string, HistoryEvent>> = {
  password: 'session-ended-guessing',
  limit: 'session-ended-limit',
};

/** The event of each kind of row; null for kinds that are not shown, because another row tells the member the same. */
const events: Readonly<Record<AuditKind, ((row: AuditRow) => HistoryEvent) | null>> = {
  'session.started': ({ details }) => signIns[String(details['method'])] ?? 'signed-in',
  'session.confirmed': null,
  'session.ended': ({ details }) =>
    endings[String(details['reason'])] ?? ('sessionId' in details ? 'session-ended' : 'signed-out'),
  'session.ended-all': () => 'signed-out-everywhere',
  'sign-in.failed': ({ details }) =>
    inSession.has(String(details['method'])) ? 'confirmation-failed' : 'sign-in-failed',
  'sign-in.step': null,
  'account.created': ({ isOwn }) => (isOwn ? 'account-created' : 'account-created-by-association'),
  'account.locked': ({ isOwn }) => (isOwn ? 'account-locked' : 'account-locked-by-association'),
  'account.recovered': () => 'account-recovered',
  'sso.token-reused': null,
  'recovery.requested': () => 'recovery-requested',
  'recovery.refused': null,
  'recovery.ready': null,
  'recovery.stopped': () => 'recovery-stopped',
  'phone.released': () => 'phone-released',
  'account.unlocked': () => 'account-unlocked-by-association',
  'profile.changed': () => 'profile-changed',
  'avatar.changed': () => 'picture-changed',
  'email.link-sent': null,
  'email.confirmed': () => 'email-confirmed',
  'phone.changed': () => 'phone-changed',
  'phone.change-undone': () => 'phone-change-undone',
  'certificate.changed': () => 'certificate-changed',
  'certificate.confirmed': () => 'certificate-confirmed-by-association',
  'certificate.refused': () => 'certificate-refused-by-association',
  'certificate.viewed': null,
  'enterprise.verified': () => 'enterprise-verified-by-association',
  'enterprise.refused': () => 'enterprise-refused-by-association',
  'enterprise.viewed': null,
  'password.changed': () => 'password-changed',
  'password.reset': ({ isOwn }) => (isOwn ? 'password-reset' : 'password-reset-by-association'),
  'identity.linked': () => 'identity-linked',
  'identity.removed': () => 'identity-removed',
  'two-step.switched-on': () => 'two-step-switched-on',
  'two-step.switched-off': () => 'two-step-switched-off',
  'recovery-codes.replaced': () => 'recovery-codes-replaced',
  'recovery-code.used': () => 'recovery-code-used',
  'export.requested': null,
  'export.ready': null,
  'export.downloaded': () => 'copy-downloaded',
  'privacy-request.made': () => 'privacy-request-made',
  'privacy-request.closed': ({ isOwn }) =>
    isOwn ? 'privacy-request-closed' : 'privacy-request-closed-by-association',
  'privacy-request.viewed': null,
  'privacy-request.answered': () => 'privacy-request-answered-by-association',
  'privacy-request.extended': () => 'privacy-request-extended-by-association',
  'incident.opened': null,
  'incident.changed': null,
  'incident.accounts-added': null,
  'incident.account-removed': null,
  'incident.accounts-exported': null,
  'incident.authority-notified': null,
  'incident.members-notice': null,
  'incident.member-told': () => 'incident-told-by-association',
  'incident.closed': null,
  'deletion.requested': () => 'deletion-requested',
  'deletion.cancelled': () => 'deletion-cancelled',
  'account.erased': null,
  'accounts.searched': null,
  'import.upload-started': null,
  'import.rows-viewed': null,
  'params.image-added': null,
  'signing-keys.rotated': null,
  'webhook.tested': null,
  'account.viewed': null,
  'import.checked': null,
  'import.started': null,
  'import.cancelled': null,
  'import.undone': null,
  'import.report-downloaded': null,
  'accounts.exported': null,
  'accounts.list-exported': null,
  'accounts.export-downloaded': null,
  'accounts.export-deleted': null,
  'accounts.export-secret-shown': null,
  'params.changed': null,
  'params.restored': null,
  'legal.published': null,
  'audit.searched': null,
  'audit.read': null,
  'audit.exported': null,
  'account.noted': null,
  'account.menu-changed': null,
  'throttle.lifted': null,
  'approval.requested': null,
  'approval.confirmed': null,
  'approval.refused': null,
  'role.granted': () => 'role-granted-by-association',
  'role.withdrawn': () => 'role-withdrawn-by-association',
  'password.change-forced': () => 'password-change-forced-by-association',
  'permission.added': null,
  'permission.changed': null,
  'permission.locked': null,
  'permission.unlocked': null,
  'permission.removed': null,
  'permissions.exported': null,
  'role.added': null,
  'role.changed': null,
  'role.removed': null,
  'application.opened': null,
  'application.restricted': null,
  // This event is hidden, because the sign-in that follows is shown.
  'qr.approved': null,
  'qr.denied': () => 'qr-denied',
  'passkey.added': () => 'passkey-added',
  'passkey.renamed': () => 'passkey-renamed',
  'passkey.removed': () => 'passkey-removed',
  'passkey.backup-changed': null,
  'passkey.counter-regressed': () => 'passkey-copied',
  'consent.given': ({ details }) =>
    isLegalDocument(String(details['purpose'])) ? 'terms-agreed' : 'consent-given',
  'consent.withdrawn': () => 'consent-withdrawn',
  'otp.sent': null,
  'otp.verified': null,
  'otp.refused': null,
  'sms-breaker.opened': null,
  'sms-breaker.closed': null,
  'sms-breaker.released': null,
  'application.added': null,
  'application.changed': null,
  'application.locked': null,
  'application.unlocked': null,
  'application.handed-over': null,
  'manager.added': null,
  'manager.removed': null,
  'client.added': null,
  'client.changed': null,
  'client.removed': null,
  'client.enabled': null,
  'client.disabled': null,
  'client.secret-rotated': null,
  'client.secrets-ended': null,
  'webhook.added': null,
  'webhook.changed': null,
  'webhook.removed': null,
  'webhook.enabled': null,
  'webhook.disabled': null,
  'webhook.secret-rotated': null,
  'webhook.replayed': null,
  'client.management-changed': null,
};

const byKind: ReadonlyMap<string, (typeof events)[AuditKind]> = new Map(Object.entries(events));

export const shownKinds: readonly string[] = [...byKind].filter(([, event]) => event).map(([kind]) => kind);

export function eventOf(row: AuditRow): HistoryEvent {
  const event = byKind.get(row.kind);
  if (!event) throw new Error(`audit kind ${row.kind} is not shown`);
  return event(row);
}

/** The device that made the change; empty if it may belong to the association. */
export function deviceOf({ kind, browser, system, isOwn }: AuditRow): { browser: string; system: string } {
  if (!isOwn && kind !== 'sign-in.failed') return { browser: '', system: '' };
  return { browser: browser ?? '', system: system ?? '' };
}
