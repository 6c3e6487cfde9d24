import { missingFields } from '@vid/contract/profile-fields';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { enterprise, person } from '../../../../test/member.tsx';
import { isChanged, patchOf, schemaOf, taxCodeHint, valuesOf } from './profile-values.ts';
import type { UserInfo } from '#state/auth.ts';

const personalSchema = schemaOf(person);
const enterpriseSchema = schemaOf(enterprise);
const declared = {
  'enterprise.name': 'Công ty Nhà Xanh',
  'enterprise.shortName': '',
  'enterprise.taxCode': ' 0314 409 058-002 ',
  'enterprise.representative': 'Trần Bình',
  province: '79',
  email: '',
};
const missing = (profile: UserInfo) => missingFields(profile).map(({ name }) => name);

describe('patchOf', () => {
  test('returns null if nothing changed', () => {
    expect(patchOf(person, v.parse(personalSchema, valuesOf(person)))).toBeNull();
  });

  test('returns only the changed fields, with null for an emptied field', () => {
    const typed = { ...valuesOf(person), name: '  Nguyễn Ánh ', email: '' };
    expect(patchOf(person, v.parse(personalSchema, typed))).toEqual({ name: 'Nguyễn Ánh', email: null });
  });

  test('returns the tax code without its dash and spaces', () => {
    expect(patchOf(enterprise, v.parse(enterpriseSchema, declared))).toEqual({
      enterprise: { name: 'Công ty Nhà Xanh', taxCode: '0314409058002', representative: 'Trần Bình' },
      province: '79',
    });
  });
});

describe('the schema of a profile', () => {
  test('rejects a malformed tax code, but not a doubtful check digit', () => {
    expect(v.is(enterpriseSchema, { ...declared, 'enterprise.taxCode': '0101234567' })).toBe(true);
    expect(v.is(enterpriseSchema, { ...declared, 'enterprise.taxCode': '01012345' })).toBe(false);
    expect(v.is(enterpriseSchema, { ...declared, 'enterprise.taxCode': '0314409058-000' })).toBe(false);
  });

  test('allows names of up to 100 graphemes in any normalization form', () => {
    const saved = valuesOf(person);
    expect(v.is(personalSchema, { ...saved, name: 'ệ'.normalize('NFD').repeat(100) })).toBe(true);
    expect(v.is(personalSchema, { ...saved, name: 'ệ'.repeat(101) })).toBe(false);
  });
});

test('taxCodeHint rates a tax code as valid, doubtful or invalid', () => {
  const typed = ['', '0', '010010910', '0100109106', '01001091060', '010010910600', '0100109106001'];
  expect(typed.map(taxCodeHint)).toEqual(['none', 'none', 'none', 'ok', 'none', 'ok', 'ok']);
  expect(taxCodeHint('0101234567')).toBe('check');
  expect(taxCodeHint('01001O9106')).toBe('invalid');
  expect(taxCodeHint('0100109106000')).toBe('invalid');
  expect(taxCodeHint('01001091060011')).toBe('invalid');
});

test('missing fields are listed in the order of the form', () => {
  expect(missing(person)).toEqual([]);
  expect(missing({ ...person, name: null, province: null })).toEqual(['name', 'province']);
  expect(missing(enterprise)).toEqual([
    'enterprise.name',
    'enterprise.taxCode',
    'enterprise.representative',
    'province',
  ]);
});

test('the profile form detects values that differ from the saved values', () => {
  const saved = valuesOf(person);
  expect(isChanged(saved, { ...saved })).toBe(false);
  expect(isChanged(saved, { ...saved, email: '' })).toBe(true);
});
