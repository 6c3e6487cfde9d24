import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { BlockedNotice } from './blocked-notice.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['Mozilla/5.0 (Linux; Android 14; wv) Chrome/124.0 Zalo android/12110647', /Zalo/u],
  ['Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 Chrome/124.0', /ứng dụng này/iu],
])('the notice in the browser %s names the app by %s', async (userAgent, name) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await loadTexts('social');
  await renderUi(<BlockedNotice provider="google" />);
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(name);
  expect(notice.textContent).toContain('Google');
});
