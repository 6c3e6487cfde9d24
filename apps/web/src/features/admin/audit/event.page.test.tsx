import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { settledOutline } from '../../../../test/outline.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { AuditDetail } from './audit-log.tsx';
import { eventValues } from './event-details.tsx';
import { AuditEventPage } from './event.page.tsx';

const failed: AuditDetail = {
  accounts: [],
  applications: [],
  roles: [],
  id: '41',
  at: '2026-03-01T02:00:00.000Z',
  kind: 'sign-in.failed',
  account: { id: 'acc_member', name: 'Lê Minh Châu' },
  actor: null,
  address: '203.0.113.7',
  browser: 'Chrome',
  system: 'Android',
  requestId: 'req-1a',
  details: [
    { name: 'method', value: 'password' },
    { name: 'reason', value: 'password' },
  ],
  isErased: false,
};

const open = (event: AuditDetail) => {
  network().on('GET /vid/api/admin/audit/events/:eventId', () => data(event));
  renderPage(
    <Routes>
      <Route path="/admin/audit/:eventId" element={<AuditEventPage />} />
    </Routes>,
    { ...person, role: 'admin', roles: ['user', 'admin'] },
    '/admin/audit/41',
  );
};
const valueOf = async (card: string, label: string) => {
  const region = within(await screen.findByRole('region', { name: card }));
  return region.getByText(label).nextElementSibling?.textContent;
};

describe('an event of the audit log', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('admin', 'account'));

  test('says how and why a sign-in failed', async () => {
    open(failed);
    expect(await valueOf('Chi tiết', 'Cách thực hiện')).toBe('Mật khẩu');
    expect(await valueOf('Chi tiết', 'Lý do')).toBe('Sai mật khẩu');
    expect(await valueOf('Ai và từ đâu', 'Người thực hiện')).toBe('Người chưa đăng nhập');
  });

  test('shows an administrator’s reason as it was typed', async () => {
    open({
      ...failed,
      kind: 'account.locked',
      actor: { id: 'acc_admin', name: 'Trần Quốc Bảo' },
      details: [{ name: 'reason', value: 'password' }],
    });
    expect(await valueOf('Chi tiết', 'Lý do')).toBe('password');
    expect(await valueOf('Ai và từ đâu', 'Người thực hiện')).toBe('Trần Quốc Bảo');
  });

  test('shows known values in words and an unknown code unchanged', async () => {
    open({
      ...failed,
      kind: 'account.created',
      details: [
        { name: 'kind', value: 'personal' },
        { name: 'referred', value: 'true' },
        { name: 'by', value: 'import' },
        { name: 'eraseAt', value: '2026-03-01T02:00:00.000Z' },
        { name: 'channel', value: 'pigeon' },
        { name: 'ownerId', value: 'acc_member' },
      ],
    });
    expect(await valueOf('Chi tiết', 'Loại')).toBe('Cá nhân');
    expect(await valueOf('Chi tiết', 'Được người khác mời')).toBe('Có');
    expect(await valueOf('Chi tiết', 'Thực hiện qua')).toBe('Nhập hội viên từ tệp');
    expect(await valueOf('Chi tiết', 'Xóa tài khoản lúc')).toBe('09:00:00 ngày 01/03/2026');
    expect(await valueOf('Chi tiết', 'Kênh')).toBe('pigeon');
    expect(screen.getByRole('link', { name: 'acc_member' }).getAttribute('href')).toContain(
      '/admin/accounts/acc_member',
    );
  });

  test('names the account, the application and the role in the details', async () => {
    open({
      ...failed,
      kind: 'permission.added',
      actor: { id: 'acc_admin', name: '+84985656122' },
      accounts: [{ id: 'acc_buyer', name: 'Công ty Sông Hồng' }],
      applications: [{ id: 'app_1', name: 'Sàn giao dịch' }],
      roles: [{ id: 'editor', name: 'Biên tập viên' }],
      details: [
        { name: 'applicationId', value: 'app_1' },
        { name: 'role', value: 'editor' },
        { name: 'ownerId', value: 'acc_buyer' },
      ],
    });
    expect(await valueOf('Chi tiết', 'Ứng dụng')).toBe('Sàn giao dịch');
    expect(await valueOf('Chi tiết', 'Vai trò')).toBe('Biên tập viên');
    expect(await valueOf('Chi tiết', 'Chủ ứng dụng')).toBe('Công ty Sông Hồng');
    expect(await valueOf('Ai và từ đâu', 'Người thực hiện')).toBe('0985 656 122');
  });

  test('does not link a role that looks like an account id', async () => {
    open({
      ...failed,
      kind: 'application.handed-over',
      details: [
        { name: 'from', value: 'null' },
        { name: 'to', value: 'acc_buyer' },
        { name: 'role', value: 'acc_manager' },
      ],
    });
    expect(await valueOf('Chi tiết', 'Từ')).toBe('Chưa có');
    expect(await valueOf('Chi tiết', 'Vai trò')).toBe('acc_manager');
    const details = within(screen.getByRole('region', { name: 'Chi tiết' }));
    const links = details.getAllByRole('link').map((link) => link.textContent);
    expect(links).toEqual(['acc_buyer']);
  });

  test.each([
    ['actor', ['acc_found']],
    ['application', []],
  ])('shows the value of an incident search by %s with the account links %j', async (how, links) => {
    open({
      ...failed,
      kind: 'incident.accounts-added',
      details: [
        { name: 'how', value: how },
        { name: 'value', value: 'acc_found' },
      ],
    });
    expect(await screen.findByText('acc_found')).toBeTruthy();
    const details = within(screen.getByRole('region', { name: 'Chi tiết' }));
    expect(details.queryAllByRole('link').map((link) => link.textContent)).toEqual(links);
  });

  test('says how the administrator added accounts to an incident', async () => {
    const details = [
      { name: 'how', value: 'address' },
      { name: 'value', value: '203.0.113.7' },
      { name: 'added', value: '4' },
    ];
    open({ ...failed, kind: 'incident.accounts-added', details });
    expect(await valueOf('Chi tiết', 'Cách thêm')).toBe('Địa chỉ IP');
    expect(await valueOf('Chi tiết', 'Giá trị đã tìm')).toBe('203.0.113.7');
    expect(await valueOf('Chi tiết', 'Số tài khoản đã thêm')).toBe('4');
  });

  test('shows a machine client by its id, without a link to an account', async () => {
    open({ ...failed, kind: 'permission.added', actor: { id: 'client:sandat-machine', name: null } });
    expect(await valueOf('Ai và từ đâu', 'Người thực hiện')).toBe('client:sandat-machine');
    expect(screen.queryByRole('link', { name: /client:/u })).toBeNull();
  });

  test('lists the checks that an administrator ticked', async () => {
    open({ ...failed, kind: 'certificate.confirmed', details: [{ name: 'checks', value: 'number,photo' }] });
    const items = within(await screen.findByRole('region', { name: 'Chi tiết' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Số chứng chỉ có trong danh sách chứng chỉ đã cấp của tỉnh/thành phố.',
      'photo',
    ]);
  });

  test('lists the changed fields of a profile', async () => {
    open({
      ...failed,
      kind: 'profile.changed',
      details: [{ name: 'fields', value: 'name,memberObject,enterprise.taxCode' }],
    });
    expect(await valueOf('Chi tiết', 'Mục đã đổi')).toBe('Họ và tên, Nhóm hội viên, Mã số thuế');
  });

  describe('pages', () => {
    const pages: Readonly<Record<string, AuditDetail>> = {
      'a failed sign-in': failed,
      'an event of an administrator': {
        ...failed,
        kind: 'account.locked',
        actor: { id: 'acc_admin', name: 'Trần Quốc Bảo' },
        details: [{ name: 'reason', value: 'Giả mạo' }],
      },
      'an event of an erased account': {
        ...failed,
        account: null,
        isErased: true,
        address: 'local',
        browser: null,
        system: null,
      },
    };
    test.each(Object.entries(pages))('show %s', async (_name, event) => {
      open(event);
      expect(await settledOutline()).toMatchSnapshot();
    });

    test('show each known value in words', async () => {
      const shown: Record<string, string> = {};
      for (const [name, words] of Object.entries(eventValues))
        for (const value of Object.keys(words)) {
          open({ ...failed, kind: 'account.created', details: [{ name, value }] });
          const card = within(await screen.findByRole('region', { name: 'Chi tiết' }));
          const [label, text] = [card.getByRole('term'), card.getByRole('definition')];
          shown[`${name} ${value}`] = `${label.textContent}: ${text.textContent}`;
          cleanup();
        }
      expect(shown).toMatchSnapshot();
    });
  });
});
