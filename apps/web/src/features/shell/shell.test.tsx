import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { application } from '../../../test/application.ts';
import { data } from '../../../test/fake-server.ts';
import { stubAuthenticator } from '../../../test/fake-authenticator.ts';
import { enterprise, network, person, useMemberScreens } from '../../../test/member.tsx';
import { sessionStarted } from '#session/session.ts';
import { authEvents, useAuth, type UserInfo } from '#state/auth.ts';
import { useCategory } from '#state/category.ts';
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

  test('groups a member’s links, and marks the link of the current page', () => {
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

  test('has no workspace switch for a member who manages no application', () => {
    renderShell(person);
    expect(within(sideBar()).queryByRole('button', { name: /chuyển khu vực/u })).toBeNull();
  });

  test('opens an administrator’s list of workspaces by keyboard', async () => {
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

  test('lists at most eight applications in the workspace switch', async () => {
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

  test('shows the name of the opened application, as the header does', () => {
    const managableApplications = [{ id: 'app_1', code: 'SAN', name: 'Sàn giao dịch' }];
    renderShell({ ...person, managableApplications }, '/apps/app_1/roles');
    expect(within(sideBar()).getByRole('list', { name: 'Sàn giao dịch' })).toBeDefined();
    expect(within(screen.getByRole('banner')).getByText('Sàn giao dịch')).toBeDefined();
    expect(within(sideBar()).getByRole('button', { name: 'Sàn giao dịch (chuyển khu vực)' })).toBeDefined();
    act(() => layoutEvents.optionsRead({ menuStyle: 'header' }));
    expect(screen.getByRole('button', { name: 'Sàn giao dịch (chuyển khu vực)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Vai trò' })).toBeDefined();
  });

  test('links to the opened application instead of the first managed application', () => {
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

  test('follows the layout options for its style and image', () => {
    renderShell(person);
    act(() => layoutEvents.optionsRead({ menuStyle: 'mini', sidebarImage: 'https://img.example/a.png' }));
    expect(screen.getByRole('button', { name: 'Mở rộng menu' })).toBeDefined();
    expect(sideBar().querySelector('img')?.getAttribute('src')).toBe('https://img.example/a.png');
    act(() => layoutEvents.optionsRead({ menuStyle: 'header' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('button', { name: 'Tài khoản của tôi' })).toBeDefined();
  });

  test('removes an image that cannot be loaded, and shows the next image', () => {
    renderShell(person);
    act(() => layoutEvents.optionsRead({ sidebarImage: 'https://img.example/a.png' }));
    const image = sideBar().querySelector('img');
    if (!image) throw new Error('the sidebar has no image');
    fireEvent.error(image);
    expect(sideBar().querySelector('img')).toBeNull();
    act(() => layoutEvents.optionsRead({ sidebarImage: 'https://img.example/b.png' }));
    expect(sideBar().querySelector('img')?.getAttribute('src')).toBe('https://img.example/b.png');
  });

  test('marks itself as scrolling until one second after the last scroll', () => {
    vi.useFakeTimers();
    renderShell(person);
    const area = sideBar().querySelector('nav')?.parentElement;
    if (!area) throw new Error('the sidebar has no menu');
    expect(area.dataset['scrolling']).toBeUndefined();
    fireEvent.scroll(area);
    expect(area.dataset['scrolling']).toBe('');
    vi.advanceTimersByTime(600);
    fireEvent.scroll(area);
    vi.advanceTimersByTime(999);
    expect(area.dataset['scrolling']).toBe('');
    vi.advanceTimersByTime(1);
    expect(area.dataset['scrolling']).toBeUndefined();
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

  test('accept the letter only within 1.5 seconds after g', async () => {
    const user = await renderOverview();
    await user.keyboard('gA');
    expect(current()).toBe('Tài khoản');
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    await user.keyboard('g');
    now.mockReturnValue(11_500);
    await user.keyboard('l');
    expect(current()).toBe('Tài khoản');
    await user.keyboard('g');
    now.mockReturnValue(12_999);
    await user.keyboard('l');
    expect(current()).toBe('Nhật ký');
    now.mockRestore();
  });

  test('are listed with those of the page’s search field and controls', async () => {
    const user = await renderOverview();
    const search = document.createElement('input');
    search.type = 'search';
    search.setAttribute('aria-keyshortcuts', '/');
    const control = document.createElement('button');
    control.setAttribute('aria-keyshortcuts', 'j');
    control.innerHTML = 'Hồ sơ sau <kbd>j</kbd>';
    screen.getByRole('main').append(search, control);
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Phím tắt' }));
    const page = within(dialog.getByRole('region', { name: 'Trong trang' }));
    expect(page.getAllByRole('term').map((keys) => keys.textContent)).toEqual([
      'j',
      '/',
      'Space',
      'Tab',
      'Enter',
      '?',
    ]);
    const [first, second] = page.getAllByRole('definition');
    expect([first?.textContent.trim(), second?.textContent]).toEqual(['Hồ sơ sau', 'Đến ô tìm kiếm']);
    search.remove();
    control.remove();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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

  test.each([
    [
      'its close button',
      (drawer: HTMLElement) => within(drawer).getByRole('button', { name: 'Đóng' }).click(),
    ],
    ['Escape', (drawer: HTMLElement) => fireEvent.keyDown(drawer, { key: 'Escape' })],
    [
      'its logo',
      (drawer: HTMLElement) => within(drawer).getByRole('link', { name: 'Hội Thử nghiệm' }).click(),
    ],
  ])('closes with %s', async (_by, press) => {
    const user = renderShell(person);
    const open = screen.getByRole('button', { name: 'Mở menu' });
    expect(open.getAttribute('aria-expanded')).toBe('false');
    await user.click(open);
    const drawer = await screen.findByRole('dialog', { name: 'Menu chính' });
    expect(open.getAttribute('aria-expanded')).toBe('true');
    act(() => {
      press(drawer);
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('closes when the screen becomes wide', () => {
    const query = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', () => query);
    renderShell(person);
    act(() => layoutEvents.drawerToggled(true));
    act(() => void query.dispatchEvent(new Event('change')));
    expect(useLayout.getState().drawerOpen).toBe(true);
    query.matches = true;
    act(() => void query.dispatchEvent(new Event('change')));
    expect(useLayout.getState().drawerOpen).toBe(false);
  });
});

describe('the account menu', () => {
  useMemberScreens();

  test('shows the short name, else the name, else the phone number', async () => {
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

  test('names the account and links to its pages', async () => {
    const user = renderShell(person);
    await user.click(screen.getByRole('button', { name: /Menu tài khoản/u }));
    const links = [];
    for (const name of ['Thông tin tài khoản', 'Đổi mật khẩu', 'Bảo mật'])
      links.push((await screen.findByRole('menuitem', { name })).getAttribute('href'));
    expect(links).toEqual(['/user/information', '/user/password', '/user/security']);
    const menu = screen.getByRole('menu');
    expect(menu.textContent).toContain('Nguyễn Thị Ánh');
    expect(within(menu).getByText('0912 345 678')).toBeDefined();
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

describe('the shell layout', () => {
  useMemberScreens();

  test('removes the association’s logo if it cannot be loaded', () => {
    renderShell(person);
    act(() => useCategory.setState({ imageUrls: { logo: 'https://img.example/logo.png', slides: [] } }));
    const image = sideBar().querySelector('img');
    expect(image?.getAttribute('src')).toBe('https://img.example/logo.png');
    if (image) fireEvent.error(image);
    expect(sideBar().querySelector('img')).toBeNull();
  });

  test('shows the page’s position in the menu', () => {
    renderShell(person);
    const names = ['Tài khoản của tôi', 'Thông tin tài khoản'];
    const trail = within(screen.getByRole('banner')).getByText(names[1]!).closest('p');
    expect(trail?.textContent).toBe(names.join(''));
    expect(trail?.querySelectorAll('svg')).toHaveLength(1);
  });

  test('links to the outbox in evaluation mode only', () => {
    renderShell(person);
    expect(screen.queryByRole('link', { name: /tin nhắn đã gửi/u })).toBeNull();
    cleanup();
    document.head.innerHTML = '<script type="application/json" id="vid-boot">{"mode":"evaluation"}</script>';
    renderShell(person);
    document.head.innerHTML = '';
    const strip = within(screen.getByRole('region', { name: /dùng thử/iu }));
    expect(strip.getByRole('link').getAttribute('href')).toBe('/vid/dev/outbox');
  });

  test('tells the password manager a changed name', async () => {
    const { signals } = stubAuthenticator({ hasSignals: true });
    network().on('GET /vid/api/passkey-signals', () =>
      data({
        rpId: 'localhost',
        userId: 'dXNlcg',
        name: '0912345678',
        displayName: 'Ánh',
        credentialIds: ['Y3JlZA'],
      }),
    );
    renderShell(person);
    act(() => authEvents.profileDropped());
    act(() => authEvents.profileLoaded(person));
    expect(network().calls.map(({ endpoint }) => endpoint)).not.toContain('GET /vid/api/passkey-signals');
    act(() => authEvents.profileLoaded({ ...person, name: 'Nguyễn Ánh' }));
    await waitFor(() => expect(signals.signalAllAcceptedCredentials).toHaveBeenCalledTimes(1));
    expect(signals.signalCurrentUserDetails).toHaveBeenCalledTimes(1);
  });

  test('has a skip link to the content', async () => {
    const user = renderShell(person);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Chuyển đến nội dung chính');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('has a footer with the association’s name and support contacts', () => {
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
