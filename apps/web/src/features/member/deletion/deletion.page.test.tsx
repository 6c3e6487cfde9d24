import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { sessionStarted } from '#session/session.ts';
import { useAuth } from '#state/auth.ts';

const find = 'GET /vid/api/privacy/deletion';
const request = 'POST /vid/api/privacy/deletion';
const preview = { eraseAt: null, sessions: 2, applications: 1, graceDays: 30, obstacle: null } as const;
const eraseAt = '2026-12-24T02:00:00.000Z';
const day = 86_400_000;

const formatted = (time: number) =>
  new Intl.DateTimeFormat('vi-VN', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(time);

describe('V5 the page that deletes the account', () => {
  useVisitorScreens();
  beforeEach(() => {
    network().on('GET /vid/ajax/auth/me', () => data(person));
    network().on(find, () => data(preview));
    sessionStarted(person);
  });

  test('explains the steps and dates of a deletion', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    visit('/user/deletion');
    const steps = within(await screen.findByRole('region', { name: 'Nếu bạn yêu cầu xóa hôm nay' }));
    const date = formatted(Date.now() + 30 * day);
    expect((await steps.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('2 phiên đăng nhập sẽ kết thúc. 1 ứng dụng sẽ ngừng nhận'),
      expect.stringMatching(new RegExp(`Trước ngày ${date}.*“Giữ tài khoản”`, 'u')),
      expect.stringContaining(`Ngày ${date}`),
    ]);
    expect(screen.getByText('Hội chỉ giữ mã tài khoản và nhật ký bảo mật.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('shows the notice of a hold above the steps of a deletion', async () => {
    const hold = { since: eraseAt, until: new Date(Date.now() + day).toISOString() };
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, hold }));
    sessionStarted({ ...person, hold });
    visit('/user/deletion');
    const notice = await screen.findByRole('region', { name: /đang tạm khóa/u });
    const steps = await screen.findByRole('region', { name: 'Nếu bạn yêu cầu xóa hôm nay' });
    expect(notice.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: 'Xóa tài khoản' })).toBeNull();
  });

  test('requires the last digits of the phone number for a deletion', async () => {
    network().on(request, () => data({ eraseAt }));
    network().on('POST /vid/ajax/auth/logout', () => data(true));
    const { user } = visit('/user/deletion');
    await user.click(await screen.findByRole('button', { name: 'Xóa tài khoản' }));
    const dialog = await screen.findByRole('dialog', { name: 'Xóa tài khoản của bạn?' });
    const typed = within(dialog).getByRole('textbox');
    const confirm = within(dialog).getByRole('button', { name: 'Xóa tài khoản' });
    await user.type(typed, '1234');
    await user.click(confirm);
    expect(await screen.findByText('Chưa đúng 4 số cuối.')).toBeTruthy();
    expect(bodiesOf(request)).toEqual([]);
    await user.clear(typed);
    await user.type(typed, '5678');
    await user.click(confirm);
    await heading('Tài khoản sẽ bị xóa ngày 24/12/2026');
    expect(useAuth.getState().isAuthenticated).toBe(false);
    expect(address()).toBe('/keep-account');
    await user.click(screen.getByRole('link', { name: 'Đến trang đăng nhập' }));
    await arrive('/signin');
  });

  test('offers no deletion while the profile is not loaded', async () => {
    visit('/user/deletion');
    expect(await screen.findByRole('button', { name: 'Xóa tài khoản' })).toBeTruthy();
    act(() => useAuth.setState({ profile: null }));
    expect(screen.queryByRole('button', { name: 'Xóa tài khoản' })).toBeNull();
  });

  test('requires the account’s name if the account has no phone number', async () => {
    sessionStarted({ ...person, phone: '', name: 'Lê Anh' });
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, phone: '', name: 'Lê Anh' }));
    network().on(request, () => data({ eraseAt }));
    const { user } = visit('/user/deletion');
    await user.click(await screen.findByRole('button', { name: 'Xóa tài khoản' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Xóa tài khoản của bạn?' }));
    await user.click(dialog.getByRole('button', { name: 'Xóa tài khoản' }));
    expect(await screen.findByText('Vui lòng nhập đúng như trên.')).toBeTruthy();
    expect(bodiesOf(request)).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: /Lê Anh/u }), 'le anh');
    await user.click(dialog.getByRole('button', { name: 'Xóa tài khoản' }));
    await heading('Tài khoản sẽ bị xóa ngày 24/12/2026');
  });

  test('has no delete button during a hold', async () => {
    const hold = {
      since: new Date(Date.now() - 1_000).toISOString(),
      until: new Date(Date.now() + day).toISOString(),
    };
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, hold }));
    sessionStarted({ ...person, hold });
    visit('/user/deletion');
    expect(await screen.findByText('Bạn có thể xóa tài khoản.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Xóa tài khoản' })).toBeNull();
  });

  test('explains that the only administrator cannot delete the account', async () => {
    network().on(find, () => data({ ...preview, obstacle: 'lastAdmin' }));
    visit('/user/deletion');
    const reason = await screen.findByText(/quản trị viên duy nhất/u);
    const steps = screen.getByRole('region', { name: 'Nếu bạn yêu cầu xóa hôm nay' });
    expect(reason.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('button', { name: 'Xóa tài khoản' })).toBeNull();
  });
});
