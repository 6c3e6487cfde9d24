import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTexts, setLocale, t } from '#shared/i18n/i18n.ts';
import { differencesOf } from './differences.ts';

beforeEach(() => loadTexts('admin'));
afterEach(() => setLocale('vi'));

const hanoi = { code: '01', name: { vi: 'Hà Nội', en: 'Hanoi' }, isDisabled: false };
const added = { code: '97', name: { vi: 'Mới', en: 'New' }, isDisabled: true };

test.each([
  [
    'vi',
    [
      'Ngừng dùng Hà Nội: Không → Có',
      'Mới (tiếng Việt):  → Mới',
      'Mới (tiếng Anh):  → New',
      'Ngừng dùng Mới: Không → Có',
    ],
  ],
  [
    'en',
    ['Disable Hanoi: No → Yes', 'New (Vietnamese):  → Mới', 'New (English):  → New', 'Disable New: No → Yes'],
  ],
] as const)(
  'differences of provinces name each province in the page’s language (%s)',
  async (locale, shown) => {
    await setLocale(locale);
    const differences = differencesOf(t, 'provinces', [[hanoi], [{ ...hanoi, isDisabled: true }, added]]);
    expect(differences.map(({ label, former, current }) => `${label}: ${former} → ${current}`)).toEqual(
      shown,
    );
  },
);
