import { termsVersion } from '@vid/contract/limits';
import { expect, it } from 'vitest';
import { termsVersionOf } from './legal-versions.ts';

it.each([
  [1, 1, termsVersion],
  [2, 1, '2.1'],
  [1, 2, '1.2'],
])('terms %i with privacy policy %i are version %j', (terms, privacy, name) => {
  expect(termsVersionOf({ terms, privacy })).toBe(name);
});
