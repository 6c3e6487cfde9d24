import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-10T10:00:00Z');
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now, 'en-US');

test('a relative time uses the largest whole unit', () => {
  expect([0, 59, 60, 3_599, 3_600, 86_399, 86_400, 10 * 86_400].map(ago)).toEqual([
    null,
    null,
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '10 days ago',
  ]);
});

test('a time in the future has no relative time', () => {
  expect(ago(-120)).toBeNull();
});
