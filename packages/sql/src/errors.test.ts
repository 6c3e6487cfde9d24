import { expect, it } from 'vitest';
import { isFatal, isLostStatement } from './errors.ts';

it.each([
  [true, { code: '26000', routine: 'FetchPreparedStatement' }],
  [true, { code: '0A000', routine: 'RevalidateCachedQuery' }],
  [false, { code: '0A000', routine: 'transformLockingClause' }],
])('isLostStatement returns %s for a German error message with %o', (expected, report) => {
  expect(isLostStatement(Object.assign(new Error('der zwischengespeicherte Plan …'), report))).toBe(expected);
});

it.each([
  ['PANIC', true],
  ['FATAL', true],
  ['ERROR', false],
])('an error of the severity %s ends the connection: %s', (severity, expected) => {
  expect(isFatal(Object.assign(new Error('x'), { severity }))).toBe(expected);
});
