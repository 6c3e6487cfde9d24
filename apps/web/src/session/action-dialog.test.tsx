import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { useCommon } from '#state/common.ts';
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

/** Renders a page that removes its question, and with it `removesOpener`, when the dialog closes. */
function Page() {
  const [question, setQuestion] = useState<{ removesOpener: boolean } | null>(null);
  return (
    <>
      <h1 tabIndex={-1}>Người dùng</h1>
      <button onClick={() => setQuestion({ removesOpener: true })}>Gỡ</button>
      <ActionDialog
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        onConfirm={() => {}}
        title="Khóa tài khoản"
        action="Khóa"
        removesOpener={question?.removesOpener ?? false}
      />
    </>
  );
}

/** Renders a page whose change is still running after the user has gone back to a page with a field. */
function LeftPage({ change }: { change: Promise<void> }) {
  const [isLeft, setIsLeft] = useState(false);
  if (isLeft) {
    return (
      <main key="next">
        <h1 tabIndex={-1}>Tìm kiếm</h1>
        <input aria-label="Tên" />
      </main>
    );
  }
  return (
    <main>
      <h1 tabIndex={-1}>Người dùng</h1>
      <ActionDialog
        isOpen
        onClose={() => {}}
        onConfirm={() => {
          setIsLeft(true);
          return change;
        }}
        title="Khóa tài khoản"
        action="Khóa"
        removesOpener
        done="profile.avatar.saved"
      />
    </main>
  );
}

describe('ActionDialog', () => {
  test('leaves the focus in a field of the page that the user went to during the change', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { user } = await renderUi(<LeftPage change={promise} />);
    await user.click(await screen.findByRole('button', { name: 'Khóa' }));
    const field = await screen.findByRole('textbox', { name: 'Tên' });
    await user.click(field);
    await act(async () => resolve());
    expect(useCommon.getState().displayMessage).toBe('profile.avatar.saved');
    expect(document.activeElement).toBe(field);
  });

  test('moves the focus to the title after a change that removes its opener', async () => {
    const { user } = await renderUi(<Page />);
    await user.click(screen.getByRole('button', { name: 'Gỡ' }));
    await user.click(await screen.findByRole('button', { name: 'Khóa' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('returns the focus to its opener when nothing is changed', async () => {
    const { user } = await renderUi(<Page />);
    await user.click(screen.getByRole('button', { name: 'Gỡ' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Gỡ' })));
  });

  test('confirms nothing until the required value is typed', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.click(await screen.findByRole('button', { name: 'Khóa' }));
    await user.type(screen.getByRole('textbox'), '0912');
    await user.click(screen.getByRole('button', { name: 'Khóa' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(screen.getByText('Nội dung nhập chưa khớp.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('ignores case and surrounding spaces in the typed value', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.type(screen.getByRole('textbox'), ' 0912 345 678 {Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('ignores diacritics and extra spaces in the typed value', async () => {
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
