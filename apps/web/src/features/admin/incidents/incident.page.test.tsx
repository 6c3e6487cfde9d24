import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens, lastNavigation } from '../../../../test/member.tsx';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import { useCommon } from '#state/common.ts';
import { testShownPages } from '../../../../test/shown-pages.tsx';
import { findTable } from '../../../../test/table.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Affected } from './add-affected.tsx';
import { IncidentPage } from './incident.page.tsx';
import { IncidentsPage } from './incidents.page.tsx';
import type { IncidentDetail } from './incidents.tsx';
import { NewIncidentPage } from './new-incident.page.tsx';

const admin = { ...person, role: 'admin' as const };
const get = 'GET /vid/api/admin/incidents/:incidentId';
const incident: IncidentDetail = {
  id: 'inc_1',
  title: 'Gửi nhầm danh sách hội viên',
  description: 'Một tệp được gửi nhầm địa chỉ.',
  dataKinds: ['names', 'phones'],
  severity: 'medium',
  measures: '',
  status: 'open',
  urgency: 'inTime',
  discoveredAt: '2026-11-24T02:00:00.000Z',
  dueAt: '2026-11-27T02:00:00.000Z',
  secondsLeft: 61 * 3_600 + 20 * 60,
  closedAt: null,
  revision: 4,
  notedBy: { id: 'acc_admin', name: 'Trần Quốc Bảo' },
  createdAt: '2026-11-24T03:00:00.000Z',
  authorityNotifiedAt: null,
  authorityReference: null,
  noticeRequestedAt: null,
  membersNotifiedAt: null,
  closingNote: null,
  affected: { total: 2, told: 0, unreachable: 0, waiting: 2 },
};
const affected: Affected = {
  id: '1',
  account: { id: 'acc_1', name: 'Lê Minh Châu', phone: '+84912345678' },
  how: 'phone',
  addedAt: '2026-11-24T03:10:00.000Z',
  toldAt: null,
  toldBy: null,
};
const page = (
  <Routes>
    <Route path="/admin/incidents/new" element={<NewIncidentPage />} />
    <Route path="/admin/incidents/:incidentId" element={<IncidentPage />} />
  </Routes>
);
const bodyOf = (ending: string) =>
  network().calls.findLast(({ endpoint }) => endpoint.endsWith(ending))?.body;

const reads = () => network().calls.filter(({ endpoint }) => endpoint.endsWith('/incidents/inc_1')).length;

const listed = (item: IncidentDetail) => () =>
  network().on('POST /vid/api/admin/incidents/search', () => data({ items: [item], next: null, count: 1 }));

describe('the incident register', () => {
  useMemberScreens();
  let shown = incident;
  beforeEach(async () => {
    await loadTexts('admin');
    shown = incident;
    network().on(get, () => data(shown));
    network().on('GET /vid/api/admin/incidents/:incidentId/drafts', () =>
      data({
        authority: { vi: 'Kính gửi', en: 'To the authority' },
        members: { vi: 'Nội dung', en: 'Text' },
      }),
    );
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts/search', () =>
      data({ items: [affected], next: null, count: 1 }),
    );
  });

  const changed = (change: Partial<IncidentDetail>) => () => {
    shown = { ...shown, revision: shown.revision + 1, ...change };
    return data(true as const);
  };

  test('lists incidents with the remaining time', async () => {
    network().on('POST /vid/api/admin/incidents/search', () =>
      data({ items: [incident], next: null, count: 1 }),
    );
    renderPage(<IncidentsPage />, admin);
    expect((await screen.findAllByText('Còn 61 giờ 20 phút để báo cơ quan chức năng')).length).toBe(2);
  });

  test('says for each closed incident whether the authority was notified', async () => {
    const closed = { ...incident, status: 'closed', closedAt: '2026-11-26T02:00:00.000Z' } as const;
    network().on('POST /vid/api/admin/incidents/search', () =>
      data({
        items: [
          { ...closed, urgency: 'told' },
          { ...closed, id: 'inc_2', urgency: 'closed' },
        ],
        next: null,
        count: 2,
      }),
    );
    renderPage(<IncidentsPage />, admin, '/admin/incidents?state=closed');
    const table = within(await findTable());
    expect(table.getByRole('columnheader', { name: 'Đóng lúc' })).toBeTruthy();
    expect(table.getByText('Đã báo đúng hạn')).toBeTruthy();
    expect(table.getByText('Đã đóng, không báo')).toBeTruthy();
  });

  test('shows an empty state if no incident is open', async () => {
    network().on('POST /vid/api/admin/incidents/search', () => data({ items: [], next: null, count: 1 }));
    renderPage(<IncidentsPage />, admin);
    expect(await screen.findByText('Không có sự cố nào đang xử lý')).toBeTruthy();
  });

  test('shows an incident’s remaining time, draft notice and affected member', async () => {
    renderPage(page, admin, '/admin/incidents/inc_1');
    expect(await screen.findByText('Còn 61 giờ 20 phút để báo cơ quan chức năng')).toBeTruthy();
    expect(await screen.findByText('Kính gửi')).toBeTruthy();
    expect((await screen.findAllByText('Lê Minh Châu')).length).toBeGreaterThan(0);
  });

  test.each([
    ['high', 'dueSoon', 'error'],
    ['high', 'inTime', 'info'],
    ['medium', 'dueSoon', 'info'],
    ['low', 'overdue', 'error'],
  ] as const)('shows an incident’s time left (%s, %s) in the tone “%s”', async (severity, urgency, tone) => {
    shown = { ...incident, severity, urgency };
    renderPage(page, admin, '/admin/incidents/inc_1');
    const clock = await screen.findByText(/^Còn 61 giờ/u);
    expect(clock.closest('.bg-danger-soft') === null ? 'info' : 'error').toBe(tone);
  });

  test('does not ask to complete the draft of a sent notice', async () => {
    shown = {
      ...incident,
      status: 'notified',
      urgency: 'told',
      authorityNotifiedAt: '2026-11-25T02:00:00.000Z',
      authorityReference: 'A05-2026/118',
    };
    renderPage(page, admin, '/admin/incidents/inc_1');
    expect(await screen.findByText('Bản nháp theo hồ sơ hiện tại, có thể khác bản đã gửi.')).toBeTruthy();
    expect(screen.queryByText(/ngoặc vuông/u)).toBeNull();
  });

  test('says by how much an incident’s notice is overdue', async () => {
    shown = { ...incident, urgency: 'overdue', secondsLeft: -3_660 };
    renderPage(page, admin, '/admin/incidents/inc_1');
    expect(await screen.findByText('Quá hạn 1 giờ 1 phút')).toBeTruthy();
  });

  test('counts the missing fields of a new incident', async () => {
    const user = renderPage(page, admin, '/admin/incidents/new');
    await user.click(await screen.findByRole('button', { name: 'Mở hồ sơ' }));
    expect(await screen.findByText('Vui lòng kiểm tra 3 mục:')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mức độ' }));
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Mức độ'));
  });

  test('requires a kind of affected data for a new incident', async () => {
    network().on('POST /vid/api/admin/incidents', () => data({ id: 'inc_1' }));
    const user = renderPage(page, admin, '/admin/incidents/new');
    await user.type(await screen.findByLabelText('Tên sự cố'), 'Mất máy');
    await user.type(screen.getByLabelText('Diễn biến'), 'Mất một máy tính.');
    await user.selectOptions(screen.getByLabelText('Mức độ'), 'high');
    await user.click(screen.getByRole('button', { name: 'Mở hồ sơ' }));
    expect(await screen.findByText('Vui lòng chọn ít nhất một loại dữ liệu.')).toBeTruthy();
    await user.click(screen.getByLabelText('Số điện thoại'));
    await user.click(screen.getByRole('button', { name: 'Mở hồ sơ' }));
    await waitFor(() =>
      expect(bodyOf('/admin/incidents')).toMatchObject({
        title: 'Mất máy',
        dataKinds: ['phones'],
        severity: 'high',
        measures: '',
      }),
    );
    // Back must not lead to the form of an incident that is already open.
    await waitFor(() => expect(lastNavigation()).toBe('REPLACE /admin/incidents/inc_1'));
    expect(useCommon.getState().displayMessage).toBe('admin.incidents.opened');
  });

  test('opens the list of incidents when a new incident is cancelled', async () => {
    network().on('POST /vid/api/admin/incidents/search', () => data({ items: [], next: null, count: 0 }));
    const user = renderPage(page, admin, '/admin/incidents/new');
    await user.click(await screen.findByRole('button', { name: 'Hủy' }));
    expect(lastNavigation()).toBe('PUSH /admin/incidents');
  });

  test('sends the shown revision with the notice to members', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/members-notice', () => {
      shown = { ...incident, revision: 5, affected: { ...incident.affected, total: 3, waiting: 3 } };
      return refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Gửi thông báo' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Gửi thông báo' }));
    expect(await dialog.findByText('Dữ liệu đã thay đổi.')).toBeTruthy();
    expect(bodyOf('/members-notice')).toEqual({ revision: 4, texts: { vi: 'Nội dung', en: 'Text' } });
    expect(dialog.getByText(/2 tài khoản sẽ nhận thông báo/u)).toBeTruthy();
  });

  test('saves only the edited fields over another administrator’s change', async () => {
    const changes: unknown[] = [];
    network().on('PUT /vid/api/admin/incidents/:incidentId', ({ body }) => {
      changes.push(body);
      if (changes.length > 1) return data(true);
      shown = { ...incident, revision: 7, title: 'Tên của người khác', measures: 'Đã thu hồi mọi khóa' };
      return refusal(409, { error: 'Dữ liệu đã thay đổi.', message: 'RECORD_CHANGED' });
    });
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Sửa' }));
    const title = await screen.findByLabelText<HTMLInputElement>('Tên sự cố');
    await user.clear(title);
    await user.type(title, 'Tên của tôi');
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(await screen.findByText('Dữ liệu đã thay đổi.')).toBeTruthy();
    await screen.findByRole('heading', { level: 1, name: 'Tên của người khác' });
    expect(screen.getByText(/^Hồ sơ vừa được người khác sửa/u)).toBeTruthy();
    expect(screen.getByText('Đã thu hồi mọi khóa', { selector: 'span' })).toBeTruthy();
    expect(title.value).toBe('Tên của tôi');
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(await screen.findByText('Đã lưu hồ sơ.')).toBeTruthy();
    const { description, dataKinds, severity, measures, discoveredAt } = incident;
    const text = { title: 'Tên của tôi', description, dataKinds, severity, measures, discoveredAt };
    expect(changes).toEqual([
      { ...text, revision: 4 },
      { ...text, measures: 'Đã thu hồi mọi khóa', revision: 7 },
    ]);
  });

  test('records the notice to the authority with its time in Vietnam', async () => {
    const notice = 'POST /vid/api/admin/incidents/:incidentId/authority-notice';
    network().on(notice, () =>
      refusal(400, {
        error: 'Kiểm tra lại.',
        message: 'VALIDATION_FAILED',
        fields: { sentAt: 'Ngày không hợp lệ.' },
      }),
    );
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Ghi nhận đã báo' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const [label, value] of [
      ['Ngày', '25'],
      ['Tháng', '11'],
      ['Năm', '2026'],
      ['Giờ', '9'],
      ['Phút', '05'],
    ] as const) {
      const field = dialog.getByLabelText(label);
      await user.clear(field);
      await user.type(field, value);
    }
    await user.type(dialog.getByLabelText('Số văn bản hoặc cách gửi'), ' A05/7 ');
    await user.click(dialog.getByRole('button', { name: 'Ghi nhận' }));
    expect(await dialog.findByText('Ngày không hợp lệ.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Số văn bản hoặc cách gửi').value).toBe(' A05/7 ');
    expect(bodyOf('/authority-notice')).toEqual({
      revision: 4,
      sentAt: '2026-11-25T02:05:00.000Z',
      reference: 'A05/7',
    });
    network().on(notice, () => data(true));
    await user.click(dialog.getByRole('button', { name: 'Ghi nhận' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('says that the time of the notice to the authority is incomplete', async () => {
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Ghi nhận đã báo' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Năm'));
    await user.type(dialog.getByLabelText('Số văn bản hoặc cách gửi'), 'A05/7');
    await user.click(dialog.getByRole('button', { name: 'Ghi nhận' }));
    expect(await dialog.findByText('Vui lòng nhập đúng ngày, giờ và phút.')).toBeTruthy();
  });

  test('closes the incident with a conclusion, after naming the open tasks', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/close', () => data(true));
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Đóng hồ sơ' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Đóng hồ sơ sự cố?' }));
    expect(
      dialog.getByText(
        'Chưa ghi nhận thông báo cho cơ quan chức năng. 2 tài khoản chưa được báo. Không sửa được hồ sơ đã đóng.',
      ),
    ).toBeTruthy();
    await user.type(dialog.getByRole('textbox'), 'Đã khắc phục.');
    await user.click(dialog.getByRole('button', { name: 'Đóng hồ sơ' }));
    await waitFor(() => expect(bodyOf('/close')).toEqual({ revision: 4, note: 'Đã khắc phục.' }));
  });

  test('offers no closing or second notice while members are being notified', async () => {
    shown = { ...incident, noticeRequestedAt: '2026-11-25T02:00:00.000Z' };
    renderPage(page, admin, '/admin/incidents/inc_1');
    expect(await screen.findByText('Đang gửi thông báo. Bạn có thể rời trang này.')).toBeTruthy();
    expect(screen.getByText('Có thể đóng sau khi gửi xong thông báo cho hội viên.')).toBeTruthy();
    for (const name of ['Gửi thông báo', 'Đóng hồ sơ'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('says why affected accounts could not be removed', async () => {
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    const [box] = await screen.findAllByRole('checkbox', { name: /Lê Minh Châu/u });
    if (box) await user.click(box);
    const remove = 'POST /vid/api/admin/incidents/:incidentId/accounts/remove';
    await expectRefusedPress(user, remove, 'Bỏ khỏi danh sách');
    expect(bodyOf('/accounts/remove')).toEqual({ ids: ['acc_1'] });
  });

  test('reports a typed phone number without an account', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts', () =>
      data({
        report: [
          { phone: '0912345678', outcome: 'added' },
          { phone: '0987654321', outcome: 'no-account' },
        ],
      }),
    );
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Thêm tài khoản' }));
    await user.type(await screen.findByLabelText('Số điện thoại'), '0912345678{Enter}0987654321');
    await user.click(screen.getByRole('button', { name: 'Thêm các số này' }));
    expect(await screen.findByText(/Đã thêm 1 tài khoản/u)).toBeTruthy();
    expect(screen.getByText('Chưa có tài khoản VID')).toBeTruthy();
  });

  test('requests every page of an account search, and adds up the results', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts/find', ({ body }) =>
      Object(body)['after'] === 'abc'
        ? data({ added: 1, seen: 20, next: null, count: 1 })
        : data({ added: 2, seen: 2_000, next: 'abc' }),
    );
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Thêm tài khoản' }));
    await user.selectOptions(screen.getByLabelText('Tìm theo'), 'address');
    await user.click(screen.getByRole('button', { name: 'Tìm và thêm' }));
    expect(network().calls.filter(({ endpoint }) => endpoint.endsWith('/find'))).toEqual([]);
    await user.type(screen.getByLabelText('Địa chỉ IP'), '203.0.113.7');
    await user.click(screen.getByRole('button', { name: 'Tìm và thêm' }));
    expect(await screen.findByText('Số bản ghi đã xem: 2.020. Số tài khoản đã thêm: 3.')).toBeTruthy();
  });

  test.each([
    ['every 10 seconds while it sends notices', { noticeRequestedAt: '2026-11-25T02:00:00.000Z' }, 10_000],
    ['every minute while its deadline is running', {}, 60_000],
  ])('polls an incident %s', async (_which, change, period) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    shown = { ...incident, ...change };
    renderPage(page, admin, '/admin/incidents/inc_1');
    await screen.findByRole('heading', { level: 1, name: incident.title });
    const before = reads();
    await vi.advanceTimersByTimeAsync(period - 2_000);
    expect(reads()).toBe(before);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads()).toBe(before + 1);
  });

  test('has no checkboxes on a page with notified members', async () => {
    const searches: unknown[] = [];
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts/search', ({ body }) => {
      searches.push(body);
      const told = { ...affected, id: '2', toldAt: '2026-11-25T02:00:00.000Z', toldBy: 'mail' } as const;
      return data({ items: [affected, told, { ...told, id: '3', account: null }], next: null, count: 3 });
    });
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    const table = within(await findTable());
    expect(table.getAllByText('Đã gửi email')).toHaveLength(2);
    expect(table.getByText('Tài khoản đã xóa')).toBeTruthy();
    expect(table.queryByRole('checkbox')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Thông báo' }), 'waiting');
    await waitFor(() => expect(searches).toEqual([{}, { isWaiting: true }]));
  });

  test('requests further affected accounts for the next page', async () => {
    const searches: unknown[] = [];
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts/search', ({ body }) => {
      searches.push(body);
      return data({ items: [affected], next: searches.length === 1 ? 'c1' : null, count: 60 });
    });
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Trang sau' }));
    await waitFor(() => expect(searches).toEqual([{}, { after: 'c1' }]));
  });

  test('shows an incident’s new state after a removal and two notices', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/accounts/remove', () => {
      shown = { ...shown, revision: 5, affected: { ...incident.affected, total: 1, waiting: 1 } };
      network().on('POST /vid/api/admin/incidents/:incidentId/accounts/search', () =>
        data({ items: [{ ...affected, id: '9', how: 'address' }], next: null, count: 1 }),
      );
      return data({ removed: 1 });
    });
    network().on(
      'POST /vid/api/admin/incidents/:incidentId/authority-notice',
      changed({
        status: 'notified',
        authorityNotifiedAt: '2026-11-25T02:00:00.000Z',
        authorityReference: 'A05/7',
      }),
    );
    network().on(
      'POST /vid/api/admin/incidents/:incidentId/members-notice',
      changed({ noticeRequestedAt: '2026-11-25T02:00:00.000Z' }),
    );
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    const [box] = await screen.findAllByRole('checkbox', { name: /Lê Minh Châu/u });
    if (box) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Bỏ khỏi danh sách' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Bỏ khỏi danh sách' })).toBeNull());
    await screen.findByRole('heading', { level: 2, name: /^Tài khoản bị ảnh hưởng 1$/u });

    await user.click(screen.getByRole('button', { name: 'Ghi nhận đã báo' }));
    const record = within(await screen.findByRole('dialog'));
    await user.type(record.getByLabelText('Số văn bản hoặc cách gửi'), 'A05/7');
    await user.click(record.getByRole('button', { name: 'Ghi nhận' }));
    expect(await screen.findByText('A05/7')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(screen.getByRole('button', { name: 'Gửi thông báo' }));
    const notice = within(await screen.findByRole('dialog'));
    await user.click(await notice.findByRole('button', { name: 'Gửi thông báo' }));
    expect(await screen.findByText('Đang gửi thông báo. Bạn có thể rời trang này.')).toBeTruthy();
    expect(useCommon.getState().displayMessage).toBe('admin.incidents.members.started');
  });

  test('shows that an incident was closed', async () => {
    network().on('POST /vid/api/admin/incidents/:incidentId/close', () => {
      shown = {
        ...incident,
        status: 'closed',
        urgency: 'closed',
        closedAt: '2026-11-26T02:00:00.000Z',
        closingNote: 'Đã khắc phục.',
      };
      return data(true);
    });
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Đóng hồ sơ' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Đã khắc phục.');
    await user.click(dialog.getByRole('button', { name: 'Đóng hồ sơ' }));
    expect(await screen.findByText('Đã đóng lúc 09:00 ngày 26/11/2026')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useCommon.getState().displayMessage).toBe('admin.incidents.closed');
  });

  test('saves nothing if the edit of an incident is cancelled', async () => {
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await user.click(await screen.findByRole('button', { name: 'Sửa' }));
    await user.click(await screen.findByRole('button', { name: 'Hủy' }));
    expect(await screen.findByRole('button', { name: 'Sửa' })).toBeTruthy();
    expect(screen.queryByText('Đã lưu hồ sơ.')).toBeNull();
    expect(network().calls.filter(({ endpoint }) => endpoint.startsWith('PUT'))).toEqual([]);
  });

  test('shows the draft notice in the chosen language', async () => {
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    await screen.findByText('Kính gửi');
    await user.selectOptions(screen.getByRole('combobox', { name: /Ngôn ngữ/u }), 'en');
    expect(screen.getByText('To the authority').getAttribute('lang')).toBe('en');
    expect(screen.queryByText('Kính gửi')).toBeNull();
  });

  test('opens and closes the forms that add accounts', async () => {
    const user = renderPage(page, admin, '/admin/incidents/inc_1');
    const toggle = await screen.findByRole('button', { name: 'Thêm tài khoản' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await user.click(toggle);
    await screen.findByRole('region', { name: 'Thêm tài khoản bị ảnh hưởng' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await user.click(toggle);
    expect(screen.queryByRole('region', { name: 'Thêm tài khoản bị ảnh hưởng' })).toBeNull();
  });

  test('offers no changes once the incident is closed', async () => {
    shown = {
      ...incident,
      status: 'closed',
      urgency: 'closed',
      closedAt: '2026-11-26T02:00:00.000Z',
      closingNote: 'Đã khắc phục.',
    };
    renderPage(page, admin, '/admin/incidents/inc_1');
    expect(await screen.findByText('Đã khắc phục.')).toBeTruthy();
    expect(screen.getByText('Chưa ghi nhận thông báo cho cơ quan chức năng.')).toBeTruthy();
    for (const name of ['Sửa', 'Thêm tài khoản', 'Ghi nhận đã báo', 'Gửi thông báo', 'Đóng hồ sơ'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  describe('pages', () => {
    const one = (change: Partial<IncidentDetail>) => () => {
      shown = { ...incident, ...change };
    };
    const told = {
      status: 'closed',
      urgency: 'told',
      closedAt: '2026-11-26T02:00:00.000Z',
      authorityNotifiedAt: '2026-11-25T02:00:00.000Z',
      authorityReference: 'CV-12',
      noticeRequestedAt: '2026-11-25T03:00:00.000Z',
      membersNotifiedAt: '2026-11-25T04:00:00.000Z',
      closingNote: 'Đã thu hồi tệp.',
      measures: 'Đổi quy trình gửi tệp.',
      affected: { total: 3, told: 2, unreachable: 1, waiting: 0 },
    } as const;
    testShownPages(
      {
        'the incidents': { path: '/admin/incidents', answers: listed(incident) },
        'the closed incidents': {
          path: '/admin/incidents?state=closed',
          answers: listed({ ...incident, ...told }),
        },
        'an open incident': {},
        'an overdue incident of high severity': { answers: one({ urgency: 'overdue', severity: 'high' }) },
        'a closed incident': { answers: one(told) },
      },
      ({ path = '/admin/incidents/inc_1' }) =>
        renderPage(
          <Routes>
            <Route path="/admin/incidents" element={<IncidentsPage />} />
            <Route path="/admin/incidents/:incidentId" element={<IncidentPage />} />
          </Routes>,
          admin,
          path,
        ),
    );
  });
});
