import { describe, expect, it } from 'vitest';
import { figuresOf, methodsOf } from './activity.policy.ts';

describe('the figures of a period', () => {
  it('round fractions and subtract codes whose SMS failed', () => {
    const counts = new Map([
      ['sign-up', 1.6],
      ['sign-in:password', 1.4],
      ['sign-in:passkey', 2.5],
      ['failure', 3],
      ['code-sent', 5],
      ['code-refused:sms', 2],
      ['code-refused:wrong-code', 4],
      ['code-verified', 6.4],
    ]);
    expect(figuresOf(counts)).toEqual({
      signUps: 2,
      signIns: 4,
      failures: 3,
      codesSent: 3,
      codesVerified: 6,
    });
  });

  it('do not become negative for sent codes', () => {
    expect(figuresOf(new Map([['code-refused:sms', 1]]))).toMatchObject({ codesSent: 0 });
  });
});

it('the sign-in methods of a period are ordered by count and name', () => {
  const counts = new Map([
    ['sign-in:sso', 1],
    ['failure', 9],
    ['sign-in:otp', 1],
    ['sign-in:password', 2],
  ]);
  expect(methodsOf(counts).map(({ method }) => method)).toEqual(['password', 'otp', 'sso']);
});
