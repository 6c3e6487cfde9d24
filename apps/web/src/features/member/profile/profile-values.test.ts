import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { enterprise, person } from '../../../../test/member.tsx';
import {
  enterpriseSchema,
  isChanged,
  missingFields,
  patchOf,
  personalSchema,
  taxCodeHint,
  valuesOf,
} from './profile-values.ts';

describe('what is sent', () => {
  test('nothing where nothing was changed', () => {
    expect(patchOf(person, v.parse(personalSchema, valuesOf(person)))).toBeNull();
  });

  test('only the fields that were changed; an emptied one is null', () => {
    const typed = { ...valuesOf(person), name: '  Nguyễn Ánh ', email: '' };
    expect(patchOf(person, v.parse(personalSchema, typed))).toEqual({ name: 'Nguyễn Ánh', email: null });
  });

  test('a tax code without the dash and the spaces it was written with', () => {
    const typed = {
      'enterprise.name': 'Công ty Nhà Xanh',
      'enterprise.shortName': '',
      'enterprise.taxCode': ' 0314 409 058-002 ',
      'enterprise.representative': 'Trần Bình',
      province: '79',
      email: '',
    };
    expect(patchOf(enterprise, v.parse(enterpriseSchema, typed))).toEqual({
      enterprise: { name: 'Công ty Nhà Xanh', taxCode: '0314409058002', representative: 'Trần Bình' },
      province: '79',
    });
  });

  test('a code that cannot be one is refused, one with a doubtful check digit is not', () => {
    const { entries } = enterpriseSchema;
    expect(v.safeParse(entries['enterprise.taxCode'], '0101234567').success).toBe(true);
    expect(v.safeParse(entries['enterprise.taxCode'], '01012345').success).toBe(false);
    expect(v.safeParse(entries['enterprise.taxCode'], '0314409058-000').success).toBe(false);
  });

  test('a hundred letters as people see them, however they are coded', () => {
    const name = personalSchema.entries.name;
    expect(v.safeParse(name, 'ệ'.normalize('NFD').repeat(100)).success).toBe(true);
    expect(v.safeParse(name, 'ệ'.repeat(101)).success).toBe(false);
  });
});

test('a tax code is judged while it is typed, but not before it could be whole', () => {
  const typed = ['', '0', '010010910', '0100109106', '01001091060', '010010910600', '0100109106001'];
  expect(typed.map(taxCodeHint)).toEqual(['none', 'none', 'none', 'ok', 'none', 'ok', 'ok']);
  expect(taxCodeHint('0101234567')).toBe('check');
  expect(taxCodeHint('01001O9106')).toBe('invalid');
  expect(taxCodeHint('0100109106000')).toBe('invalid');
  expect(taxCodeHint('01001091060011')).toBe('invalid');
});

test('what is missing is named in the order of the form', () => {
  expect(missingFields(person)).toEqual([]);
  expect(missingFields({ ...person, name: null, province: null })).toEqual(['name', 'province']);
  expect(missingFields(enterprise)).toEqual([
    'enterprise.name',
    'enterprise.taxCode',
    'enterprise.representative',
    'province',
  ]);
});

test('a form is changed when it says something else than what is saved', () => {
  const saved = valuesOf(person);
  expect(isChanged(saved, { ...saved })).toBe(false);
  expect(isChanged(saved, { ...saved, email: '' })).toBe(true);
});
