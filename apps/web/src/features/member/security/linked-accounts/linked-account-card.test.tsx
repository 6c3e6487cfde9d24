import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { type LinkedAccounts, LinkedAccountCard } from './linked-account-card.tsx';

const list = 'GET /vid/api/users/identities';
const start = 'POST /vid/api/users/identity-requests';
const remove = 'DELETE /vid/api/users/identities/:provider';
const zalo = { provider: 'zalo', name: 'Trần Thu Hà', linkedAt: '2026-03-01T02:00:00.000Z' } as const;

/** Unlinks Zalo. Waits until the dialog has closed, because its title also names Zalo. */
async function removeZalo() {
  const user = renderPage(<LinkedAccountCard />, person);
  await user.click(await screen.findByRole('button', { name: 'Hủy liên kết với Zalo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hủy liên kết với Zalo?' });
  await user.click(within(dialog).getByRole('button', { name: 'Hủy liên kết' }));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  return user;
}

describe('the card of linked accounts', () => {
  useMemberScreens();
  let accounts: LinkedAccounts;
  beforeEach(async () => {
    await loadTexts('social');
    accounts = { identities: [zalo], addable: ['google'] };
    network().on(list, () => data(accounts));
  });

  test('removes a linked account after a confirmation', async () => {
    network().on(remove, () => {
      accounts = { identities: [], addable: ['zalo', 'google'] };
      return data(true);
    });
    await removeZalo();
    expect(await screen.findByText('Chưa có tài khoản nào được liên kết.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Liên kết với Zalo' })).toBeDefined();
  });

  test('explains that the last credential cannot be removed', async () => {
    network().on(remove, () =>
      refusal(409, { error: 'Đây là cách đăng nhập duy nhất.', message: 'LAST_CREDENTIAL' }),
    );
    await removeZalo();
    expect(await screen.findByText('Đây là cách đăng nhập duy nhất.')).toBeDefined();
    expect(screen.getByText('Zalo', { exact: false })).toBeDefined();
  });

  test('asks to confirm the identity before a removal', async () => {
    network().on(remove, () =>
      refusal(403, { error: 'Cần xác nhận.', message: 'REAUTHENTICATION_REQUIRED' }),
    );
    const user = await removeZalo();
    const question = await screen.findByRole('dialog', { name: 'Xác nhận danh tính' });
    await user.click(within(question).getByRole('button', { name: 'Hủy' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Cần xác nhận.')).toBeNull();
  });

  test('links an account through the provider’s page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    network().on(start, () => data({ address: 'https://accounts.google.com/o/oauth2/v2/auth?x' }));
    const user = renderPage(<LinkedAccountCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Liên kết với Google' }));
    await waitFor(() =>
      expect(assign).toHaveBeenCalledWith('https://accounts.google.com/o/oauth2/v2/auth?x'),
    );
    const started = network().calls.filter(({ endpoint }) => endpoint === start);
    expect(started.map(({ body }) => body)).toEqual([{ provider: 'google' }]);
    // The button stays busy until the browser has left.
    expect(screen.getByRole('button', { name: 'Liên kết với Google' }).getAttribute('aria-busy')).toBe(
      'true',
    );
    assign.mockRestore();
  });

  test('explains a refused link until another button is pressed', async () => {
    const user = renderPage(<LinkedAccountCard />, person);
    await expectRefusedPress(user, start, 'Liên kết với Google');
    network().on(remove, () => refusal(409, { error: 'Cách duy nhất.', message: 'LAST_CREDENTIAL' }));
    await user.click(screen.getByRole('button', { name: 'Hủy liên kết với Zalo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hủy liên kết với Zalo?' });
    await user.click(within(dialog).getByRole('button', { name: 'Hủy liên kết' }));
    expect(await screen.findByText('Cách duy nhất.')).toBeDefined();
    await expectRefusedPress(user, start, 'Liên kết với Google');
    expect(screen.queryByText('Cách duy nhất.')).toBeNull();
  });

  test('treats an account that was unlinked elsewhere as removed', async () => {
    const answer = Promise.withResolvers<void>();
    network().on(remove, async () => {
      await answer.promise;
      return refusal(404, { error: 'Không có.', message: 'SOCIAL_NOT_LINKED' });
    });
    await removeZalo();
    const button = screen.getByRole('button', { name: 'Hủy liên kết với Zalo' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    answer.resolve();
    await waitFor(() => expect(useCommon.getState().displayMessage).toBe('social.card.removed'));
    expect(screen.queryByText('Không có.')).toBeNull();
  });

  test('explains that a browser without cookies cannot link an account', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const user = renderPage(<LinkedAccountCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Liên kết với Google' }));
    const text = 'Trình duyệt đang chặn cookie nên không đăng nhập được bằng Google.';
    expect(await screen.findByText(text)).toBeDefined();
    vi.restoreAllMocks();
  });
});
