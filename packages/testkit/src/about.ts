import { expect } from 'vitest';

/** Matches a number of seconds within 50 of this number, because the machine may be busy. */
export function about(seconds: number): unknown {
  return expect.closeTo(seconds, -2);
}
