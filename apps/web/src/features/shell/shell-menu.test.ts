import { expect, test } from 'vitest';
import { menu } from '#navigation/menu/menu.ts';
import { menuIcon } from './shell-menu.ts';

test('every entry of the menu has an icon', () => {
  const entries = menu.flatMap((entry) =>
    entry.type === 'group' ? (entry.children ?? []) : [entry, ...(entry.children ?? [])],
  );
  expect(entries.filter(({ id }) => menuIcon(id) === 'dot').map(({ id }) => id)).toEqual([]);
});
