import { describe, expect, it } from 'vitest';
import { hasChecks, mayExtend, nextDueAt, secondsLeft, urgencyOf } from './privacy-queue.policy.ts';

const now = Date.parse('2026-11-24T02:00:00Z');
const at = (hours: number) => new Date(now + hours * 3_600_000);
const request = (status: 'open' | 'answered' | 'closed', reply: number, due: number) => ({
  status,
  replyDueAt: at(reply),
  dueAt: at(due),
});

describe('the next legal deadline of a privacy request', () => {
  it('is the completion date once the request has been answered', () => {
    expect(nextDueAt(request('open', 1, 200))).toEqual(at(1));
    expect(nextDueAt(request('answered', 1, 200))).toEqual(at(200));
    expect(nextDueAt(request('closed', 1, 200))).toBeNull();
  });

  it('leaves whole seconds, which are negative once it is overdue', () => {
    const left = (nowMs: number) => secondsLeft(request('open', 1, 200), nowMs);
    expect([left(now), left(now + 1), left(now + 3_600_001)]).toEqual([3_600, 3_599, -1]);
    expect(secondsLeft(request('answered', 1, 2), now)).toBe(7_200);
    expect(secondsLeft(request('closed', 1, 2), now)).toBeNull();
  });

  it.each([
    ['open', -1, 200, 'overdue'],
    ['open', 0, 200, 'dueSoon'],
    ['open', 47, 200, 'dueSoon'],
    ['open', 48, 200, 'inTime'],
    ['answered', -1, 200, 'inTime'],
    ['answered', -100, -1, 'overdue'],
    ['closed', -100, -1, 'closed'],
  ] as const)('with status “%s”, %i h to reply and %i h left is %s', (status, reply, due, urgency) => {
    expect(urgencyOf(request(status, reply, due), now)).toBe(urgency);
  });
});

it.each([
  ['done', ['carried-out', 'passed-on'], true],
  ['done', ['passed-on', 'carried-out'], true],
  ['done', ['carried-out'], false],
  ['done', ['carried-out', 'carried-out'], false],
  ['done', ['carried-out', 'passed-on', 'legal-basis'], false],
  ['declined', ['legal-basis'], true],
  ['declined', ['carried-out'], false],
] as const)('closing a request as %s with the checks %j is complete: %s', (outcome, checks, isComplete) => {
  expect(hasChecks(outcome, checks)).toBe(isComplete);
});

describe('extending a deadline', () => {
  it.each([
    ['restriction', 'allowed'],
    ['objection', 'allowed'],
    ['access', 'refused'],
    ['correction', 'refused'],
    ['other', 'refused'],
  ] as const)('is $1 for a request of the kind “$0”', (kind, decision) => {
    expect(mayExtend({ kind, status: 'open', extendedAt: null })).toBe(decision === 'allowed');
    expect(mayExtend({ kind, status: 'closed', extendedAt: null })).toBe(false);
    expect(mayExtend({ kind, status: 'answered', extendedAt: new Date() })).toBe(false);
  });
});
