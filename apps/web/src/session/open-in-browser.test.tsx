import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMemberScreens } from '../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { OpenInBrowser } from './open-in-browser.tsx';

useMemberScreens();
beforeEach(() => loadTexts('social'));
afterEach(() => {
  vi.restoreAllMocks();
});

const show = (userAgent: string) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const user = userEvent.setup();
  render(<OpenInBrowser />);
  return user;
};

test('on Android, a link opens the page in the browser', () => {
  history.replaceState(null, '', '/vid/web/intermediate?uid=abc');
  show('Mozilla/5.0 (Linux; Android 14; wv)');
  const { protocol, host } = location;
  expect(screen.getByRole('link').getAttribute('href')).toBe(
    `intent://${host}/vid/web/intermediate?uid=abc#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
  );
  expect(screen.getByRole('button')).toBeTruthy();
});

test('on iOS, a button copies the URL', async () => {
  const user = show('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  expect(screen.queryByRole('link')).toBeNull();
  const before = screen.getByRole('button').textContent;
  await user.click(screen.getByRole('button'));
  expect(await navigator.clipboard.readText()).toBe(location.href);
  expect(screen.getByRole('button').textContent).not.toBe(before);
  expect(screen.queryByText(location.href)).toBeNull();
});

test('the URL is shown if the browser refuses the clipboard', async () => {
  const user = show('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  const before = screen.getByRole('button').textContent;
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText(location.href)).toBeTruthy();
  expect(screen.getByRole('button').textContent).toBe(before);
});
