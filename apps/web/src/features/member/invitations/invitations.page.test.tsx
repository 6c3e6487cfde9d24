import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi, afterEach } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { stubCanvasContext } from '../../../../test/canvas.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { type InvitedMember, type Invitations, InvitationsPage } from './invitations.page.tsx';
import { qrSvg } from './save-qr.ts';

const list = 'GET /vid/api/users/invitations';
const link = 'https://id.example.vn/vid/web/qr/VN7K2M9PH8';
const an: InvitedMember = {
  displayName: 'N*** V*** An',
  isEnterprise: false,
  joinedAt: '2026-03-10T02:00:00.000Z',
};
const company: InvitedMember = { ...an, displayName: null, isEnterprise: true };

const answer = (items: InvitedMember[], next: string | null = null): Invitations => ({
  referralCode: 'VN7K2M9PH8',
  link,
  counts: { joined: 3, recent: 2 },
  joined: { items, next },
});

/**
 * Replaces the canvas, which the tests' DOM lacks. Returns the drawing steps, the saved files and the spy of the
 * download click.
 */
function stubCanvas(encoded: Blob | null) {
  const steps: unknown[][] = [];
  const context = {
    set fillStyle(colour: string) {
      steps.push(['colour', colour]);
    },
    fillRect: (...area: number[]) => steps.push(['rect', ...area]),
    scale: (...by: number[]) => steps.push(['scale', ...by]),
    fill: () => steps.push(['fill']),
  };
  vi.stubGlobal('Path2D', vi.fn<() => void>());
  stubCanvasContext(context);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(encoded));
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:x';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return { steps, saved, click };
}

useMemberScreens();
afterEach(() => notify.clear());

describe('the invitation', () => {
  test('is shown as a code, a link and a QR code', async () => {
    network().on(list, () => data(answer([])));
    renderPage(<InvitationsPage />, person);
    expect(await screen.findByText('VN7K2M9PH8')).toBeDefined();
    expect(screen.getByText(link)).toBeDefined();
    const picture = screen.getByRole('img', { name: 'Mã QR của lời mời VN7K2M9PH8' });
    const drawn = picture.querySelector('path[fill="#000"]')?.getAttribute('d') ?? '';
    // The saved picture shows the same code as the page.
    expect(drawn).not.toBe('');
    expect(qrSvg(link)).toContain(drawn);
  });

  test('can be copied as a link and as a code', async () => {
    network().on(list, () => data(answer([an])));
    const user = renderPage(<InvitationsPage />, person);
    await user.click(await screen.findByRole('button', { name: 'Sao chép liên kết' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    await user.click(screen.getByRole('button', { name: 'Sao chép Mã giới thiệu' }));
    expect(await navigator.clipboard.readText()).toBe('VN7K2M9PH8');
    expect(screen.queryByRole('button', { name: 'Gửi lời mời' })).toBeNull();
  });

  test('can be saved as an SVG file of its QR code', async () => {
    const saved: Blob[] = [];
    const names: string[] = [];
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    network().on(list, () => data(answer([])));
    const user = renderPage(<InvitationsPage />, person);
    await user.click(await screen.findByRole('button', { name: /SVG/u }));
    await waitFor(() => expect(names).toEqual(['vid-VN7K2M9PH8.svg']));
    expect(await saved[0]?.text()).toBe(qrSvg(link));
  });

  describe('as a PNG', () => {
    test('is black on white, with whole pixels for each module', async () => {
      const png = new Blob(['png'], { type: 'image/png' });
      const { steps, saved, click } = stubCanvas(png);
      network().on(list, () => data(answer([])));
      const user = renderPage(<InvitationsPage />, person);
      await user.click(await screen.findByRole('button', { name: /PNG/u }));
      await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: 'vid-VN7K2M9PH8.png' }]));
      expect(saved).toEqual([png]);
      const [, , , side = 0] = steps[1] ?? [];
      expect(Number(side)).toBeGreaterThanOrEqual(1_024);
      const scale = Number(steps[2]?.[1]);
      expect(Number.isInteger(scale)).toBe(true);
      expect(Number(side) % scale).toBe(0);
      expect(steps).toEqual([
        ['colour', '#fff'],
        ['rect', 0, 0, side, side],
        ['scale', scale, scale],
        ['colour', '#000'],
        ['fill'],
      ]);
    });

    test('is reported as failed if the browser cannot make the picture', async () => {
      stubCanvas(null);
      network().on(list, () => data(answer([])));
      const user = renderPage(
        <>
          <Notifications />
          <InvitationsPage />
        </>,
        person,
      );
      await user.click(await screen.findByRole('button', { name: /PNG/u }));
      expect((await screen.findByRole('alert')).textContent).not.toBe('');
    });
  });

  test.each([
    ['has an error message if the share sheet fails', new DOMException('no', 'NotAllowedError'), true],
    [
      'has no error message if the member closes the share sheet',
      new DOMException('closed', 'AbortError'),
      false,
    ],
  ])('%s', async (_what, error, isReported) => {
    Object.defineProperty(navigator, 'share', { value: () => Promise.reject(error), configurable: true });
    try {
      network().on(list, () => data(answer([])));
      const user = renderPage(
        <>
          <Notifications />
          <InvitationsPage />
        </>,
        person,
      );
      await user.click(await screen.findByRole('button', { name: 'Gửi lời mời' }));
      await expect.poll(() => screen.getByRole('alert').textContent !== '').toBe(isReported);
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  test('can be passed to the browser’s share sheet', async () => {
    const share = vi.fn<(shared: ShareData) => Promise<void>>(async () => {});
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    try {
      network().on(list, () => data(answer([])));
      const user = renderPage(<InvitationsPage />, person);
      await user.click(await screen.findByRole('button', { name: 'Gửi lời mời' }));
      expect(share.mock.calls).toEqual([
        [
          {
            title: 'Lời mời tham gia Hội Thử nghiệm',
            text: 'Mời bạn tham gia Hội Thử nghiệm. Mã giới thiệu: VN7K2M9PH8',
            url: link,
          },
        ],
      ]);
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });
});

describe('the list of invited members', () => {
  test('says that no member has joined by the invitation code yet', async () => {
    network().on(list, () => data({ ...answer([]), counts: { joined: 0, recent: 0 } }));
    renderPage(<InvitationsPage />, person);
    expect(await screen.findByText('Chưa có ai tham gia bằng mã của bạn')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Đã tham gia (0)' })).toBeDefined();
  });

  test('shows masked names and times, and appends further pages', async () => {
    network().on(list, ({ query }) =>
      data(
        query.get('after') === 'page2'
          ? answer([{ ...an, displayName: 'L*** Bình' }])
          : answer([an, company], 'page2'),
      ),
    );
    const user = renderPage(<InvitationsPage />, person);
    expect(await screen.findByRole('heading', { name: 'Đã tham gia (3)' })).toBeDefined();
    expect(screen.getByText('Trong 30 ngày qua: 2')).toBeDefined();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^N\*{3} V\*{3} An.*10\/03\/2026/u);
    expect(within(second ?? document.body).getByText('Hội viên chưa có tên')).toBeDefined();
    expect(within(second ?? document.body).getByText('Doanh nghiệp')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Xem thêm' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    expect(screen.getAllByRole('listitem')[2]?.textContent).toContain('L*** Bình');
    expect(screen.queryByRole('button', { name: 'Xem thêm' })).toBeNull();
  });

  test('keeps loaded pages if the next page fails', async () => {
    network().on(list, ({ query }) =>
      query.has('after')
        ? refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' })
        : data(answer([an], 'page2')),
    );
    const user = renderPage(<InvitationsPage />, person);
    await user.click(await screen.findByRole('button', { name: 'Xem thêm' }));
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  test('reports a failure and offers a retry', async () => {
    network().on(list, () => refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }));
    const user = renderPage(<InvitationsPage />, person);
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    network().on(list, () => data(answer([an])));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText(link)).toBeDefined();
  });
});
