import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { ActionDialog } from './action-dialog.tsx';

const dialog = (onConfirm: () => void, onClose = () => {}, value = '0912 345 678') => (
  <ActionDialog
    isOpen
    onClose={onClose}
    onConfirm={onConfirm}
    title="Khóa tài khoản"
    text="Người này sẽ không đăng nhập được nữa."
    value={value}
    action="Khóa"
  />
);

describe('ActionDialog', () => {
  test('confirms nothing until the value is typed', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.click(screen.getByRole('button', { name: 'Khóa' }));
    await user.type(screen.getByRole('textbox'), '0912');
    await user.click(screen.getByRole('button', { name: 'Khóa' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(screen.getByText('Nội dung nhập chưa khớp.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('ignores case and surrounding spaces', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.type(screen.getByRole('textbox'), ' 0912 345 678 {Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('ignores diacritics and extra spaces', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm, () => {}, 'Đỗ Thị  Ánh'));
    await user.type(screen.getByRole('textbox'), 'do  thi anh{Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('closes on Escape', async () => {
    const close = vi.fn<() => void>();
    const { user } = await renderUi(dialog(() => {}, close));
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(1);
  });
});
