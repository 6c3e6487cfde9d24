import { describe, expect, it } from 'vitest';
import { foldText, searchKeys, sortName, type SearchedAccount } from './search-keys.ts';

const account: SearchedAccount = {
  id: 'acc_01ABC',
  kind: 'personal',
  phone: '+84912345678',
  name: 'Nguyễn Thị  Ánh Đào',
  email: 'Dao@Example.vn',
  referralCode: 'K7M2P9QX',
  enterpriseName: null,
  shortName: null,
  taxCode: null,
};

describe('search keys', () => {
  it('contain each word suffix of the name, both forms of the phone, and the other texts in lower case', () => {
    expect(searchKeys(account)).toEqual([
      'nguyen thi anh dao',
      'thi anh dao',
      'anh dao',
      'dao',
      '+84912345678',
      '0912345678',
      'dao@example.vn',
      'k7m2p9qx',
      'acc_01abc',
    ]);
  });

  it('contain the names and the tax code of an enterprise, each text once', () => {
    const enterprise = {
      ...account,
      name: 'Đất Xanh',
      enterpriseName: 'Đất Xanh',
      shortName: 'DX',
      taxCode: '0100109106',
    };
    expect(searchKeys(enterprise).filter((key) => !/[@_]|^[+0k]/u.test(key))).toEqual([
      'dat xanh',
      'xanh',
      'dx',
    ]);
    expect(searchKeys(enterprise)).toContain('0100109106');
  });

  it('contain a foreign number in one form, and no number for an account without a phone', () => {
    expect(searchKeys({ ...account, phone: '+33612345678' })).toContain('+33612345678');
    expect(searchKeys({ ...account, phone: '+33612345678' })).not.toContain('012345678');
    expect(searchKeys({ ...account, phone: null }).filter((key) => /^[+0]/u.test(key))).toEqual([]);
  });

  it('are cut to 100 code points and 16 words', () => {
    expect(searchKeys({ ...account, name: '😀'.repeat(120) })[0]).toBe('😀'.repeat(100));
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`).join(' ');
    expect(searchKeys({ ...account, name: words }).filter((key) => key.startsWith('w'))).toHaveLength(16);
  });

  it('leave out a name that contains only spaces', () => {
    expect(searchKeys({ ...account, name: '  ' })).toHaveLength(5);
  });
});

it('folds case, diacritics, compatibility forms and spaces', () => {
  expect(foldText('  ĐẶNG\u00A0Ｖăn\tHòa\0 ')).toBe('dang van hoa');
});

describe('the sort name', () => {
  it('uses the name of the enterprise, or else the person’s', () => {
    expect(sortName({ ...account, enterpriseName: 'Đất Xanh' })).toBe('Nguyễn Thị  Ánh Đào');
    expect(sortName({ ...account, kind: 'enterprise', enterpriseName: 'Đất Xanh' })).toBe('Đất Xanh');
    expect(sortName({ ...account, kind: 'enterprise' })).toBe('Nguyễn Thị  Ánh Đào');
    expect(sortName({ ...account, name: null })).toBe('');
  });
});
