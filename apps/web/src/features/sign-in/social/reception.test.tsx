import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
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

test('a sign-in that an in-app browser has broken says so, and how to open the page in a browser', async () => {
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
] as const)('a failure in %s does not mention in-app browsers', async (_where, intent, code, userAgent) => {
  const alert = await returnFromGoogle(intent, code, userAgent);
  expect(alert.textContent).not.toContain('Trình duyệt trong ứng dụng');
  expect(screen.queryByRole('link', { name: 'Mở bằng trình duyệt' })).toBeNull();
});
