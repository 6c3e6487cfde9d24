import { type Check, requiredChecks } from '@vid/contract/checks';
import type { PrivacyRequestKind, PrivacyRequestStatus } from '#database/tables.ts';

/** Maximum extension in days. The law allows one extension (Decree 356/2025/ND-CP, article 5). */
export const maxExtensionDays = 15;

const extendable: ReadonlySet<PrivacyRequestKind> = new Set(['restriction', 'objection']);

const soonMs = 2 * 86_400_000;

type Request = {
  readonly kind: PrivacyRequestKind;
  readonly status: PrivacyRequestStatus;
  readonly replyDueAt: Date;
  readonly dueAt: Date;
};

export function mayExtend(
  request: Pick<Request, 'kind' | 'status'> & { readonly extendedAt: Date | null },
): boolean {
  return extendable.has(request.kind) && request.status !== 'closed' && request.extendedAt === null;
}

export function hasChecks(outcome: 'done' | 'declined', checks: readonly Check[]): boolean {
  const required: readonly Check[] = requiredChecks[`privacy-request.${outcome}`];
  return required.length === checks.length && required.every((check) => checks.includes(check));
}

/**
 * Returns the next deadline: for the first reply, and once it is sent, for carrying out the request; null for a
 * closed request.
 */
export function nextDueAt({ status, replyDueAt, dueAt }: Omit<Request, 'kind'>): Date | null {
  if (status === 'closed') return null;
  return status === 'open' ? replyDueAt : dueAt;
}

export function secondsLeft(request: Omit<Request, 'kind'>, nowMs: number): number | null {
  const due = nextDueAt(request);
  return due === null ? null : Math.floor((due.getTime() - nowMs) / 1_000);
}

export function urgencyOf(
  request: Omit<Request, 'kind'>,
  nowMs: number,
): 'overdue' | 'dueSoon' | 'inTime' | 'closed' {
  const due = nextDueAt(request);
  if (due === null) return 'closed';
  const left = due.getTime() - nowMs;
  return left < 0 ? 'overdue' : left < soonMs ? 'dueSoon' : 'inTime';
}
