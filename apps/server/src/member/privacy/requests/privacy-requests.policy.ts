import type { PrivacyRequestKind } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { cleanText } from '#lib/text/text.ts';

export const maxOpenRequests = 5;

/** Working days within which the first reply is due (Decree 356/2025/ND-CP, article 5). */
const replyWorkingDays = 2;

/**
 * Days within which a request must be carried out (Decree 356/2025/ND-CP, article 5). VID applies the
 * shortest period to kinds whose period depends on the case.
 */
const days: Readonly<Record<PrivacyRequestKind, number>> = {
  access: 10,
  correction: 10,
  restriction: 15,
  objection: 15,
  other: 10,
};

const dayMs = 86_400_000;
/** Vietnam has no daylight saving time, so the offset is fixed. */
const vietnamOffsetMs = 7 * 3_600_000;

/**
 * Returns the deadlines for the first reply and for carrying out a request. Public holidays count as working
 * days.
 */
export function dueDates(kind: PrivacyRequestKind, createdAt: Date): { replyDueAt: Date; dueAt: Date } {
  let replyDueAt = createdAt;
  for (let left = replyWorkingDays; left > 0;) {
    replyDueAt = new Date(replyDueAt.getTime() + dayMs);
    if (isWorkingDay(replyDueAt)) left -= 1;
  }
  return { replyDueAt, dueAt: new Date(createdAt.getTime() + days[kind] * dayMs) };
}

function isWorkingDay(date: Date): boolean {
  const day = new Date(date.getTime() + vietnamOffsetMs).getUTCDay();
  return day !== 0 && day !== 6;
}

const limits = { maxGraphemes: 2_000, maxBytes: 8_000 } as const;

/**
 * Returns a member's text in NFC, with its line breaks but without white space around it.
 * @throws AppError VALIDATION_FAILED for an empty or too long text, and for forbidden characters
 */
export function cleanDetails(input: string): string {
  const lines = input.split(/\r\n?|\n/u).map((line) => cleanText(line, limits));
  const problem = lines.find((line) => 'problem' in line);
  if (problem && 'problem' in problem) throw refusal(problem.problem);
  const text = lines
    .map((line) => ('text' in line ? line.text : ''))
    .join('\n')
    .trim();
  if (text === '') throw refusal('required');
  if (Buffer.byteLength(text) > limits.maxBytes) throw refusal('tooLong');
  return text;
}

function refusal(problem: 'required' | 'characters' | 'tooLong'): AppError {
  return new AppError('VALIDATION_FAILED', { fields: { details: problem } });
}
