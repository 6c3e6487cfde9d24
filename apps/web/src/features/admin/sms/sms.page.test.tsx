import { screen, within } from '@testing-library/react';
import { smsCauses } from '@vid/contract/endpoints/admin/sms-shapes';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import type { Answer } from '#shared/api/request-types.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { SmsPage } from './sms.page.tsx';

useMemberScreens();
beforeEach(() => loadTexts('admin'));

type Gateways = Answer<'GET /vid/api/admin/sms/gateways'>;

const viettel = {
  carrier: 'viettel',
  accepted: 1_200,
  delivered: 1_180,
  undelivered: 15,
  failed: 3,
  codes: 800,
  verified: 720,
  answerMs: 240,
  deliverySeconds: 4,
} as const;
const gateways: Gateways = {
  orders: [{ messages: 'all', channels: ['esms', 'speedsms'] }],
  gateways: [
    {
      channel: 'esms',
      isPaused: false,
      balance: { dong: 36_693, at: '2026-11-29T02:00:00.000Z', isLow: true },
      carriers: [viettel],
    },
    { channel: 'speedsms', isPaused: true, balance: null, carriers: [] },
  ],
  failures: [
    {
      at: '2026-11-29T02:00:00.000Z',
      channel: 'esms',
      carrier: 'other',
      phone: '098• ••• •67',
      kind: 'code',
      cause: 'no-balance',
    },
  ],
  ceilings: { level: 'below', day: null, month: null },
  cost: { today: 42_000, month: 1_250_000 },
};

function open(given: Partial<Gateways> = {}) {
  network().on('GET /vid/api/admin/sms/gateways', () => data({ ...gateways, ...given }));
  renderPage(<SmsPage />, { ...person, role: 'admin' });
}

describe('the page of SMS gateways', () => {
  test('shows what each gateway did for each carrier', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Tin nhắn qua eSMS theo nhà mạng' });
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual(['Viettel', '1.200', '1.180', '15', '3', '720/800 (90%)', '0,2 giây', '4 giây']);
  });

  test('says that a gateway fails, and that it sent nothing', async () => {
    open();
    expect(await screen.findByText('Đang lỗi')).toBeTruthy();
    expect(screen.getByText('Chưa gửi tin nhắn nào qua cổng này trong 24 giờ qua.')).toBeTruthy();
  });

  test('shows the order of the gateways, and the orders for notices and carriers', async () => {
    open({
      orders: [
        { messages: 'all', channels: ['esms', 'speedsms'] },
        { messages: 'notice', channels: ['speedsms'] },
        { messages: 'viettel', channels: ['speedsms', 'esms'] },
        { messages: 'other', channels: ['esms'] },
      ],
    });
    for (const text of [
      'Thứ tự gửi: eSMS, SpeedSMS.',
      'Riêng thông báo: SpeedSMS.',
      'Riêng số Viettel: SpeedSMS, eSMS.',
      'Riêng số của các mạng khác: eSMS.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  test('shows the balance of a gateway with its time, and that it is low', async () => {
    open();
    expect(await screen.findByText(/^Số dư lúc .+: 36\.693\s₫\.$/u)).toBeTruthy();
    expect(screen.getAllByText('Sắp hết tiền')).toHaveLength(1);
  });

  test('lists failures with what to do about them', async () => {
    open();
    const table = await screen.findByRole('table', { name: /không thành công gần nhất/u });
    const [, ...cells] = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      '098• ••• •67',
      'Mạng khác',
      'eSMS',
      'Mã OTP',
      'Tài khoản tại cổng hết tiền. Hãy nạp thêm.',
    ]);
  });

  test.each(smsCauses)('has a sentence for the cause %s', async (cause) => {
    open({ failures: gateways.failures.map((failure) => ({ ...failure, cause })) });
    const table = await screen.findByRole('table', { name: /không thành công gần nhất/u });
    expect(within(table).getAllByRole('cell').at(-1)?.textContent).toMatch(/^\p{Lu}.*\.$/u);
  });

  test.each([
    [{ today: 42_000, month: 1_250_000 }, /^Chi phí hôm nay: 42\.000\s₫\. Từ đầu tháng: 1\.250\.000\s₫\.$/u],
    [null, /^Chưa tính được chi phí/u],
  ] as const)('shows the text for the cost %j', async (cost, text) => {
    open({ cost });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('shows how much of each ceiling is used', async () => {
    open({ ceilings: { level: 'below', day: 100_000, month: 20_000_000 } });
    expect(await screen.findByText(/^Mức trần mỗi ngày: 100\.000\s₫ \(đã dùng 42%\)\.$/u)).toBeTruthy();
    expect(screen.getByText(/^Mức trần mỗi tháng: 20\.000\.000\s₫ \(đã dùng 6%\)\.$/u)).toBeTruthy();
    expect(screen.queryByText(/^Chi phí SMS đã/u)).toBe(null);
  });

  test.each([
    ['near', /^Chi phí SMS đã vượt 80% mức trần\./u],
    ['reached', /^Chi phí SMS đã đạt mức trần\./u],
  ] as const)('says that a ceiling is %s', async (level, title) => {
    open({ ceilings: { level, day: 50_000, month: null } });
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByText(/^Mức trần mỗi tháng/u)).toBe(null);
  });

  test('says that no message failed in the last 24 hours', async () => {
    open({ failures: [] });
    expect(await screen.findByText('Không có lần gửi nào không thành công trong 24 giờ qua')).toBeTruthy();
  });
});
