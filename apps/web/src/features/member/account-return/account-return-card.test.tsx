import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { AccountReturnCard } from './account-return-card.tsx';

const find = 'GET /vid/api/users/information';
const addedAt = '2026-03-07T02:00:00.000Z';
const information = {
  email: { state: 'none', canConfirm: true },
  certificate: null,
  verification: null,
  password: null,
} as const;
const accountReturn = {
  returnedAt: '2026-03-08T02:00:00.000Z',
  sessionsEnded: 2,
  removed: [
    { kind: 'passkey', name: 'Chrome trên Windows', addedAt },
    { kind: 'authenticator-app', name: '', addedAt },
    { kind: 'identity', name: 'google', addedAt },
    { kind: 'email', name: 't***@example.vn', addedAt },
  ],
} as const;

useMemberScreens();

test('K1 the account-return card lists the removed items until it is dismissed', async () => {
  let isSeen = false;
  network().on(find, () =>
    data({
      ...information,
      accountReturn: isSeen ? null : { ...accountReturn, removed: [...accountReturn.removed] },
    }),
  );
  const user = renderPage(<AccountReturnCard />, person);
  await screen.findByRole('heading', { name: 'Bạn đã lấy lại tài khoản' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Passkey: Chrome trên Windows'),
    expect.stringContaining('Ứng dụng xác thực và mã khôi phục'),
    expect.stringContaining('Tài khoản mạng xã hội: Google'),
    expect.stringContaining('Địa chỉ email: t***@example.vn'),
  ]);
  expect(screen.getByText('Đã kết thúc 2 phiên đăng nhập.')).toBeTruthy();
  await expectRefusedPress(user, 'DELETE /vid/api/users/return', 'Tôi đã xem');
  network().on('DELETE /vid/api/users/return', () => {
    isSeen = true;
    return data(true);
  });
  await user.click(screen.getByRole('button', { name: 'Tôi đã xem' }));
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});

test('the account-return card shows the passkey name “google” unchanged', async () => {
  const named = { ...accountReturn, removed: [{ kind: 'passkey' as const, name: 'google', addedAt }] };
  network().on(find, () => data({ ...information, accountReturn: named }));
  renderPage(<AccountReturnCard />, person);
  expect((await screen.findByRole('listitem')).textContent).toContain('Passkey: google');
});

test('the account-return card does not mention sessions if no session has ended', async () => {
  const nothing = { ...accountReturn, sessionsEnded: 0, removed: [] };
  network().on(find, () => data({ ...information, accountReturn: nothing }));
  renderPage(<AccountReturnCard />, person);
  await screen.findByRole('heading', { name: 'Bạn đã lấy lại tài khoản' });
  expect(screen.queryByText(/^Đã kết thúc/u)).toBeNull();
});

test('a member whose account was not returned sees no account-return card', async () => {
  network().on(find, () => data({ ...information, accountReturn: null }));
  renderPage(<AccountReturnCard />, person);
  await expect.poll(() => network().calls.length).toBe(1);
  expect(screen.queryByRole('heading')).toBeNull();
});
