import { screen, waitFor, within } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { application } from '../../../../test/application.ts';
import { data, refusal } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens, lastNavigation } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { UserInfo } from '#state/auth.ts';
import { useCommon } from '#state/common.ts';
import { ApplicationsPage } from '#features/applications/list/applications.page.tsx';
import { type Manager, ManagersPage, type Owner } from './managers.page.tsx';

const owner: Owner = { accountId: 'acc_owner', name: 'Trần Văn Chủ', avatar: null, phone: '+84912345670' };
const manager: Manager = {
  accountId: 'acc_manager',
  name: 'Lê Thị Ổn',
  avatar: null,
  phone: '+84912345671',
  createdBy: 'Trần Văn Chủ',
  createdAt: '2026-11-24T02:00:00.000Z',
};

const as = (id: string, more: Partial<UserInfo> = {}): UserInfo => ({ ...person, id, ...more });

const open = (who: UserInfo, path = '/apps/app_1/managers') =>
  renderPage(
    <Routes>
      <Route path="/apps" element={<ApplicationsPage />} />
      <Route path="/apps/:appId" element={<Navigate replace to="managers" />} />
      <Route path="/apps/:appId/managers" element={<ManagersPage />} />
    </Routes>,
    who,
    path,
  );

const table = async () => {
  // The skeleton is a table too, but hides all rows except the header from screen readers.
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1));
  return within(screen.getByRole('table'));
};
const press = async (user: ReturnType<typeof open>, name: string) =>
  user.click((await table()).getByRole('button', { name }));
const sent = (method: string) => network().calls.filter(({ endpoint }) => endpoint.startsWith(method));

describe('the managers of an application', () => {
  let managers: Manager[] = [];
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('apps');
    managers = [manager];
    network().on('GET /vid/api/apps/:appId', () => data(application));
    network().on('GET /vid/api/apps/:appId/managers', () => data({ owner, managers }));
  });

  test('are listed after the owner with the person who added them', async () => {
    open(as(owner.accountId));
    const rows = (await table()).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1]);
    const [first, second] = rows;
    expect(first?.textContent).toContain('Trần Văn ChủChủ ứng dụngBạn');
    expect(second?.textContent).toContain('do Trần Văn Chủ thêm');
  });

  test.each([
    ['the owner', as(owner.accountId)],
    ['an administrator', as('acc_admin', { role: 'admin' })],
  ])('can be added by %s with a phone number', async (_who, account) => {
    const added = { ...manager, accountId: 'acc_added', name: 'Phạm Văn Mới' };
    network().on('POST /vid/api/apps/:appId/managers', () => {
      managers = [manager, added];
      return data({ outcome: 'added' });
    });
    // On a phone, forms do not focus their first field.
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const user = open(account);
    const label = 'Số điện thoại của người quản lý';
    await user.type(await screen.findByLabelText(label), '0987654321');
    await user.click(screen.getByRole('button', { name: 'Thêm' }));
    expect(await (await table()).findByText('Phạm Văn Mới')).toBeDefined();
    expect(sent('POST').map(({ body }) => body)).toEqual([{ phone: '0987 654 321' }]);
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveProperty('value', ''));
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  test.each([
    ['a number without an account', 'ACCOUNT_NOT_FOUND', 'Chưa có tài khoản nào dùng số này.'],
    [
      'the number of a person who already manages the application',
      null,
      'Người này đã là người quản lý của ứng dụng.',
    ],
  ] as const)('cannot be added by %s, and the field shows the reason', async (_what, code, text) => {
    network().on('POST /vid/api/apps/:appId/managers', () =>
      code ? refusal(404, { error: text, message: code }) : data({ outcome: 'already' }),
    );
    const user = open(as(owner.accountId));
    const field = await screen.findByLabelText('Số điện thoại của người quản lý');
    await user.type(field, '0987654321');
    await user.click(screen.getByRole('button', { name: 'Thêm' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(text)).toBeDefined();
  });

  test('can be removed only after their name is typed', async () => {
    network().on('DELETE /vid/api/apps/:appId/managers/:accountId', () => {
      managers = [];
      return data(true);
    });
    const user = open(as(owner.accountId));
    await press(user, 'Gỡ Lê Thị Ổn');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Gỡ' }));
    expect(sent('DELETE')).toEqual([]);
    await user.type(dialog.getByRole('textbox'), 'le thi on');
    await user.click(dialog.getByRole('button', { name: 'Gỡ' }));
    await waitFor(() => expect(screen.queryByText('Lê Thị Ổn')).toBeNull());
    expect(sent('DELETE').map(({ endpoint }) => endpoint)).toEqual([
      'DELETE /vid/api/apps/app_1/managers/acc_manager',
    ]);
  });

  test('are no longer listed if they were already removed', async () => {
    network().on('DELETE /vid/api/apps/:appId/managers/:accountId', () => {
      managers = [];
      return refusal(404, { error: 'Người này không còn quản lý.', message: 'NOT_FOUND' });
    });
    const user = open(as(owner.accountId));
    await press(user, 'Gỡ Lê Thị Ổn');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'le thi on');
    await user.click(dialog.getByRole('button', { name: 'Gỡ' }));
    await waitFor(() => expect(screen.queryByText('Lê Thị Ổn')).toBeNull());
    await waitFor(() => expect(useCommon.getState().error?.text).toBe('Người này không còn quản lý.'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('can remove only themselves, and see who can remove other managers', async () => {
    managers = [manager, { ...manager, accountId: 'acc_other', name: 'Phạm Văn Khác' }];
    open(as(manager.accountId));
    expect(await screen.findByText(/^Chỉ chủ ứng dụng và quản trị viên/u)).toBeDefined();
    const buttons = (await table()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Thôi quản lý']);
    expect(screen.queryByLabelText('Số điện thoại của người quản lý')).toBeNull();
  });

  test('see an empty list of applications after they leave their only application', async () => {
    network().on('GET /vid/api/apps', () => data([application]));
    network().on('DELETE /vid/api/apps/:appId/managers/:accountId', () => {
      network().on('GET /vid/api/apps', () => data([]));
      return data(true);
    });
    network().on('GET /vid/ajax/auth/me', () => data(as(manager.accountId)));
    // The list redirects to the only application, and stays in the cache.
    const user = open(as(manager.accountId), '/apps');
    await press(user, 'Thôi quản lý');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), application.name);
    await user.click(dialog.getByRole('button', { name: 'Thôi quản lý' }));
    expect(await screen.findByText('Bạn chưa quản lý ứng dụng nào')).toBeDefined();
    expect(sent('GET').map(({ endpoint }) => endpoint)).toContain('GET /vid/ajax/auth/me');
    expect(useCommon.getState().displayMessage).toBe('apps.managers.left');
    // Back must not lead to an application that the account does not manage any more.
    expect(lastNavigation()).toBe('REPLACE /apps');
  });

  test.each([
    ['an empty list', data({ owner: null, managers: [] }), 'Chưa có người quản lý nào'],
    [
      'a failure',
      refusal(429, { error: 'x', message: 'RATE_LIMITED' }),
      'Chưa tải được danh sách người quản lý.',
    ],
    [
      'an application that the user does not manage',
      refusal(404, { error: 'x', message: 'NOT_FOUND' }),
      'Ứng dụng không tồn tại, hoặc bạn không quản lý ứng dụng này.',
    ],
  ])('are replaced by a notice in case of %s', async (_what, answer, text) => {
    network().on('GET /vid/api/apps/:appId/managers', () => answer);
    open(as('acc_admin', { role: 'admin' }));
    expect(await screen.findByText(text)).toBeDefined();
  });
});
