import type { IncidentStatus } from '#database/tables.ts';

/** Hours after the discovery within which the authority must be notified (Law 91/2025/QH15, article 23). */
export const noticeHours = 72;

const soonMs = 24 * 3_600_000;

export type Clock = {
  readonly status: IncidentStatus;
  readonly dueAt: Date;
  readonly authorityNotifiedAt: Date | null;
};

export function urgencyOf(
  { status, dueAt, authorityNotifiedAt }: Clock,
  nowMs: number,
): 'overdue' | 'dueSoon' | 'inTime' | 'told' | 'toldLate' | 'closed' {
  if (authorityNotifiedAt !== null) return authorityNotifiedAt > dueAt ? 'toldLate' : 'told';
  if (status === 'closed') return 'closed';
  const left = dueAt.getTime() - nowMs;
  return left < 0 ? 'overdue' : left < soonMs ? 'dueSoon' : 'inTime';
}

export function secondsLeft({ dueAt }: Pick<Clock, 'dueAt'>, nowMs: number): number {
  return Math.floor((dueAt.getTime() - nowMs) / 1_000);
}
