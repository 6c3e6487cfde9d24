// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { menu, type MenuItem, type ShownMenuItem, shownMenu } from './menu.ts';

const person = {
  roles: ['user'] as const,
  exclusiveNavId: [],
  navParam: {},
  pathname: '/user/information',
};

/** Entries with a parameter and with a path that contains another entry's. */
const applications: readonly MenuItem[] = [
  {
    id: 'applications',
    type: 'group',
    messageId: 'shell.group.account',
    children: [
      { id: 'apps', type: 'item', messageId: 'shell.item.information', path: '/apps', exact: true },
      {
        id: 'app-permissions',
        type: 'item',
        messageId: 'shell.item.security',
        path: '/apps/:appId/permissions',
      },
    ],
  },
];

function idsOf(items: readonly ShownMenuItem[]): string[] {
  return items.flatMap((item) => [item.id, ...idsOf(item.children)]);
}

describe('menu', () => {
  test('only an administrator sees the administration menu', () => {
    expect(idsOf(shownMenu(menu, person))).not.toContain('administration');
    expect(idsOf(shownMenu(menu, { ...person, roles: ['user', 'admin'] }))).toContain('admin-accounts');
  });

  test('items in exclusiveNavId and groups left empty are hidden', () => {
    const shown = shownMenu(menu, { ...person, exclusiveNavId: ['password', 'applications'] });
    expect(idsOf(shown)).toEqual(['account', 'information', 'security', 'privacy', 'invite-friends']);
    expect(shownMenu(applications, { ...person, exclusiveNavId: ['apps'] })).toEqual([]);
  });

  test('navParam fills in paths; an item without its values is hidden', () => {
    expect(idsOf(shownMenu(applications, person))).toEqual(['applications', 'apps']);
    const [group] = shownMenu(applications, { ...person, navParam: { appId: 'app_1' } });
    expect(group?.children.map(({ path }) => path)).toEqual(['/apps', '/apps/app_1/permissions']);
  });

  test.each(['../admin', 'a/b', '<img onerror=1>', '//evil.test', 'javascript:alert(1)'])(
    'F3 navParam %s cannot lead outside the routes',
    (appId) => {
      expect(idsOf(shownMenu(applications, { ...person, navParam: { appId } }))).toEqual([
        'applications',
        'apps',
      ]);
    },
  );

  test('the current item and its group are marked; an exact item only at its own path', () => {
    const at = (pathname: string) =>
      shownMenu([...menu, ...applications], { ...person, navParam: { appId: 'app_1' }, pathname }).flatMap(
        ({ children }) => children,
      );
    expect(
      at('/user/security/')
        .filter(({ isCurrent }) => isCurrent)
        .map(({ id }) => id),
    ).toEqual(['security']);
    expect(
      at('/apps/app_1/permissions/p_1')
        .filter(({ isCurrent }) => isCurrent)
        .map(({ id }) => id),
    ).toEqual(['app-permissions']);
    const [account] = shownMenu(menu, person);
    expect(account).toMatchObject({ isCurrent: false, containsCurrent: true });
  });

  test('an item without a path is hidden', () => {
    const items: MenuItem[] = [{ id: 'x', type: 'item', messageId: 'common.close' }];
    expect(shownMenu(items, person)).toEqual([]);
  });
});
