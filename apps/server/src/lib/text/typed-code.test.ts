import { describe, expect, it } from 'vitest';
import { checkCharacterOf, digits, isChecked, newTypedCode, readTypedCode } from './typed-code.ts';

const codes = Array.from({ length: 500 }, () => newTypedCode(10));
const alphabet = [...new Set(codes.join(''))].toSorted();

describe('a code that people type', () => {
  it('is random and uses only 22 unambiguous characters', () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(alphabet.join('')).toBe('0123456789BCGHKMNPQTVZ');
    for (const code of codes) expect(code).toHaveLength(10);
  });

  it('is read regardless of case, separators, look-alike letters and surrounding punctuation', () => {
    const code = `0123K${checkCharacterOf('0123K')}`;
    const [first, last] = [code.slice(0, 3), code.slice(3)];
    for (const typed of [
      code.toLowerCase(),
      `${first}-${last}`,
      ` ${first} ${last} `,
      `${first}\u2011${last}`,
      `${first}.\u200B${last}\uFEFF`,
      code.replace('0', 'o').replace('1', 'l'),
      code.replace('0', 'O').replace('1', 'i'),
      code.replaceAll(/[0-9]/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      `“${first}-${last}”`,
      `("${code}")`,
      `<${code}>`,
      `[${code}];`,
      `${code},`,
      `'${code}'`,
      `\`${code}\``,
      `*${code}*`,
      `«${code}»`,
      `„${code}“`,
      `「${code}」`,
      `#${code}?`,
    ])
      expect(readTypedCode(typed, 6)).toBe(code);
  });

  it('is rejected with a wrong, missing or extra character', () => {
    for (const code of codes.slice(0, 50)) {
      expect(readTypedCode(code, 10)).toBe(code);
      for (const place of code.split('').keys())
        for (const wrong of [...alphabet, 'Đ', 'Ư', 'A'].filter((character) => character !== code[place])) {
          const mistyped = code.slice(0, place) + wrong + code.slice(place + 1);
          expect(readTypedCode(mistyped, 10)).toBeUndefined();
        }
      expect(readTypedCode(code.slice(1), 10)).toBeUndefined();
      expect(readTypedCode(`${code}0`, 10)).toBeUndefined();
    }
    expect(readTypedCode('', 10)).toBeUndefined();
  });

  it('has the check digit of ISO/IEC 7064 if it consists of digits', () => {
    // The code is the example in ISO/IEC 7064 for MOD 11,10.
    expect(checkCharacterOf('0794', digits)).toBe('5');
    expect([isChecked('07945', digits), isChecked('07954', digits)]).toEqual([true, false]);
  });
});
