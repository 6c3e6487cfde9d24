import { type AuditGroup, type AuditKind, auditKindGroups } from '@vid/contract/audit-kinds';
import type { AuditItem } from './audit-log.tsx';
import type { PlainKey, Translate } from '#shared/i18n/message-types.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const auditGroups = Object.keys(auditKindGroups) as AuditGroup[];
export const auditKinds: readonly AuditKind[] = auditGroups.flatMap((group) => auditKindGroups[group]);

const requestedChanges = ['grant-admin', 'withdraw-admin', 'recover-account', 'export-hashes'] as const;

/** Returns an event's text: the change requested from a second administrator, or else the kind of the event. */
export function eventText({ kind, change }: Pick<AuditItem, 'kind' | 'change'>, t: Translate): string {
  const requested = requestedChanges.find((known) => known === change);
  return kind === 'approval.requested' && requested
    ? t(`admin.audit.requested.${requested}`)
    : kindText(kind, t);
}

/** Returns the text for an event's kind. A kind that this release does not know is shown as stored. */
export function kindText(kind: string, t: Translate): string {
  const known = auditKinds.find((candidate) => candidate === kind);
  return known === undefined ? kind : t(`admin.audit.kind.${known}`);
}

const methods = [
  'password',
  'otp',
  'passkey',
  'sign-up',
  'social',
  'qr',
  'two-step',
  'recovery',
  'password-change',
  'reauthenticate',
  'pwd',
  'pop',
] as const;

export function methodText(method: string, t: Translate): string {
  const known = methods.find((candidate) => candidate === method);
  return known === undefined ? method : t(`admin.audit.method.${known}`);
}

/**
 * Texts of the codes that the server writes as reasons. In events of other kinds, an administrator typed the reason.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  'sign-in.failed': {
    password: 'admin.audit.reason.wrongPassword',
    locked: 'admin.audit.reason.locked',
    passkey: 'admin.audit.reason.wrongPasskey',
    code: 'admin.audit.reason.wrongAppCode',
    'recovery-code': 'admin.audit.reason.wrongRecoveryCode',
  },
  'session.ended': {
    password: 'admin.audit.reason.tooManyPasswords',
    limit: 'admin.audit.reason.tooManySessions',
  },
  'otp.refused': {
    breaker: 'admin.audit.reason.breaker',
    cap: 'admin.audit.reason.cap',
    'wrong-code': 'admin.audit.reason.wrongCode',
    locked: 'admin.audit.reason.codeLocked',
    sms: 'admin.audit.reason.sms',
  },
  'phone.released': {
    'new-owner': 'admin.audit.reason.newOwner',
    'given-back': 'admin.audit.reason.givenBack',
  },
  'qr.denied': { number: 'admin.audit.reason.wrongNumber', member: 'admin.audit.reason.denied' },
};

export function reasonText({ kind, reason }: { kind: string; reason: string }, t: Translate): string {
  const key = reasons[kind]?.[reason];
  return key === undefined ? reason : t(key);
}
