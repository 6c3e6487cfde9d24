import { describe, expect, it } from 'vitest';
import { codePointCount, unmetPasswordRules } from './password-rules.ts';

describe('the rules of a password', () => {
  it.each([
    ['Duong9!x', []],
    ['Duong9!', ['length']],
    ['DUONG9!X', ['lower']],
    ['duong9!x', ['upper']],
    ['Duong!xx', ['digit']],
    ['Duong9xx', ['special']],
    ['', ['length', 'lower', 'upper', 'digit', 'special']],
    ['ƠƠƠƠệ９ x', []],
    ['AB12😀😀😀', ['length', 'lower']],
  ])('that the password %j does not meet are %j', (password, unmet) => {
    expect(unmetPasswordRules(password)).toEqual(unmet);
  });

  it('count a letter with its marks once, also in decomposed form', () => {
    expect(codePointCount('Đường😀'.normalize('NFD'))).toBe(6);
    // The combining mark of a decomposed letter is not a special character, and the letter counts once.
    expect(unmetPasswordRules('Ở9!ởởở'.normalize('NFD'))).toEqual(['length']);
  });
});
