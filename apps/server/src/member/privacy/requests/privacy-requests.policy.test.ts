import { describe, expect, it } from 'vitest';
import { cleanDetails, dueDates } from './privacy-requests.policy.ts';

const due = (kind: Parameters<typeof dueDates>[0], at: string) => {
  const { replyDueAt, dueAt } = dueDates(kind, new Date(at));
  return [replyDueAt.toISOString(), dueAt.toISOString()];
};

describe('the legal deadlines of a privacy request', () => {
  it.each([
    // 2026-11-23 is a Monday.
    ['2026-11-23T02:00:00Z', '2026-11-25T02:00:00.000Z'],
    ['2026-11-26T02:00:00Z', '2026-11-30T02:00:00.000Z'],
    ['2026-11-27T02:00:00Z', '2026-12-01T02:00:00.000Z'],
    ['2026-11-28T02:00:00Z', '2026-12-01T02:00:00.000Z'],
    ['2026-11-29T02:00:00Z', '2026-12-01T02:00:00.000Z'],
    // 17:00 on Friday in UTC is midnight in Vietnam.
    ['2026-11-27T17:00:00Z', '2026-11-30T17:00:00.000Z'],
    ['2026-11-27T16:59:59Z', '2026-12-01T16:59:59.000Z'],
  ])('allow two working days for a reply: from %s to %s', (at, replyDueAt) => {
    expect(due('other', at)[0]).toBe(replyDueAt);
  });

  it.each([
    ['restriction', '2026-12-08T02:00:00.000Z'],
    ['objection', '2026-12-08T02:00:00.000Z'],
    ['correction', '2026-12-03T02:00:00.000Z'],
    ['access', '2026-12-03T02:00:00.000Z'],
    ['other', '2026-12-03T02:00:00.000Z'],
  ] as const)('require a request of the kind %s to be completed by %s', (kind, dueAt) => {
    expect(due(kind, '2026-11-23T02:00:00Z')[1]).toBe(dueAt);
  });
});

describe('the text of a privacy request', () => {
  it('keeps its lines, except for blank lines and spaces at either end', () => {
    expect(cleanDetails('\r\n Tên tôi  sai.\r\n\nXin sửa. \n')).toBe('Tên tôi sai.\n\nXin sửa.');
  });

  it('has at most 8,000 bytes', () => {
    const longest = `${`${'a'.repeat(2_000)}\n`.repeat(3)}${'a'.repeat(1_997)}`;
    expect(cleanDetails(longest)).toBe(longest);
    expect(() => cleanDetails(`${longest}a`)).toThrow('VALIDATION_FAILED');
  });

  it.each([
    ['required', ' \n '],
    ['characters', 'a\u202Eb'],
    ['characters', 'a\u0000'],
    ['tooLong', 'a'.repeat(2_001)],
    ['tooLong', `${'a'.repeat(1_999)}\n`.repeat(5)],
  ])('is refused with the problem %s', (problem, details) => {
    expect(() => cleanDetails(details)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', fields: { details: problem } }),
    );
  });
});
