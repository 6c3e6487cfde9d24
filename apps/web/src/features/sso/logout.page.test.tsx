import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { thirdParty } from '../../../test/sign-on.ts';
import { heading, network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { useAuth } from '#state/auth.ts';

useVisitorScreens();

const load = 'GET /vid/api/sso/logout';
const answer = (change: { xsrf?: null; needsConfirmation?: boolean; application?: null }) =>
  network().on(load, () =>
    data({ application: thirdParty, xsrf: 'secret', needsConfirmation: true, ...change }),
  );

/** Method, action and fields of each form that the page has submitted. */
let submitted: unknown[] = [];
beforeEach(() => {
  submitted = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    submitted.push([
      this.method,
      this.getAttribute('action'),
      [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]),
    ]);
  });
  sessionStarted(person);
});
afterEach(() => vi.restoreAllMocks());

const confirmed = [
  [
    'post',
    '/vid/oidc/session/end/confirm',
    [
      ['xsrf', 'secret'],
      ['logout', 'yes'],
    ],
  ],
];

test('the logout page signs the user out only after the user agrees', async () => {
  answer({});
  const { user } = visit('/logout');
  await heading('Đăng xuất khỏi VID?');
  screen.getByText(/^Sàn Hội yêu cầu đăng xuất\./u);
  expect(screen.getByRole('link', { name: 'Không đăng xuất' }).getAttribute('href')).toBe(
    '/vid/web/user/information',
  );
  expect([submitted, useAuth.getState().isAuthenticated]).toEqual([[], true]);
  await user.click(screen.getByRole('button', { name: 'Đăng xuất' }));
  await screen.findByRole('heading', { name: /^Đang đăng xuất/u });
  expect([submitted, useAuth.getState().isAuthenticated]).toEqual([confirmed, false]);
  expect(screen.getByRole('button', { name: 'Đăng xuất' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('link', { name: 'Không đăng xuất' })).toBeNull();
});

test('the logout page signs out at once if no confirmation is needed', async () => {
  answer({ needsConfirmation: false });
  visit('/logout');
  await screen.findByRole('heading', { name: /^Đang đăng xuất/u });
  expect([submitted, useAuth.getState().isAuthenticated]).toEqual([confirmed, false]);
});

test('the logout page names no application if the request names none', async () => {
  answer({ application: null });
  visit('/logout');
  await heading('Đăng xuất khỏi VID?');
  expect(
    screen.getByText('Bạn cũng sẽ bị đăng xuất khỏi các ứng dụng đã đăng nhập bằng tài khoản này.'),
  ).toBeTruthy();
});

test('the logout page links to the home page without a sign-out request', async () => {
  answer({ xsrf: null });
  visit('/logout');
  await heading('Không tìm thấy yêu cầu đăng xuất');
  expect(screen.getByRole('link', { name: 'Về trang chủ' }).getAttribute('href')).toBe('/vid/web/home');
  expect(submitted).toEqual([]);
});

test('the logout page loads the sign-out request again after an outage', async () => {
  answer({});
  network().failOnce(load);
  visit('/logout');
  expect(await heading('Đăng xuất khỏi VID?')).toBeTruthy();
});

test('the logout page lets the user try again after a failure', async () => {
  network().on(load, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
  const { user } = visit('/logout');
  await heading('Chưa tiếp tục được');
  screen.getByText('Chậm lại.');
  answer({});
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await heading('Đăng xuất khỏi VID?')).toBeTruthy();
});
