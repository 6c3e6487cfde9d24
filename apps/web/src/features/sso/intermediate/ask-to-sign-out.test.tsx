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

test('S5 signs out by a link with action=logout only after the user agrees', async () => {
  sessionStarted(person);
  const { user } = visit('/home');
  await heading('Đăng xuất khỏi VID?');
  expect(bodiesOf(logout)).toEqual([]);
  expect(useAuth.getState().isAuthenticated).toBe(true);
  await user.click(button('Đăng xuất'));
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(bodiesOf(logout)).toHaveLength(1);
  expect(useAuth.getState().isAuthenticated).toBe(false);
});

test('S5 asks again during a sign-in that an application required', async () => {
  sessionStarted(person);
  authEvents.newSignInRequested('application');
  visit('/home');
  await heading('Đăng xuất khỏi VID?');
  expect(bodiesOf(logout)).toEqual([]);
});

test('S5 drops the request when the user stays signed in', async () => {
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

test('S5 never ends a session that the page does not know, and returns a signed-out user', async () => {
  visit('/home');
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(bodiesOf(logout)).toEqual([]);
});

test('delivers an unconfirmed sign-out before returning', async () => {
  sessionStarted(person);
  network().on(logout, () => refusal(503, { error: 'x', message: 'UNAVAILABLE' }));
  const { user } = visit('/home');
  await heading('Đăng xuất khỏi VID?');
  await user.click(button('Đăng xuất'));
  await heading('Chưa kết nối được');
  expect(left).not.toHaveBeenCalled();
  network().on(logout, () => data(true));
  await user.click(button('Thử lại'));
  await waitFor(() => expect(left.mock.calls).toEqual([[`${redirectTo}?lang=vi`]]));
  expect(useAuth.getState().isSignOutPending).toBe(false);
});
