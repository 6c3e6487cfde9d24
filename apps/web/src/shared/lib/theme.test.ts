import { expect, it } from 'vitest';
import { watchTheme } from './theme.ts';

it('the theme follows a device whose theme changed before the page watched it', () => {
  document.documentElement.dataset['theme'] = 'dark';
  watchTheme();
  expect(document.documentElement.dataset['theme']).toBe('light');
});
