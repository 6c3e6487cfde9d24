import { expect } from 'vitest';

/** Matches a number of seconds, with 50 more or less for a busy machine. */
export function about(seconds: number): unknown {
  return expect.closeTo(seconds, -2);
}
