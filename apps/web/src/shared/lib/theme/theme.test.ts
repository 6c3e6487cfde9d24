import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setThemeChoice, useThemeChoice, watchTheme } from './theme.ts';
import { themeColors, themeStorageKey } from './theme-names.ts';

const device = Object.assign(new EventTarget(), { matches: false });
const shown = () => [
  document.documentElement.dataset['theme'],
  document.querySelector('meta')?.getAttribute('content'),
];

beforeEach(() => {
  device.matches = false;
  vi.stubGlobal('matchMedia', () => device);
  document.head.innerHTML = '<meta name="theme-color">';
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.innerHTML = '';
});

it('watchTheme applies the theme of the device', () => {
  document.documentElement.dataset['theme'] = 'dark';
  watchTheme();
  expect(document.documentElement.dataset['theme']).toBe('light');
});

it('the theme follows the device until the user chooses a theme', () => {
  watchTheme();
  device.matches = true;
  device.dispatchEvent(new Event('change'));
  expect(shown()).toEqual(['dark', themeColors.dark]);
  setThemeChoice('light');
  device.dispatchEvent(new Event('change'));
  expect(shown()).toEqual(['light', themeColors.light]);
  expect(localStorage.getItem(themeStorageKey)).toBe('light');
  setThemeChoice('system');
  expect(shown()).toEqual(['dark', themeColors.dark]);
  expect(localStorage.getItem(themeStorageKey)).toBeNull();
});

it('the theme follows a choice made in another tab', () => {
  watchTheme();
  const { result } = renderHook(useThemeChoice);
  expect(result.current).toBe('system');
  localStorage.setItem(themeStorageKey, 'dark');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'other' })));
  expect([result.current, shown()[0]]).toEqual(['system', 'light']);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: themeStorageKey })));
  expect([result.current, shown()[0]]).toEqual(['dark', 'dark']);
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect([result.current, shown()[0]]).toEqual(['system', 'light']);
});

it('a chosen theme is applied even if the browser blocks storage', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('blocked', 'SecurityError');
    },
    setItem() {
      throw new DOMException('blocked', 'SecurityError');
    },
    clear() {},
  });
  setThemeChoice('dark');
  expect(shown()).toEqual(['dark', themeColors.dark]);
});
