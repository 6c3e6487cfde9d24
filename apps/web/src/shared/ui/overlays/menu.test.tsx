import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';

const onSelect = vi.fn<() => void>();

async function renderMenu() {
  vi.resetModules();
  const { Menu, MenuItem } = await import('./menu.tsx');
  return renderUi(
    <Menu trigger={<button type="button">Khác</button>}>
      <MenuItem onSelect={onSelect}>Khóa</MenuItem>
      <MenuItem onSelect={onSelect}>Gỡ</MenuItem>
    </Menu>,
  );
}

const trigger = () => screen.getByRole('button', { name: 'Khác' });

describe('a menu whose library has not loaded', () => {
  beforeEach(() => onSelect.mockReset());

  test('announces its button as the button of a closed menu', async () => {
    await renderMenu();
    expect([trigger().getAttribute('aria-haspopup'), trigger().getAttribute('aria-expanded')]).toEqual([
      'menu',
      'false',
    ]);
  });

  test('opens with its first item focused on the first press', async () => {
    const { user } = await renderMenu();
    await user.tab();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Khóa' });
    await waitFor(() => expect(document.activeElement).toBe(item));
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('opens on a press during which the library arrives', async () => {
    const { user } = await renderMenu();
    await user.pointer({ keys: '[MouseLeft>]', target: trigger() });
    await act(() => import('./base-ui.ts'));
    await user.pointer({ keys: '[/MouseLeft]', target: trigger() });
    expect(await screen.findByRole('menuitem', { name: 'Khóa' })).toBeTruthy();
  });
});
