import { describe, expect, it } from 'vitest';
import { readProfileChange, type ProfileChange } from './profile.policy.ts';

const read = (change: ProfileChange, isEnterprise = true) =>
  readProfileChange(change, { provinces: new Set(['01', '79']), objects: new Set(['broker']), isEnterprise });

describe('a profile change', () => {
  it('sets only the given fields', () => {
    expect(read({}, false)).toStrictEqual({ account: {}, enterprise: {}, problems: {} });
    expect(read({ name: ' Nguyễn  An ' }).account).toStrictEqual({ name: 'Nguyễn An' });
    expect(read({ object: 'broker' }).account).toStrictEqual({ memberObject: 'broker' });
    expect(read({ email: 'an@EXAMPLE.vn' }).account).toStrictEqual({ email: 'an@example.vn' });
    expect(read({ province: '79' }).account).toStrictEqual({ province: '79' });
    expect(read({ enterprise: {} }).enterprise).toStrictEqual({});
    expect(read({ enterprise: { shortName: 'Sông Hồng' } }).enterprise).toStrictEqual({
      shortName: 'Sông Hồng',
    });
  });

  it('clears fields whose value is null or blank', () => {
    for (const blank of [null, '', '  ']) {
      expect(read({ name: blank, email: blank, province: blank })).toStrictEqual({
        account: { name: null, email: null, province: null },
        enterprise: {},
        problems: {},
      });
      expect(
        read({ enterprise: { name: blank, shortName: blank, taxCode: blank, representative: blank } }),
      ).toStrictEqual({
        account: {},
        enterprise: { name: null, shortName: null, taxCode: null, representative: null },
        problems: {},
      });
    }
    expect(read({ object: null }).account).toStrictEqual({ memberObject: null });
  });

  it('stores a tax code without separators, even with a wrong check digit', () => {
    expect(read({ enterprise: { taxCode: '0314409058-002' } }).enterprise).toStrictEqual({
      taxCode: '0314409058002',
    });
    expect(read({ enterprise: { taxCode: '0101234567' } }).problems).toStrictEqual({});
  });

  it.each<[ProfileChange, Record<string, string>]>([
    [{ name: 'An\u0000' }, { name: 'characters' }],
    [{ name: 'a'.repeat(101) }, { name: 'tooLong' }],
    [{ email: 'an@' }, { email: 'email' }],
    [{ email: 'an\u0000@example.vn' }, { email: 'characters' }],
    [{ province: '99' }, { province: 'unknown' }],
    [{ province: '\u0000' }, { province: 'characters' }],
    [{ enterprise: { name: '\u0000' } }, { 'enterprise.name': 'characters' }],
    [{ enterprise: { shortName: '\u0000' } }, { 'enterprise.shortName': 'characters' }],
    [{ enterprise: { representative: '\u0000' } }, { 'enterprise.representative': 'characters' }],
    [{ enterprise: { taxCode: '123' } }, { 'enterprise.taxCode': 'taxCode' }],
    [{ enterprise: { taxCode: '\u0000' } }, { 'enterprise.taxCode': 'characters' }],
    [
      { name: '\u0000', email: 'an@' },
      { name: 'characters', email: 'email' },
    ],
  ])('is rejected for %j with the problems %j', (change, problems) => {
    expect(read(change).problems).toStrictEqual(problems);
  });

  it('rejects enterprise fields for a personal account', () => {
    expect(read({ enterprise: {} }, false).problems).toStrictEqual({ enterprise: 'unknown' });
  });
});
