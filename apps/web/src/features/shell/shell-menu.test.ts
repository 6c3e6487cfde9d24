import { expect, test } from 'vitest';
import { menu } from '#navigation/menu/menu.ts';
import { menuIcon } from './shell-menu.ts';

test('has an icon for every menu entry', () => {
  const entries = menu.flatMap((entry) =>
    entry.type === 'group' ? (entry.children ?? []) : [entry, ...(entry.children ?? [])],
  );
  expect(entries.filter(({ id }) => menuIcon(id) === 'dot').map(({ id }) => id)).toEqual([]);
});

// The narrow sidebar shows nothing but the icons.
test('has different icons within one menu level', () => {
  for (const { id, children = [] } of menu) {
    const icons = children.map((child) => menuIcon(child.id));
    expect({ id, icons }).toEqual({ id, icons: [...new Set(icons)] });
  }
});
