import { describe, expect, it } from 'vitest';
import { commonPasswordCount, isCommonPassword } from './common-passwords.ts';
import { AppError } from '#lib/app-error.ts';
import {
  findPasswordProblem,
  normalisePassword,
  requireComparablePassword,
  requireGoodPassword,
} from './password.policy.ts';

const phone = '+84912345678';
const of = (length: number, filler = 'x') => `Aa1@${filler.repeat(length - 4)}`;
const problemOf = (password: string) => findPasswordProblem(password, phone);
function errorOf(call: () => unknown): Pick<AppError, 'code' | 'fields'> | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, fields: error.fields };
  }
  return undefined;
}

describe('the password policy', () => {
  it('P7 counts the code points of the NFC form', () => {
    const seven = 'Ầ1@abđc'.normalize('NFC');
    expect(Array.from(seven)).toHaveLength(7);
    expect(Array.from(seven.normalize('NFD')).length).toBeGreaterThanOrEqual(8);
    expect(problemOf(seven)).toBe('policy');
    expect(problemOf(seven.normalize('NFD'))).toBe('policy');
    expect(problemOf('Ầ1@abđcz'.normalize('NFD'))).toBeUndefined();
  });

  it('P7 classifies characters by Unicode category', () => {
    expect(problemOf('Matkhẩu1')).toBe('policy');
    expect(problemOf('Mậtkhẩu@1')).toBeUndefined();
    expect(problemOf('MậtKhẩu 19x')).toBeUndefined();
    expect(problemOf('ĐƯỜNG1@Ầ')).toBe('policy');
    expect(problemOf('đường1@ầm')).toBe('policy');
    expect(problemOf('Đường@ầm')).toBe('policy');
    expect(problemOf('Đườngầm€٣')).toBeUndefined();
  });

  it('P7 accepts 64 and 128 code points, and rejects 129', () => {
    expect(problemOf(of(64))).toBeUndefined();
    expect(problemOf(of(128))).toBeUndefined();
    expect(problemOf(of(129))).toBe('policy');
    expect(problemOf(of(128, '𝒙'))).toBeUndefined();
    expect(problemOf(of(129, '𝒙'))).toBe('policy');
    expect(problemOf('Aa1')).toBe('policy');
  });

  it('P12 rejects NUL and lone surrogates', () => {
    expect(problemOf('Aa1@abcd\u0000')).toBe('characters');
    expect(problemOf('Aa1@abcd\ud800')).toBe('characters');
  });

  it.each([
    'A0912345678@a',
    'Aa@+84 912 345 678',
    'Aa@84912345678',
    'Aa@0912.345.678',
    'Aa@091-234-5678',
    'Aa@０９１２３４５６７８',
    'Aa@0084912345678',
    'Aa@912345678',
  ])('P7 rejects a password with the account’s own phone, written as %s', (password) => {
    expect(problemOf(password)).toBe('containsPhone');
  });

  it('P7 accepts a password with six consecutive digits of the phone', () => {
    expect(problemOf('Aa@xyz345678')).toBeUndefined();
  });

  it('P7 rejects the eleven-digit form that the phone number had before 2018', () => {
    expect(findPasswordProblem('Aa@01692345678', '+84392345678')).toBe('containsPhone');
  });

  it('P7 rejects common passwords, and lists more than ten thousand', () => {
    expect(commonPasswordCount).toBeGreaterThan(10_000);
    const common = ['Password1!', 'P@ssw0rd', 'P@ssw0rd1!', 'Passw0rd!', 'Password@123', 'Qwerty@123'];
    const alsoCommon = [
      'Iloveyou1!',
      'Admin@123',
      'Vid@2026',
      'MoiGioi#1',
      'Aa@123456',
      'Abc@12345',
      '1Qaz@wsx',
    ];
    for (const password of [...common, ...alsoCommon, 'Batdongsan@2026', 'Welcome@123456']) {
      expect([password, problemOf(password)]).toEqual([password, 'common']);
    }
  });

  it.each([
    ['vid@73915', true],
    ['vid@739152', false],
    ['welcome@739', true],
    ['welcome@7391', false],
    ['welcome@@@1234', true],
    ['welcome@@@@1234', false],
    ['welcome@76543', true],
    ['welcome@77777', true],
    ['welcome@@1987', true],
    ['welcome@@1887', false],
    ['love#739', false],
    ['sun5hine#739', true],
    ['sun$hine#739', true],
    ['foo7ball#739', true],
    ['pr1ncess#739', true],
    ['pr!ncess#739', true],
    ['w3lcome#739', true],
  ])('P7 finds that %j is common: %s', (password, isCommon) => {
    expect(isCommonPassword(password)).toBe(isCommon);
  });

  it('accepts ordinary strong passwords', () => {
    for (const password of ['Trăng#Rằm8', 'Xe-Đạp 27 Vòng', 'k7$Quyen.mai', 'Purple4!tiger&boat']) {
      expect([password, problemOf(password)]).toEqual([password, undefined]);
    }
    expect(isCommonPassword('Dragonfly&Meadow7')).toBe(false);
  });

  it('P8 converts passwords to NFC and keeps a trailing space', () => {
    const nfc = 'Mậtkhẩu@1'.normalize('NFC');
    expect(normalisePassword(nfc.normalize('NFD'))).toBe(nfc);
    expect(normalisePassword(`${nfc} `)).not.toBe(nfc);
    expect(normalisePassword('hoà')).not.toBe(normalisePassword('hòa'));
  });

  it('P2 rejects a current password that no account can have', () => {
    for (const [password, reason] of [
      ['', 'tooShort'],
      ['x', 'tooShort'],
      ['x'.repeat(129), 'tooLong'],
      ['Aa1@abcd\u0000', 'characters'],
      ['\ud800bc', 'characters'],
    ] as const)
      expect(errorOf(() => requireComparablePassword(password, 'current'))).toEqual({
        code: 'VALIDATION_FAILED',
        fields: { current: reason },
      });
    for (const password of ['xy', 'wrong', 'x'.repeat(128)])
      expect(requireComparablePassword(password, 'password')).toBe(password);
    expect(requireComparablePassword('hoà'.normalize('NFD'), 'password')).toBe('hoà'.normalize('NFC'));
  });

  it.each([
    ['Aa1@abcd\u0000', 'VALIDATION_FAILED', 'characters'],
    ['Aa1', 'PASSWORD_POLICY', 'passwordPolicy'],
    ['P@ssw0rd', 'PASSWORD_COMMON', 'passwordCommon'],
    ['A0912345678@a', 'PASSWORD_CONTAINS_PHONE', 'passwordContainsPhone'],
  ])('names the field in the error for %j', (password, code, reason) => {
    expect(errorOf(() => requireGoodPassword(password, phone, 'newPassword'))).toEqual({
      code,
      fields: { newPassword: reason },
    });
  });

  it('returns the NFC form of a good password', () => {
    const nfc = 'Mậtkhẩu@1'.normalize('NFC');
    expect(requireGoodPassword(nfc.normalize('NFD'), phone, 'password')).toBe(nfc);
  });
});
