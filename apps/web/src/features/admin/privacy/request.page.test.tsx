import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { Notifications } from '#shared/ui/feedback/notifications.tsx';
import { useCommon } from '#state/common.ts';
import type { RequestDetail } from './privacy.tsx';
import { PrivacyRequestsPage } from './privacy.page.tsx';
import { PrivacyRequestPage } from './request.page.tsx';

useMemberScreens();

const first: RequestDetail = {
  id: 'req_1',
  kind: 'restriction',
  status: 'open',
  createdAt: '2026-11-27T02:00:00.000Z',
  replyDueAt: '2026-12-01T02:00:00.000Z',
  dueAt: '2026-12-12T02:00:00.000Z',
  account: { id: 'acc_1', name: 'Đỗ Hải Yến', phone: '+84912345678' },
  nextDueAt: '2026-12-01T02:00:00.000Z',
  secondsLeft: 31 * 3_600 + 59,
  urgency: 'dueSoon',
  details: 'Ngừng gửi tin quảng bá.',
  answer: null,
  outcome: null,
  resolution: null,
  extensionReason: null,
  answeredAt: null,
  extendedAt: null,
  closedAt: null,
  handledBy: null,
  mayExtend: true,
  maxExtensionDays: 15,
};
const second: RequestDetail = {
  ...first,
  id: 'req_2',
  kind: 'correction',
  status: 'answered',
  account: { id: 'acc_2', name: 'Trần Quốc Bảo', phone: null },
  urgency: 'overdue',
  secondsLeft: -5 * 86_400,
  mayExtend: false,
};
let waiting: readonly RequestDetail[];

beforeEach(async () => {
  await loadTexts('admin');
  waiting = [first, second];
  network().on('POST /vid/api/admin/privacy/requests/search', () =>
    data({ items: [...waiting], next: null, count: waiting.length }),
  );
  network().on('GET /vid/api/admin/privacy/requests/:requestId', ({ endpoint }) =>
    data(endpoint.endsWith('req_1') ? first : second),
  );
  network().on('POST /vid/api/admin/privacy/requests/:requestId/close', ({ endpoint }) => {
    waiting = waiting.filter(({ id }) => !endpoint.includes(id));
    return data(true);
  });
  network().on('GET /vid/api/admin/attention', () =>
    data({
      enterprises: 0,
      certificates: 0,
      privacy: { open: 2, dueSoon: 1, overdue: 1 },
      incidents: { open: 0, overdue: 0, nextDueAt: null },
      operation: [],
    }),
  );
});

const show = (path: string) =>
  renderPage(
    <>
      <Routes>
        <Route path="/admin/privacy" element={<PrivacyRequestsPage />} />
        <Route path="/admin/privacy/:requestId" element={<PrivacyRequestPage />} />
      </Routes>
      <Notifications />
    </>,
    { ...person, role: 'admin' },
    path,
  );
const bodiesOf = (ending: string) =>
  network()
    .calls.filter(({ endpoint }) => endpoint.endsWith(ending))
    .map(({ body }) => body);
const closings = () => bodiesOf('/close');

test('a privacy request stays open after an answer', async () => {
  const answer = 'POST /vid/api/admin/privacy/requests/:requestId/answer';
  network().on(answer, () => refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' }));
  const user = show('/admin/privacy/req_1');
  await user.click(await screen.findByRole('button', { name: /^Trả lời/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Trả lời yêu cầu' }));
  const send = dialog.getByRole('button', { name: 'Trả lời' });
  await user.click(send);
  expect(dialog.getByText('Vui lòng nhập nội dung.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox'), ' Đã nhận. ');
  await user.click(send);
  expect(await dialog.findByText('Dữ liệu đã thay đổi.')).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe(' Đã nhận. ');
  network().on(answer, () => data(true));
  await user.click(send);
  await waitFor(() => expect(useCommon.getState().displayMessage).toBe('admin.privacy.answer.success'));
  expect(bodiesOf('/answer')).toEqual([{ text: 'Đã nhận.' }, { text: 'Đã nhận.' }]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hạn chế xử lý dữ liệu');
  expect(closings()).toEqual([]);
});

test('a privacy request is not extended by 0, 16 or “x” days', async () => {
  network().on('POST /vid/api/admin/privacy/requests/:requestId/extend', () => data(true));
  const user = show('/admin/privacy/req_1');
  await user.click(await screen.findByRole('button', { name: 'Gia hạn' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gia hạn' }));
  const days = dialog.getByLabelText('Số ngày gia hạn');
  await user.type(dialog.getByLabelText('Lý do'), 'Cần bên thứ ba.');
  for (const wrong of ['0', '16', 'x']) {
    await user.clear(days);
    await user.type(days, wrong);
    await user.click(dialog.getByRole('button', { name: 'Gia hạn' }));
    expect(dialog.getByText('Vui lòng nhập số ngày từ 1 đến 15.')).toBeTruthy();
  }
  await user.clear(days);
  await user.type(days, '15');
  await user.click(dialog.getByRole('button', { name: 'Gia hạn' }));
  await waitFor(() => expect(useCommon.getState().displayMessage).toBe('admin.privacy.extend.success'));
  expect(bodiesOf('/extend')).toEqual([{ days: 15, reason: 'Cần bên thứ ba.' }]);
});

test('a closed privacy request shows its reply, extension and withdrawal', async () => {
  const closed: RequestDetail = {
    ...first,
    status: 'closed',
    answer: 'Đã nhận yêu cầu.',
    answeredAt: '2026-11-28T02:00:00.000Z',
    extensionReason: 'Cần bên thứ ba.',
    extendedAt: '2026-11-29T02:00:00.000Z',
    closedAt: '2026-11-30T02:00:00.000Z',
    secondsLeft: null,
    urgency: 'closed',
    handledBy: { id: 'acc_admin', name: 'Lê Minh Châu' },
    mayExtend: false,
  };
  network().on('GET /vid/api/admin/privacy/requests/:requestId', () => data(closed));
  show('/admin/privacy/req_1');
  const replies = (await screen.findByText('Đã nhận yêu cầu.')).closest('ul');
  expect([...(replies?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Đã trả lời.*28\/11\/2026.*Đã nhận yêu cầu\.$/u),
    expect.stringMatching(/^Đã gia hạn.*29\/11\/2026.*Cần bên thứ ba\.$/u),
    expect.stringMatching(/^Hội viên đã rút.*30\/11\/2026$/u),
  ]);
  expect(screen.getByText('Người xử lý gần nhất: Lê Minh Châu')).toBeTruthy();
  for (const name of [/^Trả lời/u, 'Gia hạn', 'Đóng: đã thực hiện'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('the queue of privacy requests names the next deadline and remaining time', async () => {
  const user = show('/admin/privacy');
  await screen.findByRole('link', { name: 'Xét lần lượt' });
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 1, name: 'Hạn chế xử lý dữ liệu' });
  const due = screen.getByText(/^Trả lời trước 09:00 ngày 01\/12\/2026/u);
  expect(due.parentElement?.textContent).toContain('(còn 31 giờ)');
  const list = within(screen.getByRole('navigation', { name: 'Yêu cầu về dữ liệu cá nhân' }));
  expect(list.getByText('quá hạn 5 ngày')).toBeTruthy();
});

test('a privacy request is closed only after its checks are ticked', async () => {
  const user = show('/admin/privacy/req_1');
  await user.click(await screen.findByRole('button', { name: 'Đóng: đã thực hiện' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Đã ngừng gửi.');
  const close = dialog.getByRole('button', { name: 'Đóng: đã thực hiện' });
  await user.click(close);
  expect(dialog.getAllByText(/^Hãy đối chiếu rồi đánh dấu mục này/u)).toHaveLength(2);
  expect(closings()).toEqual([]);
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
  await user.click(close);
  await screen.findByRole('heading', { level: 1, name: 'Sửa dữ liệu sai' });
  await screen.findByText('Đã đóng yêu cầu. Còn 1 hồ sơ.');
  expect(closings()).toEqual([
    { outcome: 'done', text: 'Đã ngừng gửi.', checks: ['carried-out', 'passed-on'] },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('r');
  const declining = within(await screen.findByRole('dialog'));
  await user.type(declining.getByRole('textbox'), 'Luật buộc Hội giữ dữ liệu này.');
  await user.click(declining.getByRole('checkbox'));
  await user.click(declining.getByRole('button', { name: 'Đóng: không thực hiện' }));
  await screen.findByText('Không có yêu cầu nào đang chờ');
  expect(closings().at(-1)).toMatchObject({ outcome: 'declined', checks: ['legal-basis'] });
});

describe('the pages of requests about personal data', () => {
  testShownPages(
    {
      'the open requests': { path: '/admin/privacy' },
      'a request to restrict': {},
      'an overdue request to correct': { path: '/admin/privacy/req_2' },
    },
    ({ path = '/admin/privacy/req_1' }) => show(path),
  );
});
