import { expect } from 'vitest';

/** Matches a number of seconds that differs by less than 50, because the machine may be busy. */
export function about(seconds: number): unknown {
  return expect.closeTo(seconds, -2);
}
