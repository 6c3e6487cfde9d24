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

const events: Partial<Record<AuditKind, (row: AuditRow) => HistoryEvent>> = {
  'session.started': ({ details }) => signIns[String(details['method'])] ?? 'signed-in',
  'session.ended': ({ details }) =>
    endings[String(details['reason'])] ?? ('sessionId' in details ? 'session-ended' : 'signed-out'),
  'session.ended-all': () => 'signed-out-everywhere',
  'sign-in.failed': ({ details }) =>
    inSession.has(String(details['method'])) ? 'confirmation-failed' : 'sign-in-failed',
  'account.created': ({ isOwn }) => (isOwn ? 'account-created' : 'account-created-by-association'),
  'account.locked': ({ isOwn }) => (isOwn ? 'account-locked' : 'account-locked-by-association'),
  'account.recovered': () => 'account-recovered',
  'recovery.requested': () => 'recovery-requested',
  'recovery.stopped': () => 'recovery-stopped',
  'phone.released': () => 'phone-released',
  'account.unlocked': () => 'account-unlocked-by-association',
  'profile.changed': () => 'profile-changed',
  'avatar.changed': () => 'picture-changed',
  'email.confirmed': () => 'email-confirmed',
  'email.removed': () => 'email-removed',
  'phone.changed': () => 'phone-changed',
  'phone.change-undone': () => 'phone-change-undone',
  'certificate.changed': () => 'certificate-changed',
  'certificate.confirmed': () => 'certificate-confirmed-by-association',
  'certificate.refused': () => 'certificate-refused-by-association',
  'enterprise.verified': () => 'enterprise-verified-by-association',
  'enterprise.refused': () => 'enterprise-refused-by-association',
  'password.changed': () => 'password-changed',
  'password.reset': ({ isOwn }) => (isOwn ? 'password-reset' : 'password-reset-by-association'),
  'identity.linked': () => 'identity-linked',
  'identity.removed': () => 'identity-removed',
  'two-step.switched-on': () => 'two-step-switched-on',
  'two-step.switched-off': () => 'two-step-switched-off',
  'recovery-codes.replaced': () => 'recovery-codes-replaced',
  'recovery-code.used': () => 'recovery-code-used',
  'device.approved': () => 'device-approved',
  'export.downloaded': () => 'copy-downloaded',
  'privacy-request.made': () => 'privacy-request-made',
  'privacy-request.closed': ({ isOwn }) =>
    isOwn ? 'privacy-request-closed' : 'privacy-request-closed-by-association',
  'privacy-request.answered': () => 'privacy-request-answered-by-association',
  'privacy-request.extended': () => 'privacy-request-extended-by-association',
  'incident.member-told': () => 'incident-told-by-association',
  'deletion.requested': () => 'deletion-requested',
  'deletion.cancelled': () => 'deletion-cancelled',
  'role.granted': () => 'role-granted-by-association',
  'role.withdrawn': () => 'role-withdrawn-by-association',
  'password.change-forced': () => 'password-change-forced-by-association',
  'qr.denied': () => 'qr-denied',
  'passkey.added': () => 'passkey-added',
  'passkey.renamed': () => 'passkey-renamed',
  'passkey.removed': () => 'passkey-removed',
  'passkey.counter-regressed': () => 'passkey-copied',
  'consent.given': ({ details }) =>
    isLegalDocument(String(details['purpose'])) ? 'terms-agreed' : 'consent-given',
  'consent.withdrawn': () => 'consent-withdrawn',
};

const byKind = new Map(Object.entries(events));

export const shownKinds: readonly string[] = [...byKind.keys()];

export function eventOf(row: AuditRow): HistoryEvent {
  const event = byKind.get(row.kind);
  if (!event) throw new Error(`audit kind ${row.kind} is not shown`);
  return event(row);
}

/** Returns the device that made the change; an empty device if it may be the association's. */
export function deviceOf({ kind, browser, system, isOwn }: AuditRow): { browser: string; system: string } {
  if (!isOwn && kind !== 'sign-in.failed') return { browser: '', system: '' };
  return { browser: browser ?? '', system: system ?? '' };
}
