import { screen, within, waitFor } from '@testing-library/react';
import { termsVersion } from '@vid/contract/limits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectFocusOnTitle } from '../../../../test/focus.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Purpose } from './purpose-card.tsx';
import type { Export } from './export-card.tsx';
import { PrivacyPage } from './privacy.page.tsx';
import { PrivacyParts } from './privacy-parts.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import type { PrivacyRequest } from './request-card.tsx';
import { useCommon } from '#state/common.ts';

const at = '2026-11-24T02:00:00.000Z';
const given: Purpose['events'][number] = {
  action: 'given',
  version: termsVersion,
  language: 'vi',
  textHash: 'ab'.repeat(32),
  method: 'sign-up-form',
  at,
};
const request: PrivacyRequest = {
  id: 'req_1',
  kind: 'correction',
  details: 'Tên của tôi sai dấu.',
  status: 'open',
  answer: null,
  outcome: null,
  resolution: null,
  extensionReason: null,
  createdAt: at,
  replyDueAt: '2026-11-26T02:00:00.000Z',
  dueAt: '2026-12-04T02:00:00.000Z',
};
const ready: Export = { id: 'exp_1', status: 'ready', createdAt: at, expiresAt: '2026-12-01T02:00:00.000Z' };

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type PartPath = Extract<(typeof areaPaths)[keyof typeof areaPaths], `/user/privacy/${string}`>;
const open = (path: PartPath) => renderPage(<PrivacyParts />, person, path);
const bodiesOf = (endpoint: string) =>
  network()
    .calls.filter((call) => call.endpoint === endpoint)
    .map(({ body }) => body);

const reads = () =>
  network().calls.filter(({ endpoint }) => endpoint === 'GET /vid/api/privacy/exports').length;

describe('the privacy page', () => {
  useMemberScreens();
  let purposes: Purpose[] = [];
  let exports: Export[] = [];
  let requests: PrivacyRequest[] = [];
  beforeEach(async () => {
    await loadTexts('sso');
    purposes = [
      { purpose: 'terms', isRequired: true, isGiven: true, events: [given] },
      { purpose: 'marketing', isRequired: false, isGiven: false, events: [] },
    ];
    exports = [];
    requests = [];
    network().on('GET /vid/api/privacy/consents', () => data(purposes));
    network().on('GET /vid/api/sso/consents', () => data([]));
    network().on('GET /vid/api/privacy/exports', () => data(exports));
    network().on('GET /vid/api/privacy/incidents', () => data([]));
    network().on('GET /vid/api/privacy/requests', () => data(requests));
  });

  test('links the state of each right to its page', async () => {
    requests = [request, { ...request, id: 'req_2', status: 'closed' }];
    renderPage(<PrivacyPage />, person);
    await screen.findByText('1 yêu cầu đang xử lý');
    const rows = screen.getAllByRole('link');
    expect(rows.map((row) => [row.getAttribute('href'), row.textContent])).toEqual([
      [areaPaths.userConsents, 'Sự đồng ý của bạnĐã đồng ý 1 trên 2 mục đíchQuản lý'],
      [areaPaths.userApplications, 'Ứng dụng được xem thông tin của bạnChưa có ứng dụng nàoQuản lý'],
      [areaPaths.userCopies, 'Bản sao dữ liệu của bạnChưa yêu cầu bản sao nàoXem'],
      [areaPaths.userRequests, 'Yêu cầu gửi Hội1 yêu cầu đang xử lýXem'],
      ['/user/deletion', 'Xóa tài khoảnBạn có 30 ngày để đổi ý. Sau đó, dữ liệu bị xóa hẳn.Xem'],
    ]);
  });

  test('counts the incident notices in a row that opens their page', async () => {
    network().on('GET /vid/api/privacy/incidents', () => data([{ toldAt: at, text: 'Đã bị gửi nhầm.' }]));
    renderPage(<PrivacyPage />, person);
    const row = await screen.findByRole('link', { name: /^Sự cố dữ liệu 1 thông báo/ });
    expect(row.getAttribute('href')).toBe(areaPaths.userIncidents);
  });

  test('records the shown version and language of a consent', async () => {
    network().on('POST /vid/api/privacy/consents', () => {
      purposes = purposes.map((purpose) => ({ ...purpose, isGiven: true }));
      return data(true);
    });
    const user = open(areaPaths.userConsents);
    const hash = await screen.findByText(new RegExp('ab'.repeat(32)));
    await user.click(screen.getByText(/^Lịch sử \(1\)/));
    expect(hash.closest('details')?.open).toBe(false);
    await user.click(screen.getByText('Chi tiết kỹ thuật'));
    expect(hash.closest('details')?.open).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Đồng ý nhận tin' }));
    expect(await screen.findByRole('button', { name: 'Ngừng nhận tin' })).toBeDefined();
    expect(bodiesOf('POST /vid/api/privacy/consents')).toEqual([
      { purpose: 'marketing', isGiven: true, version: termsVersion, language: 'vi' },
    ]);
    expect(useCommon.getState().displayMessage).toBe('privacy.consent.done');
    await user.click(screen.getByRole('button', { name: 'Ngừng nhận tin' }));
    await waitFor(() => expect(useCommon.getState().displayMessage).toBe('privacy.consent.undone'));
    expect(bodiesOf('POST /vid/api/privacy/consents')[1]).toMatchObject({ isGiven: false });
  });

  test('says why a consent could not be recorded', async () => {
    const user = open(areaPaths.userConsents);
    await expectRefusedPress(user, 'POST /vid/api/privacy/consents', 'Đồng ý nhận tin');
  });

  test('saves a copy as a JSON file and an HTML file', async () => {
    exports = [ready];
    const one = 'GET /vid/api/privacy/exports/:exportId';
    const user = open(areaPaths.userCopies);
    await expectRefusedPress(user, one, /^Tải tệp JSON/u);
    network().on(one, () => data({ html: '<p>', json: '{"a":1}' }));
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:copy';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(screen.getByRole('button', { name: /^Tải tệp JSON/u }));
    await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: 'vid-exp_1.json' }]));
    expect(made[0]?.type).toMatch(/^application\/json/u);
    expect(await made[0]?.text()).toBe('{"a":1}');
    await user.click(screen.getByRole('button', { name: /^Tải bản dễ đọc/u }));
    await waitFor(() => expect(click.mock.contexts[1]).toMatchObject({ download: 'vid-exp_1.html' }));
    expect(made[1]?.type).toMatch(/^text\/html/u);
    vi.restoreAllMocks();
  });

  test('stops checking for the copy once the copy is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    exports = [{ ...ready, status: 'pending' }];
    open(areaPaths.userCopies);
    await screen.findByText(/^Bạn có thể rời trang này/u);
    const before = reads();
    exports = [ready];
    await vi.advanceTimersByTimeAsync(5_500);
    expect(await screen.findByRole('button', { name: /^Tải tệp JSON/u })).toBeDefined();
    expect(reads()).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(reads()).toBe(before + 1);
  });

  test('shows the notice of an incident', async () => {
    network().on('GET /vid/api/privacy/incidents', () =>
      data([{ toldAt: at, text: 'Danh sách của Hội đã bị gửi nhầm.' }]),
    );
    open(areaPaths.userIncidents);
    expect(await screen.findByText('Danh sách của Hội đã bị gửi nhầm.')).toBeDefined();
  });

  test('offers a copy as HTML and JSON after the password is entered', async () => {
    let isConfirmed = false;
    network().on('POST /vid/api/privacy/exports', () => {
      if (!isConfirmed) return refusal(403, { error: 'Xác nhận.', message: 'REAUTHENTICATION_REQUIRED' });
      exports = [ready];
      return data(ready);
    });
    network().on('POST /vid/ajax/auth/reauthenticate', () => {
      isConfirmed = true;
      return data(true);
    });
    const user = open(areaPaths.userCopies);
    await user.click(await screen.findByRole('button', { name: 'Yêu cầu bản sao' }));
    const dialog = await screen.findByRole('dialog', { name: 'Xác nhận danh tính' });
    await user.type(within(dialog).getByLabelText('Mật khẩu'), 'Trăng#Rằm8');
    await user.click(within(dialog).getByRole('button', { name: 'Tiếp tục' }));
    expect(
      await screen.findByRole('button', { name: /^Tải bản dễ đọc \(HTML\), bản sao lúc/ }),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: /^Tải tệp JSON, bản sao lúc/ })).toBeDefined();
  });

  test('offers no other copy while a copy is being made', async () => {
    exports = [{ ...ready, status: 'pending' }];
    open(areaPaths.userCopies);
    expect(await screen.findByText(/^Bạn có thể rời trang này/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Yêu cầu bản sao' })).toBeNull();
  });

  test('says when another copy can be requested', async () => {
    exports = [{ ...ready, createdAt: hoursAgo(1) }];
    open(areaPaths.userCopies);
    expect(await screen.findByText(/^Bạn có thể yêu cầu bản mới từ/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Yêu cầu bản sao' })).toBeNull();
  });

  test('allows another copy after a failed copy', async () => {
    exports = [
      { ...ready, id: 'exp_2', status: 'failed', createdAt: hoursAgo(1) },
      { ...ready, createdAt: hoursAgo(25) },
    ];
    open(areaPaths.userCopies);
    expect(await screen.findByRole('button', { name: 'Yêu cầu bản sao' })).toBeDefined();
    expect(screen.queryByText(/^Bạn có thể yêu cầu bản mới từ/)).toBeNull();
  });

  test('says why a copy could not be requested', async () => {
    const user = open(areaPaths.userCopies);
    await expectRefusedPress(user, 'POST /vid/api/privacy/exports', 'Yêu cầu bản sao');
  });

  test('lists a new request with its due dates', async () => {
    network().on('POST /vid/api/privacy/requests', () => {
      requests = [request];
      return data(request);
    });
    const user = open(areaPaths.userRequests);
    await user.click(await screen.findByRole('button', { name: 'Gửi yêu cầu mới' }));
    const kind = screen.getByLabelText('Loại yêu cầu');
    await expect.poll(() => document.activeElement).toBe(kind);
    await user.click(screen.getByRole('button', { name: 'Gửi yêu cầu' }));
    expect(kind.getAttribute('aria-invalid')).toBe('true');
    await user.selectOptions(kind, 'correction');
    await user.type(screen.getByLabelText('Nội dung'), request.details);
    await user.click(screen.getByRole('button', { name: 'Gửi yêu cầu' }));
    expect(await screen.findByText(request.details)).toBeDefined();
    expect(screen.getByText(/^Hạn trả lời: .*26\/11\/2026/)).toBeDefined();
    expect(screen.getByText(/^Hạn thực hiện: .*04\/12\/2026/)).toBeDefined();
    expect(bodiesOf('POST /vid/api/privacy/requests')).toEqual([
      { kind: 'correction', details: request.details },
    ]);
  });

  test('lets the member close an open request after a confirmation', async () => {
    requests = [request];
    network().on('POST /vid/api/privacy/requests/close', () => {
      requests = [{ ...request, status: 'closed' }];
      return data(true);
    });
    const user = open(areaPaths.userRequests);
    await user.click(await screen.findByRole('button', { name: 'Rút yêu cầu “Sửa dữ liệu sai”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rút yêu cầu này?' });
    await user.click(within(dialog).getByRole('button', { name: 'Rút yêu cầu' }));
    expect(await screen.findByText('Đã đóng')).toBeDefined();
    expect(bodiesOf('POST /vid/api/privacy/requests/close')).toEqual([{ requestId: 'req_1' }]);
    await expectFocusOnTitle();
  });

  test('loads the list of requests again after a failure', async () => {
    network().on('GET /vid/api/privacy/requests', () =>
      refusal(403, { error: 'Tạm gián đoạn.', message: 'FORBIDDEN' }),
    );
    const user = open(areaPaths.userRequests);
    expect(await screen.findByText('Tạm gián đoạn.')).toBeDefined();
    network().on('GET /vid/api/privacy/requests', () => data([request]));
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText(request.details)).toBeDefined();
  });
});
