import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import {
  arrive,
  bodiesOf,
  heading,
  network,
  openAgain,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';

const find = 'GET /vid/api/privacy/deletion';
const keep = 'DELETE /vid/api/privacy/deletion';
const title = 'Tài khoản này sắp bị xóa';
const eraseAt = '2026-12-24T02:00:00.000Z';
const preview = { eraseAt, sessions: 1, applications: 0, graceDays: 30, obstacle: null };
const asked = { ...person, demands: ['decide-deletion' as const, 'agree' as const] };

describe('V5 the page that asks whether to keep an account', () => {
  useVisitorScreens();
  beforeEach(() => {
    network().on(find, () => data(preview));
    network().on('GET /vid/ajax/auth/me', () => data(asked));
  });

  test('shows the date of the deletion after the sign-in', async () => {
    network().on('POST /vid/ajax/auth/login/phone', () => data(asked));
    const { user } = visit('/signin');
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678');
    await user.type(screen.getByLabelText('Mật khẩu'), 'Trăng#Rằm8');
    await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
    await heading(title);
    expect(await screen.findByText(/sẽ bị xóa lúc 09:00 ngày 24\/12\/2026/u)).toBeTruthy();
    expect(bodiesOf(keep)).toEqual([]);
  });

  test('is shown in place of the security page', async () => {
    sessionStarted(asked);
    visit('/user/security');
    expect(await heading(title)).toBeTruthy();
  });

  test('keeps the account on request, and continues with the next demand', async () => {
    network().failOnce(find, keep);
    network().on(keep, () => {
      network().on('GET /vid/ajax/auth/me', () => data({ ...person, demands: ['agree'] }));
      return data(true);
    });
    network().on('GET /vid/api/agreement', () => data({ isFirst: false, documents: [] }));
    sessionStarted(asked);
    const { user } = visit('/keep-account');
    await user.click(await screen.findByRole('button', { name: 'Giữ tài khoản' }));
    await arrive('/agree');
    expect(await screen.findByText('Đã hủy yêu cầu xóa. Tài khoản của bạn được giữ lại.')).toBeTruthy();
  });

  test('says why the account could not be kept, and still asks', async () => {
    sessionStarted(asked);
    const { user } = visit('/keep-account');
    await expectRefusedPress(user, keep, 'Giữ tài khoản', network());
    expect(await heading(title)).toBeTruthy();
  });

  test('signs out if the member still wants the account deleted', async () => {
    network().on('POST /vid/ajax/auth/logout', () => data(true));
    sessionStarted(asked);
    const { user, unmount } = visit('/keep-account');
    await user.click(await screen.findByRole('button', { name: 'Vẫn xóa tài khoản' }));
    await heading('Tài khoản sẽ bị xóa ngày 24/12/2026');
    expect(useAuth.getState().isAuthenticated).toBe(false);
    expect(bodiesOf('POST /vid/ajax/auth/logout')).toHaveLength(1);
    expect(bodiesOf(keep)).toEqual([]);
    unmount();
    openAgain();
    expect(await heading('Tài khoản sẽ bị xóa ngày 24/12/2026')).toBeTruthy();
    await act(() => setLocale('en'));
    expect(await heading('Your account will be deleted on 24 Dec 2026')).toBeTruthy();
  });

  test('does not sign out of a session that began later', async () => {
    sessionStarted({ ...person, sessionToken: 'ses_later' });
    visit('/keep-account');
    history.replaceState({ usr: { eraseAt, session: 'ses_here' } }, '');
    openAgain();
    await arrive('/user/information');
    expect(bodiesOf('POST /vid/ajax/auth/logout')).toEqual([]);
  });

  test('opens the account page if another device kept the account', async () => {
    // The app does not retry a request that fails with status 429.
    network().on(find, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    sessionStarted({ ...asked, demands: ['decide-deletion'] });
    const { user } = visit('/keep-account');
    expect(await screen.findByText('Chậm lại.')).toBeTruthy();
    network().on(find, () => data({ ...preview, eraseAt: null }));
    network().on('GET /vid/ajax/auth/me', () => data(person));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await arrive('/user/information');
  });

  test('redirects a signed-out visitor to the sign-in page', async () => {
    visit('/keep-account');
    await arrive('/signin');
    expect(screen.queryByText(title)).toBeNull();
  });
});
