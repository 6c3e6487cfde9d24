import { useSyncExternalStore } from 'react';
import { themeColors, themeStorageKey } from './theme-names.ts';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const listeners = new Set<() => void>();

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(themeStorageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // If the browser blocks storage, the theme follows the device.
    return 'system';
  }
}

function applyTheme(choice: ThemeChoice): void {
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const theme = isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[theme]);
}

function applyStored(): void {
  applyTheme(stored());
}

export function setThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, choice);
  } catch {
    // Without storage, the choice lasts until the device's theme changes or the page closes.
  }
  applyTheme(choice);
  for (const listener of listeners) listener();
}

/** Follows the device's theme until the user chooses one, and follows a choice made in another tab. */
export function watchTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyStored);
  // The device's theme may have changed since the page set its theme before the first paint.
  applyStored();
  addEventListener('storage', (change) => {
    if (change.key !== themeStorageKey && change.key !== null) return;
    applyStored();
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, stored, () => 'system');
}
