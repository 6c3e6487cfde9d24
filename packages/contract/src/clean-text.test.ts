import { describe, expect, it } from 'vitest';
import { cleanDigits, cleanEmail, cleanMarks, cleanPhone, hasMarks } from './clean-text.ts';

describe('cleanMarks', () => {
  it.each([
    ['direction marks around a name from a contacts app', '\u202AAn Một\u202C', 'An Một'],
    ['isolates around a name', '\u2068An\u2069', 'An'],
    ['a left-to-right mark at the end', 'An Hai\u200E', 'An Hai'],
    ['a right-to-left mark at the end', 'An\u200F', 'An'],
    ['a zero-width space inside', 'An\u200BBa', 'AnBa'],
    ['a zero-width non-joiner inside', 'An\u200CBa', 'AnBa'],
    ['a joiner between Latin letters', 'A\u200Dn', 'An'],
    ['a word joiner inside', 'An\u2060Ba', 'AnBa'],
    ['a byte-order mark at the start', '\uFEFFAn', 'An'],
    ['a soft hyphen inside', 'An\u00ADTám', 'AnTám'],
    ['a Hangul filler', '\u3164An\u3164', 'An'],
    ['a blank Braille pattern at the end', 'An\u2800', 'An'],
    ['a variation selector after a letter', 'An\uFE0F', 'An'],
    ['tags without a flag', 'An\u{E0041}\u{E0042}', 'An'],
    ['several marks in one place', 'An\u200B\uFEFF\u00AD Ba\u200B', 'An Ba'],
    ['marks alone', '\u200B\uFEFF', ''],
  ])('removes %s', (_what, text, cleaned) => {
    expect(cleanMarks(text)).toBe(cleaned);
    expect(hasMarks(text)).toBe(true);
  });

  it.each([
    'Nguyễn Văn An',
    'Gia đình 👨‍👩‍👧‍👦',
    '❤️ 1️⃣ 👩🏽‍⚕️',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'Cty TNHH “An” – Bình',
    '<svg onload=alert(1)>',
  ])('keeps %s', (text) => {
    expect(cleanMarks(text)).toBe(text);
    expect(hasMarks(text)).toBe(false);
  });

  it.each([' An', 'An ', '\t An \n'])('says that the spaces around %j are no marks', (text) => {
    expect([cleanMarks(text), hasMarks(text)]).toEqual(['An', false]);
  });

  it('removes a Mongolian vowel separator, and selectors of variants between digits', () => {
    expect([cleanMarks('A\u180En\u180E'), cleanDigits('01\uFE0F23')]).toEqual(['An', '0123']);
  });

  it.each(['An\u202Egnp.exe', '\u202Egnp.exe', 'An\u2067x', 'An\u200Fx'])(
    'keeps the control character that reorders the text %j, so that the text is rejected',
    (text) => {
      expect(cleanMarks(text)).toBe(text);
    },
  );
});

describe('cleanPhone', () => {
  it.each([
    "'0912345678",
    '’0912345678',
    '`0912345678',
    '0912\u2011345\u2011678',
    '0912\u2212345\u2212678',
    '0912_345_678',
    '０９１２３４５６７８',
    '\u00A00912345678\u00A0',
    '\uFEFF0912\u200B345678',
    'tel:0912-345-678',
    'TEL://0912345678',
    '(0912) 345/678',
    '0912·345·678',
    '0912345678.',
    'tel:0912345678;phone-context=+84',
    'sms:0912345678?body=1',
    '0912\u30FC345\uFF70678',
    '0912\uFF0D345\uFE63678',
    '0912\u2043345\u2027678',
    '0912\u30FB345\u3002678',
    '0912\u2024345\u22C5678',
    '0912\u2044345/678',
  ])('reads %j as its digits', (text) => {
    expect(cleanPhone(text)).toBe('0912345678');
  });

  it.each([
    ['０９１２', '0912'],
    [" '0912", '0912'],
    ['\u2032`0912', '0912'],
    ['09 12_34', '091234'],
    ['09(12)', '09(12)'],
    ['09/12', '09/12'],
    ['tel:0912', 'tel:0912'],
  ])('cleanDigits reads %j as %j', (text, digits) => {
    expect(cleanDigits(text)).toBe(digits);
  });

  it.each(['sms:0912', 'callto:0912', 'callto://0912', '\u200Btel:0912', 'TEL:0912?x\ny', '０９１２'])(
    'reads %j without its scheme and parameters',
    (text) => {
      expect(cleanPhone(text)).toBe('0912');
    },
  );

  it('keeps the plus sign and letters', () => {
    expect([cleanPhone("'+84 912"), cleanPhone('0912abc')]).toEqual(['+84912', '0912abc']);
  });
});

it('cleanEmail removes marks and `mailto:`, and folds full-width characters', () => {
  for (const typed of [
    'An@example.vn',
    ' \u200BAn@example.vn\uFEFF',
    'mailto:An@example.vn',
    'An＠example．vn',
  ])
    expect(cleanEmail(typed)).toBe('An@example.vn');
});
