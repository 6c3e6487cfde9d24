// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { message } from './message.ts';
import { nameRule, optionalEmail } from './name-rule.ts';

const read = (typed: string) => v.safeParse(optionalEmail(), typed);

test('optionalEmail accepts an empty value and rejects an invalid address', () => {
  expect(read('  ').output).toBe('');
  expect(read(' nguyet@example.vn ').output).toBe('nguyet@example.vn');
  expect(read('mailto:nguyet＠example.vn\u200B').output).toBe('nguyet@example.vn');
  for (const typed of ['không phải địa chỉ', 'a@', '@b.vn', 'a@b']) {
    expect(read(typed).issues?.map((issue) => issue.message)).toEqual([message('errors.email')]);
  }
});

test('nameRule removes invisible marks', () => {
  expect(v.safeParse(nameRule(), '\u202AAn\u200B Một\u202C').output).toBe('An Một');
  expect(v.safeParse(nameRule(), '\u200B\uFEFF').issues?.map((issue) => issue.message)).toEqual([
    message('errors.required'),
  ]);
});

test('nameRule counts graphemes, and allows at most 100', () => {
  const family = '👨‍👩‍👧';
  expect(v.safeParse(nameRule(), family.repeat(100)).success).toBe(true);
  expect(v.safeParse(nameRule(), 'ộ'.repeat(101)).issues?.map((issue) => issue.message)).toEqual([
    message('errors.tooLong', { count: 100 }),
  ]);
});
