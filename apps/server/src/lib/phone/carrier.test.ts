import { describe, expect, it } from 'vitest';
import { carrierOf } from './carrier.ts';
import { vietnameseMobileHeads } from './phone-vietnam.ts';

describe('the carrier of a number', () => {
  it.each([
    ['+84981234567', 'viettel'],
    ['+84912345678', 'vinaphone'],
    ['+84901234567', 'mobifone'],
    ['+84921234567', 'vietnamobile'],
    ['+84991234567', 'gmobile'],
    ['+84871234567', 'itel'],
    ['+84551234567', 'wintel'],
    ['+15551234567', 'other'],
    ['+84281234567', 'other'],
  ])('with the prefix of %s is %s', (phone, carrier) => {
    expect(carrierOf(phone)).toBe(carrier);
  });

  it('is known for every Vietnamese mobile prefix except four', () => {
    const unknown = vietnameseMobileHeads.filter((head) => carrierOf(`+84${head}`) === 'other');
    expect(unknown).toEqual(['30', '31', '51', '95']);
  });
});
