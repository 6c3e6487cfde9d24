import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { expectFocusOnTitle } from '../../../../../test/focus.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { useAuth } from '#state/auth.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { SecurityParts } from '../security-parts.tsx';
import type { Session } from './session-card.tsx';

const here: Session = {
  id: 'ses_here',
  isCurrent: true,
  device: { browser: 'Chrome', system: 'Windows', isMobile: false },
  address: '127.0.0.1',
  createdAt: '2026-03-01T02:00:00.000Z',
  lastSeenAt: '2026-03-10T02:00:00.000Z',
};
const phone: Session = {
  ...here,
  id: 'ses_phone',
  isCurrent: false,
  device: { browser: 'Zalo', system: 'Android', isMobile: true },
  address: '203.0.113.7',
};
const unknown: Session = { ...phone, id: 'ses_tool', device: { browser: '', system: '', isMobile: false } };

const list = 'GET /vid/api/sessions';
const endOne = 'DELETE /vid/api/sessions/:sessionId';
const endpoints = () => network().calls.map(({ endpoint }) => endpoint);

const open = () => renderPage(<SecurityParts />, person, areaPaths.userDevices);

describe('the session list', () => {
  useMemberScreens();
  test('separates the session of this device from the other sessions', async () => {
    network().on(list, () => data([here, phone, unknown]));
    open();
    const rows = await screen.findAllByRole('listitem');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Thiết bị này', 'Thiết bị khác (2)', 'Đăng xuất khỏi mọi thiết bị']);
    expect(rows[0]?.textContent).toContain('Chrome trên Windows');
    expect(rows[1]?.textContent).toContain('203.0.113.7');
    expect(rows[2]?.textContent).toContain('Thiết bị không xác định');
    expect(screen.queryByRole('button', { name: 'Đăng xuất khỏi Chrome trên Windows' })).toBeNull();
  });

  test('ends a session after confirmation and reloads the list', async () => {
    let sessions = [here, phone];
    network().on(list, () => data(sessions));
    network().on(endOne, () => {
      sessions = [here];
      return data(true);
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi Zalo trên Android' }));
    const dialog = await screen.findByRole('dialog', { name: 'Đăng xuất khỏi Zalo trên Android?' });
    expect(dialog.textContent).toContain('Zalo trên Android');
    await user.click(within(dialog).getByRole('button', { name: 'Đăng xuất' }));
    expect(await screen.findByText('Không có thiết bị nào khác đang đăng nhập.')).toBeDefined();
    expect(endpoints().filter((endpoint) => endpoint.includes('/sessions'))).toEqual([
      list,
      'DELETE /vid/api/sessions/ses_phone',
      list,
    ]);
    await expectFocusOnTitle();
  });

  test('ends all other sessions after confirmation and reloads the list', async () => {
    let sessions = [here, phone, unknown];
    network().on(list, () => data(sessions));
    network().on('DELETE /vid/api/sessions', () => {
      sessions = [here];
      return data(true);
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi các thiết bị khác' }));
    const dialog = await screen.findByRole('dialog', { name: 'Đăng xuất khỏi 2 thiết bị khác?' });
    await user.click(within(dialog).getByRole('button', { name: 'Đăng xuất khỏi các thiết bị khác' }));
    expect(await screen.findByText('Không có thiết bị nào khác đang đăng nhập.')).toBeDefined();
    expect(useAuth.getState().isAuthenticated).toBe(true);
    await expectFocusOnTitle();
  });

  test('has no “end all” button for a single other session', async () => {
    network().on(list, () => data([here, phone]));
    open();
    await screen.findByRole('button', { name: 'Đăng xuất khỏi Zalo trên Android' });
    expect(screen.queryByRole('button', { name: 'Đăng xuất khỏi các thiết bị khác' })).toBeNull();
  });

  test('drops a session that the server reports as not found', async () => {
    let sessions = [here, phone];
    network().on(list, () => data(sessions));
    network().on(endOne, () => {
      sessions = [here];
      return refusal(404, { error: 'Phiên này không còn.', message: 'SESSION_NOT_FOUND' });
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi Zalo trên Android' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Đăng xuất' }));
    expect(await screen.findByText('Không có thiết bị nào khác đang đăng nhập.')).toBeDefined();
  });

  test('shows in the open dialog why a session could not be ended', async () => {
    network().on(list, () => data([here, phone]));
    network().on(endOne, () => refusal(429, { error: 'Bạn thao tác quá nhanh.', message: 'RATE_LIMITED' }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi Zalo trên Android' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Đăng xuất' }));
    expect(await within(dialog).findByText('Bạn thao tác quá nhanh.')).toBeDefined();
  });

  test('keeps a dialog open when another dialog’s cancelled request succeeds', async () => {
    const ended = Promise.withResolvers<void>();
    let sessions = [here, phone, unknown];
    network().on(list, () => data(sessions));
    network().on(endOne, async () => {
      await ended.promise;
      sessions = [here, unknown];
      return data(true);
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi Zalo trên Android' }));
    const first = await screen.findByRole('dialog', { name: 'Đăng xuất khỏi Zalo trên Android?' });
    await user.click(within(first).getByRole('button', { name: 'Đăng xuất' }));
    await user.click(within(first).getByRole('button', { name: 'Hủy' }));
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi thiết bị không xác định' }));
    const second = await screen.findByRole('dialog', { name: 'Đăng xuất khỏi thiết bị không xác định?' });
    ended.resolve();
    await waitFor(() => expect(endpoints().filter((endpoint) => endpoint === list)).toHaveLength(2));
    await user.click(within(second).getByRole('button', { name: 'Đăng xuất' }));
    await waitFor(() => expect(endpoints()).toContain('DELETE /vid/api/sessions/ses_tool'));
  });

  test('reports a failure and offers a retry', async () => {
    network().on(list, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    const user = open();
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    network().on(list, () => data([here]));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText('Chrome trên Windows')).toBeDefined();
  });

  test('requires the last digits of the phone number to end all sessions', async () => {
    network().on(list, () => data([here]));
    network().on('POST /vid/ajax/auth/logout/all', () => data(true));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }));
    const dialog = await screen.findByRole('dialog', { name: 'Đăng xuất khỏi mọi thiết bị?' });
    const confirm = within(dialog).getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' });
    await user.type(within(dialog).getByRole('textbox'), '1234');
    await user.click(confirm);
    expect(within(dialog).getByText('Chưa đúng 4 số cuối.')).toBeDefined();
    expect(useAuth.getState().isAuthenticated).toBe(true);
    await user.clear(within(dialog).getByRole('textbox'));
    await user.type(within(dialog).getByRole('textbox'), '5678');
    await user.click(confirm);
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(false));
    expect(network().calls.at(-1)?.endpoint).toBe('POST /vid/ajax/auth/logout/all');
  });
});
