import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { lastNavigation, network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { readSignup } from '#state/signup.ts';
import { ReceptionPage } from './reception.page.tsx';

useMemberScreens();
beforeEach(() => loadTexts('social'));
afterEach(() => {
  vi.restoreAllMocks();
});

const zalo = 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/124.0 Zalo android/12110647';
const chrome = 'Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile Safari/537.36';

async function returnFromGoogle(
  intent: string,
  code: 'SOCIAL_INVALID' | 'SOCIAL_DISABLED',
  userAgent: string,
) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  history.replaceState(null, '', `/vid/web/reception?code=c&state=google.${intent}.s`);
  const refused = () => refusal(code === 'SOCIAL_INVALID' ? 401 : 403, { error: 'Sai', message: code });
  network().on('POST /vid/ajax/auth/login/social', refused);
  network().on('POST /vid/api/users/identities', refused);
  renderPage(<ReceptionPage />, person);
  return screen.findByRole('alert');
}

test('the reception page says that an in-app browser broke the sign-in', async () => {
  const alert = await returnFromGoogle('signin', 'SOCIAL_INVALID', zalo);
  expect(alert.textContent).toContain(
    'Trình duyệt trong ứng dụng Zalo không cho phép đăng nhập bằng Google.',
  );
  expect(screen.getByRole('link', { name: 'Mở bằng trình duyệt' })).toBeTruthy();
});

test.each([
  ['a browser', 'signin', 'SOCIAL_INVALID', chrome],
  ['an in-app browser for another reason', 'signin', 'SOCIAL_DISABLED', zalo],
  ['an in-app browser that links an account', 'link', 'SOCIAL_INVALID', zalo],
] as const)(
  'the reception page mentions no in-app browser after a failure in %s',
  async (_where, intent, code, userAgent) => {
    const alert = await returnFromGoogle(intent, code, userAgent);
    expect(alert.textContent).not.toContain('Trình duyệt trong ứng dụng');
    expect(screen.queryByRole('link', { name: 'Mở bằng trình duyệt' })).toBeNull();
  },
);

const openReturn = (query: string) => {
  history.replaceState(null, '', `/vid/web/reception${query}`);
  renderPage(<ReceptionPage />, person, '/reception');
};
const sent = (endpoint: string) => network().calls.filter((call) => call.endpoint === endpoint);

describe('the page to which a provider returns', () => {
  const signIn = 'POST /vid/ajax/auth/login/social';
  const link = 'POST /vid/api/users/identities';

  test.each([
    ['?state=google.signin.s', '/signin'],
    ['?code=&state=google.signin.s', '/signin'],
    ['?code=c&state=other.signin.s', '/signin'],
    ['?state=zalo.link.s', '/user/security/linked-accounts'],
  ])('redirects without a request for the query %s to %s', async (query, path) => {
    openReturn(query);
    await waitFor(() => expect(lastNavigation()).toBe(`REPLACE ${path}`));
    expect([network().calls, location.search]).toEqual([[], '']);
  });

  test.each([
    ['signin', signIn, '/user/information'],
    ['link', link, '/user/security/linked-accounts'],
  ] as const)('sends the code of the flow %s and clears the URL', async (intent, endpoint, path) => {
    network().on(signIn, () => data({ isExistAccount: true, userInfo: person }));
    network().on(link, () => data({ provider: 'google', name: null, linkedAt: '2026-03-07T02:00:00.000Z' }));
    openReturn(`?code=c&state=google.${intent}.s`);
    expect(location.search).toBe('');
    await waitFor(() => expect(lastNavigation()).toBe(`REPLACE ${path}`));
    expect(sent(endpoint).map(({ body }) => body)).toEqual([
      { provider: 'google', oauthCode: 'c', state: `google.${intent}.s` },
    ]);
  });

  test.each([
    ['signin', signIn, 'Đăng nhập bằng Google', 'Về trang đăng nhập', '/signin'],
    ['link', link, 'Liên kết với Google', 'Về trang Bảo mật', '/user/security/linked-accounts'],
  ] as const)('shows why the flow %s failed', async (intent, endpoint, title, action, path) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    network().on(endpoint, () =>
      promise.then(() => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' })),
    );
    openReturn(`?code=c&state=google.${intent}.s`);
    screen.getByRole('heading', { level: 1, name: title });
    screen.getByText('Đang xác minh với Google…');
    resolve();
    await screen.findByText('Chậm lại.');
    expect(screen.queryByText('Đang xác minh với Google…')).toBeNull();
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(path);
  });

  test('opens the sign-up if the social account is new', async () => {
    network().on(signIn, () =>
      data({
        isExistAccount: false,
        signUpId: 'sup_1',
        provider: 'google',
        suggestion: { name: 'Lê Gia Huy', picture: null, email: null },
      }),
    );
    openReturn('?code=c&state=google.signin.s');
    await waitFor(() => expect(lastNavigation()).toBe('REPLACE /signup/oauth/confirm-phone'));
    expect(readSignup().flow).toBe('social');
  });

  test('opens the sign-in by password if the account needs a second factor', async () => {
    network().on(signIn, () => refusal(403, { error: 'x', message: 'SECOND_FACTOR_REQUIRED' }));
    openReturn('?code=c&state=google.signin.s');
    await waitFor(() => expect(lastNavigation()).toBe('REPLACE /signin'));
  });
});
