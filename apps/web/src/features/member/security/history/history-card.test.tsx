import { historyEvents } from '@vid/contract/endpoints/member/history';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../../test/member.tsx';
import { type HistoryItem, HistoryCard } from './history-card.tsx';

const list = 'GET /vid/api/users/history';
const signedIn: HistoryItem = {
  event: 'signed-in-password',
  device: { browser: 'Chrome', system: 'Windows' },
  at: '2026-03-10T02:00:00.000Z',
};

describe('the history of the account', () => {
  useMemberScreens();

  test('says what happened, on which device and when', async () => {
    const locked: HistoryItem = {
      ...signedIn,
      event: 'account-locked-by-association',
      device: { browser: '', system: '' },
    };
    network().on(list, () => data({ items: [signedIn, locked], next: null }));
    renderPage(<HistoryCard />, person);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Đăng nhập bằng mật khẩuChrome trên Windows.*10\/03\/2026$/u),
      expect.stringMatching(/^Hội đã khóa tài khoản\d\d:\d\d ngày 10\/03\/2026$/u),
    ]);
    expect(screen.queryByRole('button', { name: 'Xem thêm' })).toBeNull();
  });

  test('has a different sentence for each kind of event', async () => {
    const items = historyEvents.map((event): HistoryItem => ({ ...signedIn, event }));
    network().on(list, () => data({ items, next: null }));
    renderPage(<HistoryCard />, person);
    const rows = await screen.findAllByRole('listitem');
    const sentences = rows.map((row) => row.querySelector('p')?.textContent ?? '');
    expect(new Set(sentences).size).toBe(historyEvents.length);
    expect(sentences.filter((text) => text.includes('history.'))).toEqual([]);
  });

  test('keeps the loaded pages if the next page fails', async () => {
    network().on(list, ({ query }) =>
      query.has('after')
        ? data({ items: [{ ...signedIn, event: 'account-created' }], next: 'page3' })
        : data({ items: [signedIn], next: 'page2' }),
    );
    const user = renderPage(<HistoryCard />, person);
    await user.click(await screen.findByRole('button', { name: 'Xem thêm' }));
    expect(await screen.findByText('Đã tạo tài khoản')).toBeDefined();
    expect(network().calls.map(({ query }) => query.get('after'))).toEqual([null, 'page2']);
    network().on(list, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    await user.click(screen.getByRole('button', { name: 'Xem thêm' }));
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  test('reports a failure and offers a retry', async () => {
    network().on(list, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    const user = renderPage(<HistoryCard />, person);
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    network().on(list, () => data({ items: [], next: null }));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    await waitFor(() => expect(screen.getByText('Chưa có hoạt động nào')).toBeDefined());
  });
});
