import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { person } from '../../../../test/member.tsx';
import { arrive, bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { sessionStarted } from '#session/session.ts';
import { useAuth } from '#state/auth.ts';
import type { QrState } from './follow-request.ts';

useVisitorScreens();

type Scanned = Answer<'POST /vid/ajax/auth/qr/:qrId/scan'>;

let streams: FakeEventSource[] = [];

class FakeEventSource extends EventTarget {
  static readonly OPEN = 1;
  readyState = FakeEventSource.OPEN;
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  refuse(): void {
    this.readyState = 2;
  }

  send(status: QrState['status']): void {
    const event = new MessageEvent('message', { data: JSON.stringify({ status, expiresIn: 100 }) });
    act(() => void this.dispatchEvent(event));
  }
}

let started = 0;
const qrId = 'qr_00000000000000000000000001';

beforeEach(async () => {
  await loadTexts('qr', 'shell');
  started = 0;
  streams = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  history.replaceState(null, '');
  network().on('POST /vid/ajax/auth/qr', () => {
    started += 1;
    return data({
      qrId: `qr_0000000000000000000000000${started}`,
      url: `https://vid.example.vn/vid/web/qr/qr_0000000000000000000000000${started}`,
      number: 46 + started,
      expiresIn: 120,
    });
  });
});

const code = () => screen.findByRole('img', { name: 'Mã QR để đăng nhập' });
const notFound = refusal(404, { error: 'Mã QR này không còn dùng được.', message: 'QR_NOT_FOUND' });

async function openPage() {
  const view = visit('/signin/qr');
  await heading('Đăng nhập bằng mã QR');
  await code();
  await waitFor(() => expect(streams).not.toHaveLength(0));
  return view;
}

describe('the screen that shows a QR code', () => {
  test('signs the user in once the request is approved', async () => {
    network().on('POST /vid/ajax/auth/login/qr', () => data(person));
    await openPage();
    expect(streams.at(-1)?.url).toBe(`/vid/ajax/auth/qr/${qrId}/events`);
    expect(screen.getByText('47')).toBeTruthy();
    streams.at(-1)?.send('pending');
    streams.at(-1)?.send('scanned');
    expect(await screen.findByText(/^Đã quét/)).toBeTruthy();
    streams.at(-1)?.send('approved');
    await arrive('/user/information');
    expect(bodiesOf('POST /vid/ajax/auth/login/qr')).toEqual([{ qrId, remember: true }]);
    expect(streams.at(-1)?.isClosed).toBe(true);
  });

  test('does not hide the tab of the QR sign-in on narrow screens', async () => {
    network().failOnce('POST /vid/ajax/auth/qr');
    await openPage();
    const tab = screen.getByRole('link', { name: 'Mã QR', current: 'page' });
    expect(tab.closest('.hidden')).toBeNull();
  });

  test('polls the state if the server refuses the event stream', async () => {
    network().on('GET /vid/ajax/auth/qr/:qrId', () => data({ status: 'scanned', expiresIn: 90 }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openPage();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(network().calls.filter(({ endpoint }) => endpoint.startsWith('GET /vid/ajax/auth/qr/'))).toEqual(
      [],
    );
    streams.at(-1)?.refuse();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByText(/^Đã quét/)).toBeTruthy();
  });

  test('says that the code has expired when the network is back', async () => {
    network().on('GET /vid/ajax/auth/qr/:qrId', () => notFound);
    await openPage();
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('Mã QR đã hết hạn.')).toBeTruthy();
  });

  test('offers a new code after the phone has denied the request', async () => {
    const { user } = await openPage();
    streams.at(-1)?.send('denied');
    expect(await screen.findByText('Yêu cầu đăng nhập đã bị từ chối trên điện thoại.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Tạo mã mới' }));
    const shown = await code();
    expect(screen.getByText('48')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(shown)).toBe(true);
  });

  test('P1 opens the page of an account that its owner locked', async () => {
    network().on('POST /vid/ajax/auth/login/qr', () =>
      refusal(403, {
        error: 'x',
        message: 'LOCKED_BY_OWNER',
        details: { lockedAt: '2026-11-29T03:48:00.000Z', opensBy: 'reset' },
      }),
    );
    await openPage();
    streams.at(-1)?.send('approved');
    expect(await heading('Bạn đã khóa tài khoản này')).toBeTruthy();
  });

  test('finds the session if the response to the sign-in was lost', async () => {
    network().on('POST /vid/ajax/auth/login/qr', () => notFound);
    network().on('GET /vid/ajax/auth/me', () => data(person));
    await openPage();
    streams.at(-1)?.send('approved');
    await arrive('/user/information');
    expect(useAuth.getState().user?.id).toBe(person.id);
  });

  test('does not adopt a session whose sign-out is still pending', async () => {
    network().on('POST /vid/ajax/auth/login/qr', () => notFound);
    network().on('GET /vid/ajax/auth/me', () => data(person));
    await openPage();
    act(() => useAuth.setState({ isSignOutPending: true }));
    streams.at(-1)?.send('approved');
    expect(await screen.findByRole('button', { name: 'Tạo mã mới' })).toBeTruthy();
    expect(useAuth.getState().isAuthenticated).toBe(false);
  });

  test('offers a retry if no code can be loaded', async () => {
    network().on('POST /vid/ajax/auth/qr', () =>
      refusal(429, { error: 'Bạn thao tác quá nhanh.', message: 'RATE_LIMITED' }),
    );
    visit('/signin/qr');
    expect(await screen.findByText('Bạn thao tác quá nhanh.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Thử lại' })).toBeTruthy();
  });
});

describe('the phone that scanned a QR code', () => {
  const scanned: Scanned = {
    status: 'scanned',
    device: { browser: 'Firefox', system: 'Windows', isMobile: false },
    address: '203.0.113.x',
    isSameNetwork: false,
    requestedAt: '2026-11-24T00:00:00.000Z',
    expiresIn: 100,
    choices: [10, 47, 90],
  };

  async function openApproval(request: Partial<Scanned> = {}) {
    network().on('POST /vid/ajax/auth/qr/:qrId/scan', () => data({ ...scanned, ...request }));
    sessionStarted(person);
    const view = visit(`/qr/${qrId}`);
    await screen.findByRole('heading', { level: 1 });
    return view;
  }

  test('opens the request of the other device after the sign-in', async () => {
    network().on('POST /vid/ajax/auth/qr/:qrId/scan', () => data(scanned));
    network().on('POST /vid/ajax/auth/login/phone', () => data(person));
    const { user } = visit(`/qr/${qrId}`);
    await arrive('/signin');
    expect(
      await screen.findByText(
        'Để duyệt yêu cầu của thiết bị kia, trước hết hãy đăng nhập trên điện thoại này.',
      ),
    ).toBeTruthy();
    await user.type(screen.getByLabelText('Số điện thoại'), '0912345678');
    await user.type(screen.getByLabelText('Mật khẩu'), 'Trăng#Rằm8{Enter}');
    await arrive(`/qr/${qrId}`);
    await heading('Đăng nhập trên màn hình khác?');
  });

  test('Q3 shows browser, place, network and time, and warns about another network', async () => {
    network().failOnce('POST /vid/ajax/auth/qr/:qrId/scan');
    await openApproval({ place: 'Hà Nội, Việt Nam' });
    for (const shown of ['Firefox trên Windows', 'Hà Nội, Việt Nam', '203.0.113.x', '07:00 ngày 24/11/2026'])
      expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.getByText('Màn hình đó dùng mạng khác với điện thoại của bạn.')).toBeTruthy();
  });

  test('Q5 shows markup in the browser name of the screen as text', async () => {
    await openApproval({
      device: { browser: '<img src=x onerror=alert(1)>', system: '', isMobile: false },
    });
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });

  test('shows that a request was approved after a lost response', async () => {
    let scans = 0;
    network().on('POST /vid/ajax/auth/qr/:qrId/approve', () =>
      refusal(400, { error: 'Đã được xử lý.', message: 'QR_DECIDED' }),
    );
    const { user } = await openApproval();
    network().on('POST /vid/ajax/auth/qr/:qrId/scan', () => {
      scans += 1;
      return data({ ...scanned, status: 'used' });
    });
    await user.click(screen.getByRole('radio', { name: '47' }));
    await user.click(screen.getByRole('button', { name: 'Đồng ý đăng nhập' }));
    await heading('Đã đồng ý đăng nhập');
    expect(scans).toBe(1);
  });

  test('keeps the form after an outage, and approves on the next press', async () => {
    let isDown = true;
    network().on('POST /vid/ajax/auth/qr/:qrId/approve', () =>
      isDown ? refusal(503, { error: 'Hệ thống đang bận.', message: 'UNAVAILABLE' }) : data(true),
    );
    const { user } = await openApproval();
    await user.click(screen.getByRole('radio', { name: '47' }));
    await user.click(screen.getByRole('button', { name: 'Đồng ý đăng nhập' }));
    expect(await screen.findByText('Hệ thống đang bận.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Đồng ý đăng nhập' }));
    await waitFor(() => heading('Đã đồng ý đăng nhập'));
  });

  test('denies the request when the button is pressed', async () => {
    const { user } = await openApproval();
    const deny = 'POST /vid/ajax/auth/qr/:qrId/deny';
    await expectRefusedPress(user, deny, 'Từ chối', network());
    network().on(deny, () => data(true));
    await user.click(screen.getByRole('button', { name: 'Từ chối' }));
    await heading('Đã từ chối đăng nhập');
    expect(bodiesOf('POST /vid/ajax/auth/qr/:qrId/approve')).toEqual([]);
  });

  test('does not warn about the network that both devices use', async () => {
    await openApproval({ isSameNetwork: true });
    expect(screen.queryByText('Màn hình đó dùng mạng khác với điện thoại của bạn.')).toBeNull();
  });
});
