import { checkTaxCode } from '@vid/contract/tax-code';
import { describe, expect, it } from 'vitest';
import { migratedHeads, vietnameseMobileHeads } from '#lib/phone/phone-vietnam.ts';
import { readPhone } from './phones.policy.ts';
import type { Reading } from './cell-text.ts';
import { readTaxCode } from './values.policy.ts';

/** Returns a generator of reproducible numbers below `limit` (linear congruential). */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
const random = createRandom(7);
const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('');
const oneOf = <T>(items: readonly T[]): T => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('no items');
  return item;
};
const valueOf = (reading: Reading<string>): string | null => ('value' in reading ? reading.value : null);

const grouped = (number: string, mark: string): string => number.replace(/\B(?=(?:\d{3})+$)/gu, mark);
const scientific = (number: string, places: number): string =>
  Number(number).toExponential(places).replace('e+', 'E+');

/** Returns notations that contain every digit of the number. `bare` has no leading zero. */
const wholePhones = (bare: string): readonly string[] => {
  const [a, b, c] = [bare.slice(0, 3), bare.slice(3, 6), bare.slice(6)];
  return [
    `0${bare}`,
    bare,
    `84${bare}`,
    `+84 ${a} ${b} ${c}`,
    `0084${bare}`,
    `(+84) ${a}-${b}-${c}`,
    `0${a}.${b}.${c}`,
    `'0${bare}`,
    `="0${bare}"`.slice(2, -1),
    `${bare}.0`,
    grouped(bare, ','),
    `${grouped(bare, '.')},00`,
    scientific(bare, 8),
    scientific(bare, 8).replace('.', ','),
    `ĐT: 0${bare} (Zalo)`,
    `DĐ 0${a} ${b} ${c}`,
    `0${bare} / 024 3822 3344`,
    `024 3822 3344; 0${bare}`,
  ];
};

describe('a number in a list', () => {
  it('is read as a phone in every complete notation', () => {
    for (let run = 0; run < 500; run += 1) {
      const head = oneOf(vietnameseMobileHeads);
      const bare = head + digits(9 - head.length);
      for (const written of wholePhones(bare))
        expect([written, valueOf(readPhone(written, ['VN']))]).toEqual([written, `+84${bare}`]);
    }
  });

  it('is read as the current form of an old phone number', () => {
    for (const [old, head] of Object.entries(migratedHeads)) {
      const rest = digits(7);
      for (const written of [
        `0${old}${rest}`,
        `+84 ${old} ${rest}`,
        `${old}${rest}.0`,
        scientific(`${old}${rest}`, 9),
      ])
        expect([written, readPhone(written, ['VN'])]).toEqual([
          written,
          { value: `+84${head}${rest}`, note: 'upgraded' },
        ]);
    }
  });

  it('is not read as another phone if digits are missing, added or illegible', () => {
    for (let run = 0; run < 500; run += 1) {
      const head = oneOf(vietnameseMobileHeads);
      const phone = `0${head}${digits(9 - head.length)}`;
      const at = 1 + random(phone.length - 1);
      const damaged = [
        phone.slice(0, at) + phone.slice(at + 1),
        `${phone}${random(10)}${random(10)}`,
        `${phone.slice(0, at)}O${phone.slice(at + 1)}`,
        `${phone.slice(0, at)}?${phone.slice(at + 1)}`,
        scientific(phone, 1 + random(6)),
        `${phone},${1 + random(9)}`,
      ];
      for (const written of damaged)
        expect([written, valueOf(readPhone(written, ['VN']))]).toEqual([written, null]);
    }
  });

  it('never becomes a different tax code in a spreadsheet’s notation', () => {
    for (let run = 0; run < 2_000; run += 1) {
      const code = `${oneOf(['0', '3', '1', '5'])}${digits(9)}`;
      const bare = String(Number(code));
      const isValid = checkTaxCode(code) === 'ok';
      for (const written of [
        code,
        `MST: ${code}`,
        `${bare}.0`,
        bare,
        grouped(bare, ','),
        scientific(bare, bare.length - 1),
      ]) {
        // If the check digit does not match, no zero is added, because the code could be another number.
        const isReadable = written.includes(code) || bare.length >= (isValid ? 9 : 10);
        expect([written, valueOf(readTaxCode(written))]).toEqual([written, isReadable ? code : null]);
      }
      expect(valueOf(readTaxCode(scientific(code, 4)))).toBeNull();
      expect(valueOf(readTaxCode(code.slice(0, 7)))).toBeNull();
    }
  });

  it('is not padded with a zero if it is a personal number', () => {
    const number = '079201025676';
    expect(checkTaxCode(`0${number}`)).toBe('ok');
    expect(readTaxCode(number)).toEqual({ value: number });
  });
});
