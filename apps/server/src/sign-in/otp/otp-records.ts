import type { OtpCodePurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import type { Keys } from '#lib/keys.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';

export type Visitor = {
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
  readonly key: string | undefined;
};

export type About = {
  readonly purpose: OtpCodePurpose;
  readonly phone: string;
  readonly caller: Caller;
};

export const codeEvent = (
  kind: 'otp.sent' | 'otp.verified' | 'otp.refused',
  { purpose, phone, caller }: About,
  reason?: 'breaker' | 'cap' | 'sms' | 'wrong-code' | 'locked',
): AuditEvent => ({ kind, caller, details: { ...(reason && { reason }), purpose, phone: maskPhone(phone) } });

export const hashCode = (keys: Keys, id: string, code: string): Buffer => keys.pepper('otp', `${id}:${code}`);

/**
 * Returns a hash that identifies a call by its Idempotency-Key (the first of `parts`) and the other parts;
 * null without a key.
 */
export function hashOfRepeatable(
  keys: Keys,
  purpose: string,
  parts: readonly [string | undefined, ...unknown[]],
): Buffer | null {
  return parts[0] === undefined ? null : keys.pepper(purpose, JSON.stringify(parts));
}
