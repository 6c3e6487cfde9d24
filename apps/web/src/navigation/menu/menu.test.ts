// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  linksOf,
  menu,
  type MenuItem,
  type ShownMenuItem,
  shownMenu,
  workspaceMenuOf,
  workspacesOf,
} from './menu.ts';

const person = {
  roles: ['user'] as const,
  exclusiveNavId: [],
  navParam: {},
  pathname: '/user/information',
};

function idsOf(items: readonly ShownMenuItem[]): string[] {
  return items.flatMap((item) => [item.id, ...idsOf(item.children)]);
}

describe('the menu', () => {
  test('shows the administration menu only to administrators', () => {
    expect(idsOf(shownMenu(menu, person))).not.toContain('administration');
    expect(idsOf(shownMenu(menu, { ...person, roles: ['user', 'admin'] }))).toContain('admin-accounts');
  });

  test('hides the items in exclusiveNavId, and the groups that become empty', () => {
    const shown = shownMenu(menu, { ...person, exclusiveNavId: ['password', 'applications'] });
    expect(idsOf(shown)).toEqual(['account', 'information', 'security', 'privacy', 'invite-friends']);
    expect(idsOf(shownMenu(menu, { ...person, exclusiveNavId: ['apps'] }))).not.toContain('applications');
  });

  test('fills in the parameters of paths from navParam', () => {
    expect(idsOf(shownMenu(menu, person))).not.toContain('application');
    const shown = shownMenu(menu, { ...person, navParam: { appId: 'app_1' } });
    expect(shown.find(({ id }) => id === 'application')?.children.map(({ path }) => path)).toEqual([
      '/apps/app_1',
      '/apps/app_1/permissions',
      '/apps/app_1/roles',
      '/apps/app_1/clients',
      '/apps/app_1/webhooks',
      '/apps/app_1/managers',
    ]);
  });

  test.each(['../admin', 'a/b', '<img onerror=1>', '//evil.test', 'javascript:alert(1)'])(
    'F3 hides a group with the unsafe navParam %s',
    (appId) => {
      expect(idsOf(shownMenu(menu, { ...person, navParam: { appId } }))).not.toContain('application');
    },
  );

  test('marks the current item and its group', () => {
    const at = (pathname: string) =>
      shownMenu(menu, { ...person, navParam: { appId: 'app_1' }, pathname }).flatMap(
        ({ children }) => children,
      );
    expect(
      at('/user/security/')
        .filter(({ isCurrent }) => isCurrent)
        .map(({ id }) => id),
    ).toEqual(['security']);
    for (const [path, ids] of [
      ['/apps/app_1', ['app']],
      ['/apps/app_1/managers', ['app-managers']],
      ['/apps/app_2/managers', []],
      ['/apps/app_1/permissions/add', ['app-permissions']],
    ] as const)
      expect(
        at(path)
          .filter(({ isCurrent }) => isCurrent)
          .map(({ id }) => id),
      ).toEqual(ids);
    const [account] = shownMenu(menu, person);
    expect(account).toMatchObject({ isCurrent: false, containsCurrent: true });
  });

  test.each([
    ['/apps/app_1', 'app'],
    ['/apps/app_1/permissions/add', 'app-permissions'],
    ['/apps/app_1/permissions/p_1', 'app-permissions'],
    ['/apps/app_1/roles', 'app-roles'],
    ['/apps/app_1/managers', 'app-managers'],
    ['/apps/app_1/clients/c_1', 'app-clients'],
    ['/apps/app_1/clients/c_1/doctor', 'app-clients'],
    ['/apps/app_1/clients/c_1/start', 'app-clients'],
    ['/apps/app_1/webhooks', 'app-webhooks'],
    ['/apps/app_1/webhooks/w_1', 'app-webhooks'],
    ['/user/deletion', 'privacy'],
    ['/user/phone', 'information'],
  ])('at the path %s marks the item %s as current', (pathname, id) => {
    const current = shownMenu(menu, { ...person, navParam: { appId: 'app_1' }, pathname })
      .flatMap(({ children }) => children)
      .filter(({ isCurrent }) => isCurrent);
    expect(current.map((item) => item.id)).toEqual([id]);
  });

  test.each(['accounts', 'enterprises', 'privacy', 'sms', 'params', 'audit', 'import', 'export'])(
    'has a current entry at the administration page %s',
    (page) => {
      const shown = shownMenu(menu, {
        ...person,
        roles: ['user', 'admin'],
        pathname: `/admin/${page}`,
      });
      expect(linksOf(shown).filter(({ isCurrent }) => isCurrent)).toMatchObject([
        { id: `admin-${page}`, path: `/admin/${page}` },
      ]);
    },
  );

  test('hides an item without a path', () => {
    const items: MenuItem[] = [{ id: 'x', type: 'item', messageId: 'common.close' }];
    expect(shownMenu(items, person)).toEqual([]);
  });
});

describe('the workspaces', () => {
  const apps = [
    { id: 'app_1', code: 'SAN', name: 'Sàn giao dịch' },
    { id: 'app_2', code: 'KHO', name: 'Kho hàng' },
  ];
  const account = (pathname: string, rest: { role?: 'admin'; appId?: string; hidden?: string[] } = {}) => ({
    role: rest.role ?? ('user' as const),
    pathname,
    userApp: {
      exclusiveNavId: rest.hidden ?? [],
      managableApplications: apps,
      navParam: { appId: rest.appId ?? 'app_1' },
    },
  });
  const kinds = (...of: Parameters<typeof account>) => workspacesOf(account(...of)).map(({ id }) => id);

  const pathsAt = (pathname: string) =>
    workspacesOf(account(pathname, { role: 'admin' })).map(({ path, isCurrent }) => [path, isCurrent]);
  const groupsAt = (...of: Parameters<typeof account>) => workspaceMenuOf(account(...of)).map(({ id }) => id);

  test('have separate menus for the account, administration and each application', () => {
    expect(groupsAt('/user/security')).toEqual(['account', 'applications']);
    expect(groupsAt('/apps')).toEqual(['account', 'applications']);
    expect(groupsAt('/apps/app_1/roles')).toEqual(['application']);
    expect(groupsAt('/admin/audit', { role: 'admin' })).toEqual(['administration']);
    expect(groupsAt('/adminx', { role: 'admin' })).toEqual(['account', 'applications']);
  });

  test('fall back to the account’s menu on a forbidden page', () => {
    expect(groupsAt('/apps/app_9/roles')).toEqual(['account', 'applications']);
    expect(groupsAt('/admin/audit')).toEqual(['account', 'applications']);
  });

  test('include the administration only for administrators', () => {
    expect(kinds('/user/security')).toEqual(['account', 'app_1', 'app_2']);
    expect(kinds('/user/security', { role: 'admin' })).toEqual([
      'account',
      'administration',
      'app_1',
      'app_2',
    ]);
    const hidden = ['administration', 'application'];
    expect(kinds('/user/security', { role: 'admin', hidden })).toEqual(['account']);
  });

  test('open another application at the same page', () => {
    expect(pathsAt('/apps/app_1/roles')).toEqual([
      ['/user/information', false],
      ['/admin', false],
      ['/apps/app_1/roles', true],
      ['/apps/app_2/roles', false],
    ]);
    expect(pathsAt('/admin/audit').at(-1)).toEqual(['/apps/app_2', false]);
  });

  test('include an application that an administrator has opened without managing it', () => {
    const opened = workspacesOf(account('/apps/app_9', { role: 'admin', appId: 'app_9' }));
    expect(opened.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ id: 'app_9', name: undefined }]);
  });

  test('have a different key for each of their pages', () => {
    for (const pathname of ['/user/information', '/apps/app_1', '/admin']) {
      const keys = linksOf(workspaceMenuOf(account(pathname, { role: 'admin' }))).map(({ key }) => key);
      expect({ pathname, keys }).toEqual({
        pathname,
        keys: [...new Set(keys)].filter((key) => key?.length === 1),
      });
    }
  });
});

test('every menu entry has an icon that differs within its level', () => {
  for (const { id, icon, type, children = [] } of menu) {
    const icons = children.map((child) => child.icon);
    expect({ id, icons, hasIcon: type === 'group' || icon !== undefined }).toEqual({
      id,
      icons: [...new Set(icons)].filter((name) => name !== undefined),
      hasIcon: true,
    });
  }
});
