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

  const inside = [
    0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202a, 0x202c,
    0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2068, 0x2069, 0x206a, 0x206f, 0x3164, 0xfe00, 0xfe0f,
    0x180b, 0x180d, 0x180f, 0x2065, 0xfff0, 0xfff8, 0x1bca0, 0x1d159, 0x1d173, 0xe0000, 0xe0080, 0xe01f0,
    0xfeff, 0xffa0, 0xfff9, 0xfffa, 0xfffb, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef,
  ];
  it.each(inside.map((point) => point.toString(16)))('removes U+%s between letters', (point) => {
    expect(cleanMarks(`A${String.fromCodePoint(Number.parseInt(point, 16))}n`)).toBe('An');
  });

  it.each([0x61c, 0x200f, 0x202b, 0x2067, 0x2800].map((point) => point.toString(16)))(
    'removes U+%s at both ends and keeps it inside',
    (point) => {
      const mark = String.fromCodePoint(Number.parseInt(point, 16));
      expect(cleanMarks(`${mark} ${mark}A${mark}n${mark} ${mark}`)).toBe(`A${mark}n`);
    },
  );

  it.each([
    ['removes a joiner after an emoji at the end', '👨\u200D', '👨'],
    ['removes a joiner after an emoji before a space', '👨\u200D An', '👨 An'],
    ['keeps a joiner after a letter of a joining script and its mark', 'ക\u0D4D\u200Dക', 'ക\u0D4D\u200Dക'],
  ])('%s', (_title, text, cleaned) => {
    expect(cleanMarks(text)).toBe(cleaned);
  });

  it.each([
    'ب\u200Cب',
    'ܒ\u200Cܒ',
    'ᠠ\u180Eᠠ',
    'ᠠ\u180Bᠠ',
    'अ\u200Dअ',
    'অ\u200Dঅ',
    'ਅ\u200Dਅ',
    'અ\u200Dઅ',
    'ଅ\u200Dଅ',
    'அ\u200Dஅ',
    'అ\u200Dఅ',
    'ಅ\u200Dಅ',
    'അ\u200Dഅ',
    'අ\u200Dඅ',
    'ក\u200Cក',
    '葛\u{E0100}',
    '神\uFE00',
  ])('keeps the mark in %j, whose script needs it', (text) => {
    expect(cleanMarks(text)).toBe(text);
  });

  it.each([' An', 'An ', '\t An \n'])('does not treat the spaces around %j as marks', (text) => {
    expect([cleanMarks(text), hasMarks(text)]).toEqual(['An', false]);
  });

  it('removes Mongolian vowel separators from Latin text', () => {
    expect([cleanMarks('A\u180En\u180E'), cleanDigits('01\uFE0F23')]).toEqual(['An', '0123']);
  });

  it.each(['An\u202Egnp.exe', '\u202Egnp.exe', 'An\u2067x', 'An\u200Fx'])(
    'keeps the control character that reverses the direction of %j',
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
    '"0912345678"',
    '“0912 345 678”',
    '[0912345678]',
    '<0912345678>',
    '0912345678,',
    '0912345678;',
    '0912345678:',
    '0912~345\uFF5E678',
    '0912•345●678',
    '0912─345⎯678',
    '0912|345\\678',
    "0912’345'678",
    '«0912345678»',
    '„0912345678”',
    '『0912345678』',
    '{0912345678}',
    '0912\u{1D159}345\u180B678',
    'tel:0912345678,,123',
    'tel:0912%20345%2D678',
    'smsto:0912345678',
    'https://zalo.me/0912345678',
    'http://zalo.me/0912345678',
    'zalo.me/0912345678?src=qr',
  ])('reads %j as its digits', (text) => {
    expect(cleanPhone(text)).toBe('0912345678');
  });

  it.each([
    'sms:0912',
    ' \u200Bsms:0912',
    'callto:0912',
    'callto://0912',
    '\u200Btel:0912',
    'TEL:0912?x\ny',
    '０９１２',
  ])('reads %j without its scheme and parameters', (text) => {
    expect(cleanPhone(text)).toBe('0912');
  });

  it.each(['Tel: 0912345678, 0987654321', 'Tel: 0912345678; +84987654321'])(
    'does not read %j as one number',
    (text) => {
      expect(cleanPhone(text)).toMatch(/^0912345678[,;]/u);
    },
  );

  it('reads a percent-encoded plus sign of a link', () => {
    expect(cleanPhone('tel:%2B84912345678')).toBe('+84912345678');
    expect(cleanPhone('tel:0912%')).toBe('0912%');
  });

  it('keeps the plus sign and letters', () => {
    expect([cleanPhone("'+84 912"), cleanPhone('0912abc')]).toEqual(['+84912', '0912abc']);
  });
});

describe('cleanDigits', () => {
  it.each([
    ['０９１２', '0912'],
    [" '0912", '0912'],
    ['\u2032`0912', '0912'],
    ["'\u2018\u2019\u02BC`\u00B4\u20320912", '0912'],
    [" \u200B'0912", '0912'],
    ['´0912', '0912'],
    ['\u02C8\u00B40912', '\u02C8\u03010912'],
    ...[
      '\u02D7',
      '\u2043',
      '\u2053',
      '\u2212',
      '\u223C',
      '\u2501',
      '\u30FC',
      '\u2010',
      '\u2014',
      '\u2e3a',
    ].map((dash) => [`09${dash}12`, '0912']),
    ...['.', '\u00B7', '\u2027', '\u2219', '\u22C5', '\u3002', '\u30FB'].map((dot) => [`09${dot}12`, '0912']),
    ...['\u115F', '\u1160', '\u2800', '\u3164', '\uFFA0', '\u00AD', '\u2003'].map((blank) => [
      `09${blank}12`,
      '0912',
    ]),
    ['09 12_34', '091234'],
    ['09(12)', '09(12)'],
    ['09/12', '09/12'],
    ['tel:0912', 'tel:0912'],
  ])('reads %j as %j', (text, digits) => {
    expect(cleanDigits(text)).toBe(digits);
  });
});

it('cleanEmail removes marks and `mailto:`, and folds full-width characters', () => {
  for (const typed of [
    'An@example.vn',
    ' \u200BAn@example.vn\uFEFF',
    'mailto:An@example.vn',
    'An＠example．vn',
    'MAILTO:An@example.vn',
  ])
    expect(cleanEmail(typed)).toBe('An@example.vn');
  expect(cleanEmail('amailto:An@example.vn')).toBe('amailto:An@example.vn');
});
