import { describe, expect, it } from 'vitest';
import { isRefused, nextToken, type TriedToken } from './zalo-renewal.policy.ts';

const tried = (...outcomes: readonly TriedToken['outcome'][]): readonly TriedToken[] =>
  outcomes.map((outcome, index) => ({ which: index === 0 ? 'current' : 'former', outcome }));

describe('the next refresh token to try', () => {
  it('is the current token first, and the former token after a refusal', () => {
    expect(nextToken([], true)).toBe('current');
    expect(nextToken(tried('refused'), true)).toBe('former');
  });

  it('does not exist after two refusals or without a response', () => {
    expect(nextToken(tried('refused'), false)).toBeUndefined();
    expect(nextToken(tried('refused', 'refused'), true)).toBeUndefined();
    expect(nextToken(tried('unknown'), true)).toBeUndefined();
    expect(nextToken(tried('refused', 'unknown'), true)).toBeUndefined();
    expect(nextToken(tried('renewed'), true)).toBeUndefined();
  });
});

describe('the connection to Zalo', () => {
  it('is lost once Zalo has refused every refresh token', () => {
    expect(isRefused(tried('refused'))).toBe(true);
    expect(isRefused(tried('refused', 'refused'))).toBe(true);
  });

  it('is not lost if Zalo did not respond', () => {
    expect(isRefused([])).toBe(false);
    expect(isRefused(tried('unknown'))).toBe(false);
    expect(isRefused(tried('refused', 'unknown'))).toBe(false);
  });
});
