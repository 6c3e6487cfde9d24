import { expect, it } from 'vitest';
import { describeUse, useOf } from './sms-ceiling.policy.ts';

it.each([
  ['below', 79, 799_999, 100_000],
  ['near', 80, 800_000, 100_000],
  ['near', 99, 999_999, 100_000],
  ['reached', 100, 1_000_000, 100_000],
  ['near', 80, 0, 16_000_000],
  ['reached', 150, 900_000, 30_000_000],
] as const)('use of SMS ceilings is %s (%i %%): today %i, month %i VND', (...row) => {
  const [level, percent, today, month] = row;
  expect(useOf({ today, month }, { day: 1_000_000, month: 20_000_000 })).toMatchObject({ level, percent });
});

it('no cost reaches a ceiling if none is set', () => {
  expect(useOf({ today: 1e9, month: 1e9 }, { day: undefined, month: undefined })).toEqual({
    level: 'below',
    percent: 0,
    most: undefined,
  });
});

it.each([
  [{ day: 1_000_000, month: undefined }, '850,000 of 1,000,000 VND today'],
  [{ day: 1_000_000, month: 2_000_000 }, '2,000,000 of 2,000,000 VND this month'],
  [{ day: 2_000_000, month: undefined }, undefined],
] as const)('the description names the period closest to its SMS ceiling: %j', (ceilings, text) => {
  expect(describeUse(useOf({ today: 850_000, month: 2_000_000 }, ceilings))).toBe(text);
});
