import { describe, expect, it } from 'vitest';
import { checkTaxCode, formatTaxCode, normaliseTaxCode } from './tax-code.ts';

describe('a tax code', () => {
  it.each([
    ['0314409058-002', '0314409058002'],
    [' 0314409058 ', '0314409058'],
    ['０３１４４０９０５８', '0314409058'],
    ['314409058.0', '314409058'],
    ['314409058,00', '314409058'],
    ['0314409058002.0', '0314409058002'],
    ['MST: 0314409058.0', 'MST:0314409058'],
    ['31440905.0', '314409050'],
    ['03144090580021.0', '031440905800210'],
    ['0314409058.01', '031440905801'],
    ['0314409058.', '0314409058'],
  ])('written as %j is read as %j', (input, code) => {
    expect(normaliseTaxCode(input)).toBe(code);
  });

  it.each([
    ['0100109106', 'ok'],
    ['0314409058', 'ok'],
    ['0314409058-002', 'ok'],
    ['0100109107', 'unverified'],
    ['0100109107-001', 'unverified'],
    ['0100109106-000', 'malformed'],
    ['0100109106-100', 'ok'],
    ['001090012345', 'ok'],
    ['000000000000', 'ok'],
    ['0000000000', 'unverified'],
    ['0100000000', 'unverified'],
    ['010010910', 'malformed'],
    ['01001091061', 'malformed'],
    ['01001091060011', 'malformed'],
    ['010010910x', 'malformed'],
    ['', 'malformed'],
  ])('with the text %j is %s', (input, verdict) => {
    expect(checkTaxCode(input)).toBe(verdict);
  });

  it('is unverified after any one digit is replaced by the next digit', () => {
    for (const code of ['0100109106', '0314409058'])
      for (const place of code.split('').keys()) {
        const digit = (Number(code[place]) + 1) % 10;
        const wrong = code.slice(0, place) + String(digit) + code.slice(place + 1);
        expect([wrong, checkTaxCode(wrong)]).toEqual([wrong, 'unverified']);
      }
  });

  it('is printed with a dash before the branch', () => {
    expect(['0314409058002', '0314409058', '001090012345'].map(formatTaxCode)).toEqual([
      '0314409058-002',
      '0314409058',
      '001090012345',
    ]);
  });
});
