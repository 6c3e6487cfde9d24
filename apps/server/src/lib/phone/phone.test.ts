import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { maskPhone, maskPhoneForReader } from './mask-phone.ts';
import { foreignCountriesOf, formatNational, parsePhone } from './phone.ts';
import { migratedHeads, vietnameseMobileHeads } from './phone-vietnam.ts';

const parse = (input: string, countries: readonly string[] = ['VN']) => parsePhone(input, countries);
const vn = (e164: string) => ({ e164, country: 'VN' });

describe('P4 the parser of phone numbers', () => {
  it.each([
    '0912345678',
    '912345678',
    '84912345678',
    '+84912345678',
    '+840912345678',
    '840912345678',
    '0084912345678',
    '00840912345678',
    '+84 (0)912 345 678',
    '(+84) 912-345-678',
    ' 0912 345 678 ',
    '0912.345.678',
    '0912-345-678',
    '0912–345–678',
    '0912 345 678',
    '0912/345/678',
    '０９１２３４５６７８',
    '＋８４９１２３４５６７８',
    '\u202A+84 912 345 678\u202C',
    '09\u200B12345678',
    '0912\t345\t678\n',
    'tel:0912345678',
    "'0912345678",
    '0912\u2011345\u2212678',
    '0912_345_678',
  ])('reads %j as the same Vietnamese mobile number in E.164 form', (input) => {
    expect(parse(input)).toEqual(vn('+84912345678'));
  });

  it('reads a leading 84 as a prefix only if the length requires it', () => {
    expect(parse('841234567')).toEqual(vn('+84841234567'));
    expect(parse('0841234567')).toEqual(vn('+84841234567'));
    expect(parse('84841234567')).toEqual(vn('+84841234567'));
  });
});

describe('phone numbers from before September 2018', () => {
  it.each(Object.entries(migratedHeads))('are converted from 0%s to 0%s', (former, now) => {
    const tail = '5678945';
    for (const input of [
      `0${former}${tail}`,
      `${former}${tail}`,
      `+84${former}${tail}`,
      `84${former}${tail}`,
      `00840${former}${tail}`,
    ]) {
      expect(parse(input)).toEqual(vn(`+84${now}${tail}`));
    }
  });

  it('are converted as in the published example', () => {
    expect(parse('0169 567 8945')).toEqual(vn('+84395678945'));
  });

  it('are mapped to distinct prefixes that exist today', () => {
    const successors = Object.values(migratedHeads);
    expect(new Set(successors).size).toBe(successors.length);
    for (const head of successors) expect(vietnameseMobileHeads).toContain(head);
  });
});

describe('the parser of phone numbers', () => {
  it.each([
    ['a landline in Hà Nội', '024 3822 3344'],
    ['a landline in Hồ Chí Minh City', '(028) 3822 3344'],
    ['a landline with country code', '+84 24 3822 3344'],
    ['a number for machines', '0140 123 456'],
    ['a premium number', '1900 1234'],
    ['a toll-free number', '1800 1091'],
    ['a US number', '+1 415 555 2671'],
    ['a German number', '0049 1512 3456789'],
    ['a Laotian number', '+856 20 22 345 678'],
    ['a satellite number', '+881 6 1234 5678'],
    ['an international premium number', '+979 1 2345 6789'],
  ])('refuses %s as unsupported', (_, input) => {
    expect(parse(input)).toEqual({ problem: 'unsupported' });
  });

  it.each([
    ['an empty string', ''],
    ['blanks', '   '],
    ['letters', 'abc'],
    ['letters among digits', '0912a45678'],
    ['too few digits', '091234567'],
    ['too many digits', '09123456789'],
    ['an unassigned prefix', '0520123456'],
    ['an old number with an unassigned prefix', '01311234567'],
    ['an emergency number', '113'],
    ['a plus in the middle', '+84+912345678'],
    ['two numbers', '0912345678,0912345679'],
    ['an extension', '0912345678;ext=1'],
    ['an unassigned country code', '+999 12345678'],
    ['digits of another script', '٠٩١٢٣٤٥٦٧٨'],
    ['a NUL', '0912345678\u0000'],
    ['a lone surrogate', '0912345678\ud800'],
    ['a very long number', '0'.repeat(40)],
    ['markup', '<b>0912345678</b>'],
  ])('reports a format problem for %s', (_, input) => {
    expect(parse(input)).toEqual({ problem: 'format' });
  });
});

describe('phone numbers of other listed countries', () => {
  it('are accepted if mobile, and refused if landlines', () => {
    expect(parse('+856 20 22 345 678', ['VN', 'LA'])).toEqual({ e164: '+8562022345678', country: 'LA' });
    expect(parse('+856 21 212 345', ['VN', 'LA'])).toEqual({ problem: 'unsupported' });
    expect(parse('+84912345678', ['VN', 'LA'])).toEqual(vn('+84912345678'));
  });
  it('need a country code if Vietnam is listed too', () => {
    expect(parse('0912345678', ['LA', 'VN'])).toEqual(vn('+84912345678'));
    expect(parse('020 22 345 678', ['LA', 'VN'])).toEqual({ problem: 'format' });
    expect(parse('020 22 345 678', ['LA'])).toEqual({ e164: '+8562022345678', country: 'LA' });
    expect(parse('+84912345678', ['LA'])).toEqual({ problem: 'unsupported' });
  });
});

describe('the list of accepted countries', () => {
  it('means Vietnam if it is empty', () => {
    expect(parse('0912345678', [])).toEqual(vn('+84912345678'));
  });

  it('is given to pages with calling codes and without Vietnam', () => {
    expect(foreignCountriesOf(['VN', 'LA', 'KH'])).toEqual([
      { code: 'LA', callingCode: '856' },
      { code: 'KH', callingCode: '855' },
    ]);
  });
});

describe('the list of mobile prefixes', () => {
  it('equals the mobile ranges of libphonenumber without the ranges for machines', () => {
    const machineHeads = ['121[0-3]', '140', '160'];
    const pattern = new RegExp(`^(?:${[...vietnameseMobileHeads, ...machineHeads].join('|')})`, 'u');
    const differing: string[] = [];
    for (let head = 1000; head < 10_000; head += 1) {
      for (const tail of ['00000', '45678']) {
        const national = `${head}${tail}`;
        const parsed = parsePhoneNumberFromString(`+84${national}`);
        const isMobile = parsed?.isValid() === true && parsed.getType() === 'MOBILE';
        if (isMobile !== pattern.test(national)) differing.push(national);
      }
    }
    expect(differing).toEqual([]);
  });
});

describe('a displayed phone number', () => {
  it('is masked except for its prefix and last two digits', () => {
    expect(maskPhone('+84912345612')).toBe('+8491****12');
    expect(maskPhone('+84')).toBe('****');
    expect(maskPhoneForReader('+84912345612')).toBe('091• ••• •12');
    expect(maskPhoneForReader('+8562022345678')).toBe('+8562****78');
  });
  it('has the national notation in Vietnam and the international notation elsewhere', () => {
    expect(formatNational('+84912345678')).toBe('0912 345 678');
    expect(formatNational('+8562022345678')).toBe('+856 20 22 345 678');
    expect(formatNational('+999')).toBe('+999');
  });
});
