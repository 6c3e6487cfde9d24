// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { dayOf, dayParts, optionalDay, readDay, requiredDay } from './day.ts';

test.each([
  ['01/02/1990', '1990-02-01'],
  [' 1.2.1990 ', '1990-02-01'],
  ['1 tháng 2 năm 1990', '1990-02-01'],
  ['01021990', '1990-02-01'],
  ['1990-02-01', '1990-02-01'],
  ['31/02/1990', undefined],
  ['01/02/90', undefined],
  ['1', undefined],
  ['01/02/1990 10:50', undefined],
])('readDay reads %j as %s', (text, day) => {
  const parts = readDay(text);
  expect(parts && dayOf(parts)).toBe(day);
});

test('dayParts and dayOf convert a day into its parts and back', () => {
  expect(dayParts('1990-02-01')).toEqual({ day: '01', month: '02', year: '1990' });
  expect(dayOf({ day: '1', month: '2', year: '1990' })).toBe('1990-02-01');
  expect(dayOf(dayParts(''))).toBe('');
});

test.each([
  ['1990-02-01', undefined],
  ['', 'errors.required'],
  ['1990--01', 'account.day.incomplete'],
  ['90-02-01', 'account.day.incomplete'],
  ['1990-02-31', 'account.day.unknown'],
])('requiredDay checks the day %j with the result %s', (text, problem) => {
  const { issues } = v.safeParse(requiredDay(), text);
  expect(issues?.[0].message.split('\u0000')[1]).toBe(problem);
});

test('an optional day may be empty', () => {
  expect(v.is(optionalDay(), '')).toBe(true);
});
