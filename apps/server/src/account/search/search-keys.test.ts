import { describe, expect, it } from 'vitest';
import { searchText } from './account-search.ts';
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
  it('contain the name from each of its words', () => {
    expect(searchKeys(account)).toEqual([
      'nguyen thi anh dao',
      'thi anh dao',
      'anh dao',
      'dao',
      '+84912345678',
      '0912345678',
      '345678',
      'dao@example.vn',
      'k7m2p9qx',
      'acc_01abc',
    ]);
  });

  it('contain the names and the tax code of an enterprise, each only once', () => {
    const enterprise = {
      ...account,
      name: 'Đất Xanh',
      enterpriseName: 'Đất Xanh',
      shortName: 'DX',
      taxCode: '0100109106',
    };
    expect(searchKeys(enterprise).filter((key) => !/[@_]|^[+03k]/u.test(key))).toEqual([
      'dat xanh',
      'xanh',
      'dx',
    ]);
    expect(searchKeys(enterprise)).toContain('0100109106');
  });

  it('contain a foreign phone number in one form', () => {
    expect(searchKeys({ ...account, phone: '+33612345678' })).toContain('+33612345678');
    expect(searchKeys({ ...account, phone: '+33612345678' })).not.toContain('012345678');
    expect(searchKeys({ ...account, phone: null }).filter((key) => /^[+0]/u.test(key))).toEqual([]);
  });

  it('are cut to 100 code points and 16 words', () => {
    expect(searchKeys({ ...account, name: '😀'.repeat(120) })[0]).toBe('😀'.repeat(100));
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`).join(' ');
    expect(searchKeys({ ...account, name: words }).filter((key) => key.startsWith('w'))).toHaveLength(16);
  });

  it('omit a name that contains only spaces', () => {
    expect(searchKeys({ ...account, name: '  ' })).toHaveLength(6);
  });
});

it('a folded text ignores case, diacritics, compatibility forms and spaces', () => {
  expect(foldText('  ĐẶNG\u00A0Ｖăn\tHòa\0 ')).toBe('dang van hoa');
});

describe('the sort name', () => {
  it('is the enterprise’s name, or else the person’s name', () => {
    expect(sortName({ ...account, enterpriseName: 'Đất Xanh' })).toBe('Nguyễn Thị  Ánh Đào');
    expect(sortName({ ...account, kind: 'enterprise', enterpriseName: 'Đất Xanh' })).toBe('Đất Xanh');
    expect(sortName({ ...account, kind: 'enterprise' })).toBe('Nguyễn Thị  Ánh Đào');
    expect(sortName({ ...account, name: null })).toBe('');
  });
});

describe('a search text', () => {
  it.each([
    ['0912 345 678', '0912345678'],
    ['+84 912.345.678', '0912345678'],
    ['84912345678', '0912345678'],
    ['0084912345678', '0912345678'],
    ['0084 912 34', '+8491234'],
    ['912345678', '0912345678'],
    ["'0912345678", '0912345678'],
    ['tel:0912-345-678', '0912345678'],
    ['\u202A0912345678\u202C', '0912345678'],
    ['0169 567 8945', '0395678945'],
    ['0912 34', '091234'],
    ['345 678', '345678'],
    ['0100109106', '0100109106'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['Nguyễn  Đào\u200B', 'nguyen dao'],
    ['ĐT 0912', 'dt 0912'],
    ['ĐT: 0912 345 678 (Zalo)', '0912345678'],
    ['0912345678 / 0987654321', '0912345678'],
    ['０９１２　３４５　６７８', '0912345678'],
    ['+84 (0) 912 345 678', '0912345678'],
    ['0912\u2011345\u2011678', '0912345678'],
    ['01692345678', '0392345678'],
    ['+84 169 234 5678', '0392345678'],
    ['Tel: +84 169 234 5678', '0392345678'],
    ['acc_0912345678', 'acc_0912345678'],
    ['0912345678@x.vn', '0912345678@x.vn'],
    ['Lô 12 345', 'lo 12 345'],
  ])('is read from %j as %j', (typed, text) => {
    expect(searchText(typed)).toBe(text);
  });
});
