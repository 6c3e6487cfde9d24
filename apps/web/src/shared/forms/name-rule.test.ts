// @vitest-environment node
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { message } from './message.ts';
import { optionalEmail } from './name-rule.ts';

const read = (typed: string) => v.safeParse(optionalEmail(), typed);

test('accepts an empty value in optionalEmail and rejects others with the catalogue text', () => {
  expect(read('  ').output).toBe('');
  expect(read(' nguyet@example.vn ').output).toBe('nguyet@example.vn');
  for (const typed of ['không phải địa chỉ', 'a@', '@b.vn', 'a@b']) {
    expect(read(typed).issues?.map((issue) => issue.message)).toEqual([message('errors.email')]);
  }
});
