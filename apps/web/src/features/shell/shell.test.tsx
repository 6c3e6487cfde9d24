import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { application } from '../../../test/application.ts';
import { data } from '../../../test/fake-server.ts';
import { enterprise, network, person, useMemberScreens } from '../../../test/member.tsx';
import { sessionStarted } from '#session/session.ts';
import { useAuth, type UserInfo } from '#state/auth.ts';
import { layoutEvents, useLayout } from '#state/layout.ts';
import { ShellLayout } from './shell-layout.tsx';

function renderShell(who: UserInfo, path = '/user/information') {
  sessionStarted(who);
  useLayout.setState(useLayout.getInitialState());
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<ShellLayout />}>
          <Route path="*" element={<h1>The page</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  return user;
}

const sideBar = () => screen.getByRole('complementary');

describe('the sidebar', () => {
  useMemberScreens();

  test('groups the links, marks the current link and has no link without a page', () => {
    renderShell(person);
    const account = within(sideBar()).getByRole('list', { name: 'Tài khoản của tôi' });
    const links = within(account).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Thông tin tài khoản',
      'Đổi mật khẩu',
      'Bảo mật',
      'Quyền riêng tư',
      'Mời bạn bè',
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null, null]);
  });

  test('has no switch for a member, whose account is the only workspace', () => {
    renderShell(person);
    expect(within(sideBar()).queryByRole('button', { name: /chuyển khu vực/u })).toBeNull();
  });

  test('switches an administrator between the workspaces by keyboard', async () => {
    const managableApplications = [{ id: 'app_1', code: 'SAN', name: 'Sàn giao dịch' }];
    const admin = { ...person, role: 'admin' as const, exclusiveNavIds: [], managableApplications };
    const user = renderShell({ ...admin, roles: ['user', 'admin'] });
    const trigger = within(sideBar()).getByRole('button', { name: 'Tài khoản của tôi (chuyển khu vực)' });
    act(() => trigger.focus());
    await user.keyboard('{Enter}');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
      ['Tài khoản của tôi', 'true'],
      ['Quản trị', null],
      ['Sàn giao dịch', null],
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Quản trị' }));
    const list = within(sideBar()).getByRole('list', { name: 'Quản trị' });
    expect(within(list).getByRole('link', { name: 'Tổng quan' }).getAttribute('aria-current')).toBe('page');
    expect(within(sideBar()).queryByRole('link', { name: 'Bảo mật' })).toBeNull();
  });

  test('lists eight applications in the switch, and links to the page of all applications', async () => {
    const managableApplications = Array.from({ length: 9 }, (_, index) => ({
      id: `app_${index}`,
      code: `A${index}`,
      name: `Ứng dụng ${index}`,
    }));
    const user = renderShell({ ...person, managableApplications });
    await user.click(within(sideBar()).getByRole('button', { name: /chuyển khu vực/u }));
    expect(await screen.findAllByRole('menuitem', { name: /^Ứng dụng/u })).toHaveLength(8);
    expect(screen.getByRole('menuitem', { name: 'Tất cả ứng dụng' }).getAttribute('href')).toBe('/apps');
  });

  test('hides the items that an administrator has hidden for the account', () => {
    renderShell({ ...person, exclusiveNavIds: ['security'] });
    expect(within(sideBar()).queryByRole('link', { name: 'Bảo mật' })).toBeNull();
  });

  test('shows the name of the selected application, as the header does', () => {
    const managableApplications = [{ id: 'app_1', code: 'SAN', name: 'Sàn giao dịch' }];
    renderShell({ ...person, managableApplications }, '/apps/app_1/roles');
    expect(within(sideBar()).getByRole('list', { name: 'Sàn giao dịch' })).toBeDefined();
    expect(within(screen.getByRole('banner')).getByText('Sàn giao dịch')).toBeDefined();
    expect(within(sideBar()).getByRole('button', { name: 'Sàn giao dịch (chuyển khu vực)' })).toBeDefined();
    act(() => layoutEvents.optionsRead({ menuStyle: 'header' }));
    expect(screen.getByRole('button', { name: 'Sàn giao dịch (chuyển khu vực)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Vai trò' })).toBeDefined();
  });

  test('links to the opened application, even if another is selected', () => {
    const managableApplications = [
      { id: 'app_1', code: 'SAN', name: 'Sàn giao dịch' },
      { id: 'app_2', code: 'KHO', name: 'Kho hàng' },
    ];
    renderShell({ ...person, managableApplications }, '/apps/app_2/webhooks/w_1');
    const links = within(within(sideBar()).getByRole('list', { name: 'Kho hàng' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toContain('/apps/app_2/clients');
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual(['Webhook']);
  });

  test('links an administrator to an application that the account does not manage', async () => {
    const admin: UserInfo = { ...person, role: 'admin', roles: ['user', 'admin'], exclusiveNavIds: [] };
    network().on('GET /vid/api/apps/:appId', () => data(application));
    renderShell(admin, '/apps/app_9/roles');
    const name = `${application.name} (chuyển khu vực)`;
    expect(await within(sideBar()).findByRole('button', { name })).toBeDefined();
    const links = within(sideBar()).getByRole('list', { name: 'Ứng dụng đang chọn' });
    expect(within(links).getByRole('link', { name: 'Vai trò' }).getAttribute('aria-current')).toBe('page');
  });

  test('does not link a member to an application that others manage', () => {
    renderShell(person, '/apps/app_9/roles');
    expect(within(sideBar()).queryByRole('link', { name: 'Vai trò' })).toBeNull();
  });

  test('links the logo to the home page', () => {
    renderShell(person);
    const logo = within(sideBar()).getByRole('link', { name: 'Hội Thử nghiệm' });
    expect(logo.getAttribute('href')).toBe('/home');
  });

  test('collapses to icons that keep their names', async () => {
    const user = renderShell(person);
    await user.click(screen.getByRole('button', { name: 'Thu gọn menu' }));
    expect(screen.getByRole('button', { name: 'Mở rộng menu' }).getAttribute('aria-expanded')).toBe('false');
    expect(within(sideBar()).getByRole('link', { name: 'Bảo mật' })).toBeDefined();
    act(() => layoutEvents.navigated());
    expect(screen.getByRole('button', { name: 'Thu gọn menu' })).toBeDefined();
  });

  test('follows the layout options for a mini sidebar, a header menu and a sidebar image', () => {
    renderShell(person);
    act(() => layoutEvents.optionsRead({ menuStyle: 'mini', sidebarImage: 'https://img.example/a.png' }));
    expect(screen.getByRole('button', { name: 'Mở rộng menu' })).toBeDefined();
    expect(sideBar().querySelector('img')?.getAttribute('src')).toBe('https://img.example/a.png');
    act(() => layoutEvents.optionsRead({ menuStyle: 'header' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('button', { name: 'Tài khoản của tôi' })).toBeDefined();
  });
});

const current = () => within(sideBar()).getByRole('link', { current: 'page' }).textContent;

describe('the shell’s keyboard shortcuts', () => {
  useMemberScreens();
  const admin: UserInfo = { ...person, role: 'admin', roles: ['user', 'admin'], exclusiveNavIds: [] };

  /** Renders the administration's overview. Its shortcuts work once their code has loaded, after the page. */
  async function renderOverview() {
    const user = renderShell(admin, '/admin/audit');
    await waitFor(async () => {
      await user.keyboard('gd');
      expect(current()).toBe('Tổng quan');
    });
    return user;
  }

  test('open a page of the workspace by g and the page’s letter', async () => {
    const user = await renderOverview();
    await user.keyboard('ga');
    expect(current()).toBe('Tài khoản');
    await user.keyboard('gl');
    expect(current()).toBe('Nhật ký');
    // The letter `m` belongs to another workspace, so it does nothing.
    await user.keyboard('gm');
    expect(current()).toBe('Nhật ký');
    await user.keyboard('a');
    expect(current()).toBe('Nhật ký');
  });

  test('do nothing while the user types into a field', async () => {
    const user = await renderOverview();
    const field = document.createElement('input');
    screen.getByRole('main').append(field);
    await user.type(field, 'ga?');
    expect([current(), field.value]).toEqual(['Tổng quan', 'ga?']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are listed in a dialog when ? is typed', async () => {
    const user = await renderOverview();
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Phím tắt' }));
    const pages = within(dialog.getByRole('region', { name: 'Đến trang khác' })).getAllByRole('term');
    expect(pages.map((keys) => keys.textContent)).toContain('ga');
    expect(dialog.queryByText('Đến ô tìm kiếm')).toBeNull();
    // A letter does nothing while the dialog is open.
    await user.keyboard('ga');
    await user.click(dialog.getAllByRole('button', { name: 'Đóng' })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(current()).toBe('Tổng quan');
  });
});

describe('the menu on narrow screens', () => {
  useMemberScreens();

  test('opens as a dialog and closes when a link is followed', async () => {
    const user = renderShell(person);
    await user.click(screen.getByRole('button', { name: 'Mở menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu chính' });
    await user.click(within(drawer).getByRole('link', { name: 'Thông tin tài khoản' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useLayout.getState().drawerOpen).toBe(false);
  });
});

describe('the account menu', () => {
  useMemberScreens();

  test('shows the short name of an enterprise, else the name, else the phone number', async () => {
    renderShell(person);
    expect(screen.getByRole('button', { name: 'Menu tài khoản: Nguyễn Thị Ánh' })).toBeDefined();
    act(() => sessionStarted({ ...person, name: null }));
    expect(screen.getByRole('button', { name: 'Menu tài khoản: 0912 345 678' })).toBeDefined();
    const known = {
      name: 'Công ty Nhà Xanh',
      shortName: 'Nhà Xanh',
      taxCode: null,
      representative: null,
      verified: false,
    };
    act(() => sessionStarted({ ...enterprise, enterprise: known }));
    expect(screen.getByRole('button', { name: 'Menu tài khoản: Nhà Xanh' })).toBeDefined();
  });

  test('signs the member out', async () => {
    network().on('GET /vid/api/users/recovery', () => data(null));
    network().on('POST /vid/ajax/auth/logout', () => data(true));
    const user = renderShell(person);
    await user.click(screen.getByRole('button', { name: /Menu tài khoản/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Đăng xuất' }));
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(false));
    await waitFor(() =>
      expect(network().calls.map(({ endpoint }) => endpoint)).toEqual([
        'GET /vid/api/users/recovery',
        'POST /vid/ajax/auth/logout',
      ]),
    );
  });

  test('signs the member out everywhere after a typed confirmation', async () => {
    const logout = 'POST /vid/ajax/auth/logout/all';
    network().on(logout, () => data(true));
    const user = renderShell(person);
    await user.click(screen.getByRole('button', { name: /Menu tài khoản/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Đăng xuất khỏi mọi thiết bị' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Đăng xuất khỏi mọi thiết bị' }));
    expect(network().calls.map(({ endpoint }) => endpoint)).not.toContain(logout);
    await user.type(within(dialog).getByRole('textbox'), '5678{Enter}');
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(false));
  });
});

describe('the layout', () => {
  useMemberScreens();

  test('has a skip link to the content', async () => {
    const user = renderShell(person);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Chuyển đến nội dung chính');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('has a footer with the association, its support contacts and its terms', () => {
    renderShell(person);
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()} Hội Thử nghiệm`);
    expect(
      within(footer)
        .getByRole('link', { name: /Hỗ trợ/ })
        .getAttribute('href'),
    ).toBe('tel:+842438223344');
    expect(within(footer).getByRole('link', { name: 'hotro@example.vn' }).getAttribute('href')).toBe(
      'mailto:hotro@example.vn',
    );
    expect(within(footer).getByRole('link', { name: 'Chính sách bảo mật' }).getAttribute('href')).toBe(
      '/privacy',
    );
  });

  test('stores the window height 200 ms after the last resize', () => {
    vi.useFakeTimers();
    renderShell(person);
    const first = innerHeight;
    expect(useLayout.getState().viewHeight).toBe(first);
    vi.stubGlobal('innerHeight', first - 100);
    dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(150);
    dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(199);
    expect(useLayout.getState().viewHeight).toBe(first);
    vi.advanceTimersByTime(1);
    expect(useLayout.getState().viewHeight).toBe(first - 100);
  });
});
