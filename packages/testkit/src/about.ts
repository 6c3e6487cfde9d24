import { expect } from 'vitest';

/** Matches any number within 50 of `seconds`, because the machine may be busy. */
export function about(seconds: number): unknown {
  return expect.closeTo(seconds, -2);
}
