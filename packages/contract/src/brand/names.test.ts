import { describe, expect, test } from 'vitest';
import { builtInNames, isNamed, smsNameOf } from './names.ts';

const named = (vi: string) => smsNameOf({ ...builtInNames, shortName: { vi, en: 'HoREA' } }, 'vi');

test('an association with one changed name counts as named', () => {
  expect(isNamed(builtInNames)).toBe(false);
  for (const part of ['name', 'shortName'] as const)
    for (const locale of ['vi', 'en'] as const)
      expect(isNamed({ ...builtInNames, [part]: { ...builtInNames[part], [locale]: 'HoREA' } })).toBe(true);
});

describe('the sender that an SMS names', () => {
  test.each([
    ['Hội MGBĐS', 'Hoi MGBDS'],
    ['HoREA', 'HoREA'],
    ['Đất đai', 'Dat dai'],
    ['Đô Đà đồ đá', 'Do Da do da'],
    ['B&N 24-1', 'B&N 24-1'],
    ['Hoi Nha Dat', 'Hoi Nha Dat'],
  ])('is the short name %s without diacritics', (shortName, sender) => {
    expect(named(shortName)).toBe(sender);
  });

  test.each(['Hiệp hội BĐS', 'HH 123456', 'Хоа', 'HoREA 🏠', 'A[1]', '9 Rồng', '.', ' '])(
    'is VID for the short name “%s”, which cannot be a sender name',
    (shortName) => {
      expect(named(shortName)).toBe('VID');
    },
  );

  test('is in the language of the message', () => {
    expect(smsNameOf({ ...builtInNames, shortName: { vi: 'Hội A', en: 'A Assoc.' } }, 'en')).toBe('A Assoc.');
  });

  test('is VID until an administrator names the association', () => {
    expect([smsNameOf(builtInNames, 'vi'), smsNameOf(builtInNames, 'en')]).toEqual(['VID', 'VID']);
  });
});
