import { maxPeople } from '@vid/contract/limits';
import { expect, it } from 'vitest';
import { counted, upTo } from './counted.ts';

it('a number is followed by the plural of its noun, except 1', () => {
  expect([0, 1, 2, 11].map((count) => counted(count, 'client'))).toEqual([
    '0 clients',
    '1 client',
    '2 clients',
    '11 clients',
  ]);
});

it('a count of people gets a plus sign at the limit', () => {
  expect([0, maxPeople - 1, maxPeople].map(upTo)).toEqual(['0', String(maxPeople - 1), `${maxPeople}+`]);
});
