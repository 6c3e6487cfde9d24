import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { application, settings } from '../../../../test/sign-on.ts';
import { arrive, bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { validateRequest } from '#features/sso/flow/sso-run.ts';
import { sessionStarted } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';

useVisitorScreens();

const logout = 'POST /vid/ajax/auth/logout';
const redirectTo = 'https://app.example/bye';
const ignore = (): void => {};

let left = vi.fn<Location['replace']>();
beforeEach(async () => {
  left = vi.fn<Location['replace']>();
  vi.spyOn(location, 'replace').mockImplementation(left);
  ssoEvents.reset();
  ssoEvents.settingsRead({ ...settings, redirectTo, action: 'logout', codeChallenge: null });
  network().on('POST /vid/ajax/apps/view/validateRedirectUrls', () =>
    data({ ...application, redirectUrls: [redirectTo] }),
  );
  network().on(logout, () => data(true));
  await validateRequest(ignore);
});
afterEach(() => vi.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

test('S5 a link with action=logout asks before it signs the user out', async () => {
  sessionStarted(person);
  const { user } = visit('/home');
  await heading('Đăng xuất khỏi VID?');
  expect(bodiesOf(logout)).toEqual([]);
  expect(useAuth.getState().isAuthenticated).toBe(true);
  screen.getByText(/^Sàn Hội yêu cầu đăng xuất\./u);
  const { promise, resolve } = Promise.withResolvers<void>();
  network().on(logout, () => promise.then(() => data(true)));
  await user.click(button('Đăng xuất'));
  await screen.findByRole('heading', { name: /^Đang đăng xuất/u });
  expect(button('Đăng xuất').getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Không đăng xuất' })).toBeNull();
  resolve();
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(bodiesOf(logout)).toHaveLength(1);
  expect(useAuth.getState().isAuthenticated).toBe(false);
});

test('S5 a link with action=logout asks even during a required new sign-in', async () => {
  sessionStarted(person);
  authEvents.newSignInRequested('application');
  visit('/home');
  await heading('Đăng xuất khỏi VID?');
  expect(bodiesOf(logout)).toEqual([]);
});

test('S5 a user who stays signed in drops the sign-out request', async () => {
  network().on('GET /vid/ajax/auth/me', () => data(person));
  sessionStarted(person);
  const { user } = visit('/home');
  await heading('Đăng xuất khỏi VID?');
  await user.click(button('Không đăng xuất'));
  await arrive('/user/information');
  expect(bodiesOf(logout)).toEqual([]);
  expect(useSso.getState().settings).toBeNull();
  expect(useAuth.getState().isAuthenticated).toBe(true);
  expect(left).not.toHaveBeenCalled();
});

test('S5 a link with action=logout returns a signed-out user without a sign-out', async () => {
  visit('/home');
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(bodiesOf(logout)).toEqual([]);
});

test('the sign-out page repeats a failed sign-out on request', async () => {
  sessionStarted(person);
  network().on(logout, () => refusal(503, { error: 'x', message: 'UNAVAILABLE' }));
  const { user } = visit('/home');
  await heading('Đăng xuất khỏi VID?');
  await user.click(button('Đăng xuất'));
  await heading('Chưa tiếp tục được');
  expect(left).not.toHaveBeenCalled();
  network().on(logout, () => data(true));
  await user.click(button('Thử lại'));
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(useAuth.getState().isSignOutPending).toBe(false);
});
