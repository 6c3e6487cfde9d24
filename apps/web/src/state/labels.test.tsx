import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { activateLocale, loadTexts } from '#shared/i18n/i18n.ts';
import { useCategory } from './category.ts';
import { choicesOf, useAllProvinces, useObjects, useProvinces } from './labels.ts';

const name = (text: string) => ({ vi: text, en: text });

const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);
const provincesFor = (current: string | null) => renderHook(() => useProvinces(current)).result.current;

beforeEach(async () => {
  await loadTexts('account');
  activateLocale('vi');
});

test('a disabled category is offered only as the current value', () => {
  useCategory.setState({
    categories: {
      provinces: [
        { code: '01', name: name('Hà Nội') },
        { code: '96', name: name('Cà Mau'), isDisabled: true },
      ],
      objects: [{ code: 'expert', name: name('Cố vấn'), isDisabled: true }],
    },
  });
  expect(values(provincesFor(null))).toEqual(['01']);
  expect(values(provincesFor('96'))).toEqual(['01', '96']);
  expect(provincesFor('55').at(-1)).toEqual({ value: '55', label: '55' });
  expect(renderHook(() => useAllProvinces()).result.current[1]).toMatchObject({
    value: '96',
    label: 'Cà Mau',
  });
  const objects = renderHook(() => useObjects()).result.current;
  expect(objects.find(({ value }) => value === 'expert')?.label).toBe('Cố vấn');
  expect(values(choicesOf(objects, null))).toEqual(['broker', 'exchange', 'customer']);
  expect(values(choicesOf(objects, 'expert'))).toContain('expert');
});
