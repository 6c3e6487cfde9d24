import { describe, expect, it } from 'vitest';
import { isBreakerOpen, limitOfKey } from './breaker.policy.ts';
import { unansweredKeys } from './otp.policy.ts';

const limits = { window: 50, percent: 30, networks: 10 };

describe('O10 the SMS breaker', () => {
  it.each([
    [{ sent: 50, verified: 0, networks: 10 }, 'open'],
    [{ sent: 50, verified: 14, networks: 10 }, 'open'],
    [{ sent: 50, verified: 15, networks: 10 }, 'closed'],
    [{ sent: 50, verified: 0, networks: 9 }, 'closed'],
    [{ sent: 49, verified: 0, networks: 49 }, 'closed'],
  ])('is $1 for the codes $0', (latest, state) => {
    expect(isBreakerOpen(latest, limits)).toBe(state === 'open');
  });

  it('is closed with a threshold of 0 percent', () => {
    expect(isBreakerOpen({ sent: 50, verified: 0, networks: 50 }, { ...limits, percent: 0 })).toBe(false);
  });
});

it('the key of a counter identifies its limit', () => {
  expect(unansweredKeys('2001:db8:7:1::/64').map(limitOfKey)).toEqual(['unanswered', 'unanswered']);
  expect(limitOfKey('otp-all')).toBe('all');
  expect(limitOfKey('otp-wait:abc')).toBe('wait');
  expect(limitOfKey('otp-prefix-attacked:abc')).toBe('prefix');
  for (const key of ['check:abc', 'check:otp-all', 'otp-', 'otp-other:abc'])
    expect(() => limitOfKey(key)).toThrow('no limit kind');
});
