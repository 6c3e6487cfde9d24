import { screen, within } from '@testing-library/react';
import { smsCauses } from '@vid/contract/endpoints/admin/sms-shapes';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
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
      cost: { today: 42_000, month: 1_250_000 },
      carriers: [viettel],
    },
    { channel: 'speedsms', isPaused: true, balance: null, cost: null, carriers: [] },
  ],
  failures: [
    {
      at: '2026-11-29T02:00:00.000Z',
      channel: 'esms',
      carrier: 'other',
      phone: '098• ••• •67',
      kind: 'code',
      cause: 'no-balance',
      nextChannel: 'speedsms',
    },
  ],
  ceilings: { level: 'below', day: null, month: null },
  cost: { today: 42_000, month: 1_250_000 },
};

function open(given: Partial<Gateways> = {}) {
  network().on('GET /vid/api/admin/sms/gateways', () => data({ ...gateways, ...given }));
  renderPage(<SmsPage />, { ...person, role: 'admin' });
}

const figure = async (label: string) =>
  (await screen.findByText(label, { selector: 'section dt' })).nextElementSibling?.textContent.replaceAll(
    '\u00a0',
    ' ',
  );

describe('the SMS gateway page', () => {
  test('shows the messages, codes and times of a gateway for a carrier', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Tin nhắn qua eSMS theo nhà mạng' });
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      'Viettel',
      '1.200',
      '1.180 (98%)',
      '15',
      '3',
      '720/800 (90%)',
      '0,2 giây',
      '4 giây',
    ]);
  });

  test('adds up the carriers of a gateway, and shows its cost and balance', async () => {
    open({
      gateways: [
        {
          channel: 'esms',
          isPaused: false,
          balance: { dong: 36_693, at: '2026-11-29T02:00:00.000Z', isLow: true },
          cost: { today: 42_000, month: 1_250_000 },
          carriers: [viettel, { ...viettel, carrier: 'itel', accepted: 100, delivered: 90 }],
        },
      ],
    });
    const card = await screen.findByRole('region', { name: 'eSMS' });
    const facts = within(card)
      .getAllByRole('definition')
      .map((fact) => fact.textContent.replaceAll('\u00a0', ' '));
    expect(facts).toEqual([
      '36.693 ₫lúc 09:00, 29/11',
      '1.300',
      '1.270 (98%)',
      '1.440/1.600 (90%)',
      '42.000 ₫',
      '1.250.000 ₫',
    ]);
    expect(within(card).getByText('Sắp hết tiền')).toBeTruthy();
  });

  test('says whether a gateway works, fails or is no longer used', async () => {
    open({
      gateways: [
        ...gateways.gateways,
        { channel: 'http', isPaused: false, balance: null, cost: null, carriers: [viettel] },
      ],
    });
    for (const [name, state] of [
      ['eSMS', 'Đang hoạt động'],
      ['SpeedSMS', 'Đang lỗi'],
      ['Cổng HTTP', 'Không còn dùng'],
    ] as const)
      expect(within(await screen.findByRole('region', { name })).getByText(state)).toBeTruthy();
  });

  test('describes a carrier in words in the list on phones', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Tin nhắn qua eSMS theo nhà mạng' });
    expect(within(list).getByRole('listitem').textContent).toBe(
      'Viettel1.200 tin\u00A0· 98% đến máy\u00A0· sau 4 giây\u00A0· 90% mã nhập đúng\u00A0· 3 lỗi',
    );
  });

  test('says that a gateway has sent nothing in the last 24 hours', async () => {
    open({
      gateways: [{ channel: 'esms', isPaused: false, balance: null, cost: null, carriers: [] }],
    });
    expect(await screen.findByText('Chưa gửi tin nhắn nào qua cổng này trong 24 giờ qua.')).toBeTruthy();
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
      'Thứ tự gửi: eSMS → SpeedSMS. Cổng trước không gửi được thì VID gửi qua cổng sau.',
      'Riêng thông báo: SpeedSMS.',
      'Riêng số Viettel: SpeedSMS → eSMS.',
      'Riêng số của các mạng khác: eSMS.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  test('lists a failed message with its cause, its remedy and the next gateway', async () => {
    open();
    const table = await screen.findByRole('table', { name: /không thành công gần nhất/u });
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      '29/11/2026 09:00',
      '098• ••• •67',
      'Mạng khác',
      'eSMS',
      'Mã OTP',
      'Tài khoản tại cổng hết tiền. Hãy nạp thêm.',
      'Đã gửi qua SpeedSMS',
    ]);
  });

  test.each(smsCauses)('has a sentence for the cause %s', async (cause) => {
    open({ failures: gateways.failures.map((failure) => ({ ...failure, cause })) });
    const table = await screen.findByRole('table', { name: /không thành công gần nhất/u });
    expect(within(table).getAllByRole('cell').at(-2)?.textContent).toMatch(/^\p{Lu}.*\.$/u);
  });

  test('shows the day’s cost with its share of the ceiling', async () => {
    open({ ceilings: { level: 'below', day: 100_000, month: null }, gateways: [] });
    expect(await figure('Chi phí hôm nay')).toBe('42.000 ₫42% mức trần 100.000 ₫');
    expect(await figure('Chi phí từ đầu tháng')).toBe('1.250.000 ₫Chưa đặt mức trần');
    expect(screen.queryByText(/^Chi phí SMS đã/u)).toBe(null);
  });

  test('excludes a gateway without delivery reports from the share of delivered messages', async () => {
    const unreported = { ...viettel, delivered: 0, undelivered: 0, deliverySeconds: null };
    open({
      gateways: [
        ...gateways.gateways,
        { channel: 'http', isPaused: false, balance: null, cost: null, carriers: [unreported] },
      ],
    });
    expect(await figure('Tin đến máy (24 giờ)')).toBe('98%1.180 trên 1.200 tin đã gửi');
    const table = await screen.findByRole('table', { name: 'Tin nhắn qua Cổng HTTP theo nhà mạng' });
    expect(within(table).getAllByRole('cell')[2]?.textContent).toBe('–');
  });

  test('says that the cost is not known', async () => {
    open({ cost: null });
    expect(await screen.findByText(/^Chưa tính được chi phí/u)).toBeTruthy();
  });

  test('shows the shares of delivered messages and of entered codes', async () => {
    open();
    expect(await figure('Tin đến máy (24 giờ)')).toBe('98%1.180 trên 1.200 tin đã gửi');
    expect(await figure('Mã nhập đúng (24 giờ)')).toBe('90%720 trên 800 mã đã gửi');
  });

  test.each([
    ['near', /^Chi phí SMS đã vượt 80% mức trần\./u],
    ['reached', /^Chi phí SMS đã đạt mức trần\./u],
  ] as const)('says that the ceiling of the SMS cost is %s', async (level, title) => {
    open({ ceilings: { level, day: 50_000, month: null } });
    expect(await screen.findByText(title)).toBeTruthy();
  });

  test('says that no message failed in the last 24 hours', async () => {
    open({ failures: [] });
    expect(await screen.findByText('Không có lần gửi nào không thành công trong 24 giờ qua')).toBeTruthy();
  });

  describe('pages', () => {
    testShownPages(
      {
        'the gateways': {},
        'gateways that the ceiling stops': {
          answers: () =>
            network().on('GET /vid/api/admin/sms/gateways', () =>
              data({
                ...gateways,
                ceilings: { level: 'reached', day: 1_000_000, month: null },
                gateways: gateways.gateways.map((gateway) => ({ ...gateway, isPaused: !gateway.isPaused })),
              }),
            ),
        },
      },
      ({ answers }) => {
        if (!answers) network().on('GET /vid/api/admin/sms/gateways', () => data(gateways));
        return renderPage(<SmsPage />, { ...person, role: 'admin' });
      },
    );
  });
});
