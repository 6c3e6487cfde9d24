import * as v from 'valibot';
import { expect, test } from 'vitest';
import { message } from './message.ts';
import { optionalEmail } from './rules.ts';

const read = (typed: string) => v.safeParse(optionalEmail(), typed);

test('an e-mail address may be left out; what is none is refused in our own words', () => {
  expect(read('  ').output).toBe('');
  expect(read(' nguyet@example.vn ').output).toBe('nguyet@example.vn');
  for (const typed of ['không phải địa chỉ', 'a@', '@b.vn', 'a@b']) {
    expect(read(typed).issues?.map((issue) => issue.message)).toEqual([message('errors.email')]);
  }
});
