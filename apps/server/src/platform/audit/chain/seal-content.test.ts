import { expect, it } from 'vitest';
import { contentOf, endOfMonth, readContent, type Seal } from './seal-content.ts';

const common = { number: 2, previous: 'a'.repeat(64), at: '2026-11-30T00:00:00.000Z', to: 9 };
const block: Seal = {
  ...common,
  kind: 'block',
  from: 5,
  months: { '2026-11': { 'otp.sent': [5, 'digest'] } },
};
const purge: Seal = { ...common, kind: 'purge', month: '2026-10', days: { 'otp.sent': 30 } };

it('the content of a seal is read as it was written', () => {
  expect([block, purge].map((seal) => readContent(contentOf(seal)))).toEqual([block, purge]);
});

it.each([
  'no JSON',
  'null',
  '[]',
  JSON.stringify({ ...block, number: '2' }),
  JSON.stringify({ ...block, to: 9.5 }),
  JSON.stringify({ ...block, from: null }),
  JSON.stringify({ ...block, months: null }),
  JSON.stringify({ ...block, months: { '2026-11': 5 } }),
  JSON.stringify({ ...block, kind: 'other' }),
  JSON.stringify({ ...purge, month: 10 }),
  JSON.stringify({ ...purge, days: 30 }),
])('the text %s is not the content of a seal', (text) => {
  expect(readContent(text)).toBeUndefined();
});

it('a month ends at the first millisecond of the next month', () => {
  expect(['2026-11', '2026-12'].map(endOfMonth)).toEqual([Date.UTC(2026, 11), Date.UTC(2027, 0)]);
});
