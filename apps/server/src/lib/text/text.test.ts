import { describe, expect, it } from 'vitest';
import { cleanText, countCodePoints, isStorable, isStorableJson, words } from './text.ts';

describe('the cleaning of a text', () => {
  it.each([
    ['NUL', 'An\u0000'],
    ['a lone surrogate', 'An\ud800'],
    ['a right-to-left override', 'An\u202egnp.exe'],
    ['a bidirectional isolate', 'An\u2067x'],
    ['a right-to-left mark', 'An\u200fx'],
    ['a line break', 'An\nBình'],
    ['an escape sequence', 'An\u001b[31m'],
    ['a noncharacter', 'An\ufffe'],
    ['another noncharacter', 'An\uffff'],
    ['an Arabic letter mark', 'An\u061cx'],
    ['a line separator', 'An\u2028Bình'],
    ['a paragraph separator', 'An\u2029Bình'],
    ['a right-to-left embedding', 'An\u202bx'],
    ['a left-to-right override', 'An\u202dx'],
  ])('I8 refuses %s', (_name, input) => {
    expect(cleanText(input)).toEqual({ problem: 'characters' });
  });

  it('I8 normalizes text to NFC and removes outer and repeated spaces', () => {
    expect(cleanText('  Nguyễn \u00a0 Văn  An '.normalize('NFD'))).toEqual({
      text: 'Nguyễn Văn An'.normalize('NFC'),
    });
    expect(cleanText('   ')).toEqual({ text: '' });
  });

  it('I8 reads the letters Ð and Ɖ of other languages as Đ', () => {
    expect(cleanText('\u00d0ỗ \u0189ình')).toEqual({ text: 'Đỗ Đình'.normalize('NFC') });
  });

  it('I8 keeps markup and emoji', () => {
    for (const text of ['<svg onload=alert(1)>', 'Gia đình 👨‍👩‍👧‍👦', '{{7*7}}'])
      expect(cleanText(text)).toEqual({ text });
  });

  it.each(['\u202aNguyễn An\u202c', 'Nguyễn\u200b An', '\ufeffNguyễn An\u200e', 'Ngu\u00adyễn \u200b An'])(
    'I8 reads %j without its invisible marks',
    (text) => {
      expect(cleanText(text)).toEqual({ text: 'Nguyễn An' });
    },
  );

  it('I8 rejects more than 100 graphemes or 400 bytes, including combining marks', () => {
    expect(cleanText('ạ'.repeat(100))).toEqual({ text: 'ạ'.repeat(100) });
    expect(cleanText('a'.repeat(101))).toEqual({ problem: 'tooLong' });
    expect(cleanText('😀'.repeat(100))).toEqual({ text: '😀'.repeat(100) });
    expect(cleanText('😀'.repeat(101))).toEqual({ problem: 'tooLong' });
    expect(cleanText(`a${'\u0303'.repeat(10_000)}`)).toEqual({ problem: 'tooLong' });
  });
});

describe('the check whether PostgreSQL can store a value', () => {
  it.each([
    ['a', true],
    ['😀', true],
    ['a\u0000', false],
    ['\ud800', false],
    [['a', ['\u0000']], false],
    [{ a: { b: '\u0000' } }, false],
    [{ a: 'b', c: '\u0000' }, false],
    [{ '\u0000': 'a' }, false],
    [{ a: ['b', 1, null, true] }, true],
    [null, true],
    [7, true],
  ])('returns $1 for $0', (value, isGood) => {
    expect(isStorable(value)).toBe(isGood);
    expect(isStorableJson(JSON.stringify(value), value)).toBe(isGood);
  });

  it('returns true for JSON with the escape of a storable character', () => {
    expect(isStorableJson(String.raw`"\u00e1"`, 'á')).toBe(true);
  });
});

it('a text is split into words at any white space', () => {
  expect(words(' a  b\nc ')).toEqual(['a', 'b', 'c']);
});

it('the length of a text is counted in code points', () => {
  expect([countCodePoints('a😀'), countCodePoints('')]).toEqual([2, 0]);
});
