import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { useAuth } from '#state/auth.ts';
import { commonEvents, useCommon } from '#state/common.ts';
import { ApiFailure } from '#shared/api/api-failure.ts';
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

/** Renders a page that removes its question (including `removesOpener`) when the dialog closes. */
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

const busy = () =>
  new ApiFailure({ kind: 'response', status: 503, code: 'BUSY', text: 'Hệ thống bận', requestId: 'req_7' });
const cancelled = () =>
  new ApiFailure({ kind: 'response', status: 403, code: 'REAUTHENTICATION_REQUIRED', text: 'Xác nhận' });

/** Renders a page whose data can remove the question, together with its title if the page itself is left. */
function RefreshedPage({
  onConfirm,
  onClose = () => {},
}: {
  onConfirm: () => Promise<void>;
  onClose?: () => void;
}) {
  const [shown, setShown] = useState<'question' | 'title' | 'nothing'>('question');
  return (
    <>
      <button onClick={() => setShown('title')}>Làm mới</button>
      <button onClick={() => setShown('nothing')}>Rời trang</button>
      {shown !== 'nothing' && <h1 tabIndex={-1}>Người dùng</h1>}
      {shown === 'question' && (
        <ActionDialog
          isOpen
          onClose={onClose}
          onConfirm={onConfirm}
          title="Khóa tài khoản"
          value="An"
          action="Khóa"
          done="profile.avatar.saved"
        />
      )}
    </>
  );
}

const press = (name: string) => act(() => screen.getByRole('button', { name, hidden: true }).click());
const type = async (user: Awaited<ReturnType<typeof renderUi>>['user']) =>
  user.type(await screen.findByRole('textbox'), 'An{Enter}');

beforeEach(() => {
  commonEvents.errorShown();
  commonEvents.messageShown();
  useAuth.setState({ isAuthenticated: true });
});

describe('the failure of a change', () => {
  test('is shown in the dialog, which keeps the typed text', async () => {
    const change = vi.fn<() => Promise<void>>().mockRejectedValueOnce(busy()).mockResolvedValueOnce();
    const close = vi.fn<() => void>();
    const { user } = await renderUi(<RefreshedPage onConfirm={change} onClose={close} />);
    await type(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Hệ thống bận');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('An');
    expect(close).not.toHaveBeenCalled();
    expect(useCommon.getState()).toMatchObject({ error: null, displayMessage: null });
    await user.click(screen.getByRole('button', { name: 'Khóa' }));
    expect(change).toHaveBeenCalledTimes(2);
    expect(close).toHaveBeenCalledTimes(1);
    expect(useCommon.getState().displayMessage).toBe('profile.avatar.saved');
  });

  test('becomes a notification if the page removes the dialog', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { user } = await renderUi(<RefreshedPage onConfirm={() => promise} />);
    await type(user);
    press('Làm mới');
    await act(async () => reject(busy()));
    const failure = { text: 'Hệ thống bận', requestId: 'req_7' };
    await waitFor(() => expect(useCommon.getState().error).toEqual(failure));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test.each([
    ['Làm mới', { text: 'Hệ thống bận', requestId: 'req_7' }],
    ['Rời trang', null],
  ])('shown in the dialog becomes, after “%s”, the notification %j', async (button, shown) => {
    const { user } = await renderUi(<RefreshedPage onConfirm={() => Promise.reject(busy())} />);
    await type(user);
    await screen.findByText('Hệ thống bận');
    press(button);
    expect(useCommon.getState().error).toEqual(shown);
  });

  test('is not shown if the user cancelled the re-authentication', async () => {
    const { user, unmount } = await renderUi(<RefreshedPage onConfirm={() => Promise.reject(cancelled())} />);
    await type(user);
    expect(screen.queryByText('Xác nhận')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('An');
    press('Làm mới');
    expect(useCommon.getState().error).toBeNull();
    unmount();
    const second = await renderUi(<RefreshedPage onConfirm={() => Promise.reject(busy())} />);
    await type(second.user);
    await screen.findByText('Hệ thống bận');
    useAuth.setState({ isAuthenticated: false });
    press('Làm mới');
    expect(useCommon.getState().error).toBeNull();
  });

  test('does not affect the next dialog after a cancellation', async () => {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const change = vi
      .fn<() => Promise<void>>()
      .mockReturnValueOnce(first.promise)
      .mockReturnValueOnce(second.promise);
    const close = vi.fn<() => void>();
    const { user } = await renderUi(<RefreshedPage onConfirm={change} onClose={close} />);
    for (const { resolve, reject } of [first, second]) {
      await type(user);
      await user.keyboard('{Escape}');
      // The page's dialog stays open, as if it asked the next question.
      expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
      close.mockClear();
      await act(async () => (resolve === first.resolve ? resolve() : reject(busy())));
      expect(close).not.toHaveBeenCalled();
      expect(screen.queryByText('Hệ thống bận')).toBeNull();
    }
    press('Làm mới');
    expect(useCommon.getState()).toMatchObject({ displayMessage: 'profile.avatar.saved', error: null });
  });
});

describe('ActionDialog', () => {
  test('leaves the focus in a field of the next page', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { user } = await renderUi(<LeftPage change={promise} />);
    await user.click(await screen.findByRole('button', { name: 'Khóa' }));
    const field = await screen.findByRole('textbox', { name: 'Tên' });
    await user.click(field);
    await act(async () => resolve());
    expect(useCommon.getState().displayMessage).toBe('profile.avatar.saved');
    expect(document.activeElement).toBe(field);
  });

  test('moves the focus to the title if its opener is removed', async () => {
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

  test('confirms nothing while the required value is missing or incomplete', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.click(await screen.findByRole('button', { name: 'Khóa' }));
    await user.type(screen.getByRole('textbox'), '0912');
    await user.click(screen.getByRole('button', { name: 'Khóa' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(screen.getByText('Vui lòng nhập đúng như trên.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('ignores surrounding spaces in the typed value', async () => {
    const confirm = vi.fn<() => void>();
    const { user } = await renderUi(dialog(confirm));
    await user.type(screen.getByRole('textbox'), ' 0912 345 678 {Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('ignores case, diacritics and extra spaces in the typed value', async () => {
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
