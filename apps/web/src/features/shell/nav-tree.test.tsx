import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { menu, shownMenu } from '#navigation/menu/menu.ts';
import { NavTree } from './nav-tree.tsx';

useMemberScreens();

test('the menu opens and closes a collapsible group', async () => {
  const items = shownMenu(menu, {
    roles: ['user', 'admin'],
    exclusiveNavId: [],
    navParam: {},
    pathname: '/admin',
  });
  const user = renderPage(<NavTree items={items} />, person);
  const button = screen.getByRole('button', { name: 'Nhập và xuất' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('link', { name: 'Nhập hội viên' })).toBeDefined();
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
