import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Button, ButtonLink, LinkButton, TextLink } from './button.tsx';

afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ['button', Button],
  ['button that looks like a link', LinkButton],
] as const)('a %s', (_name, Pressed) => {
  test('responds to a press unless it is busy', async () => {
    const onClick = vi.fn<() => void>();
    const onSubmit = vi.fn<() => void>();
    const view = (isBusy: boolean) => (
      <form onSubmit={onSubmit}>
        <Pressed isBusy={isBusy} onClick={onClick}>
          Lưu
        </Pressed>
      </form>
    );
    const { user, rerender } = await renderUi(view(false));
    await user.click(screen.getByRole('button', { name: 'Lưu' }));
    expect(onClick).toHaveBeenCalledOnce();
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull();
    rerender(view(true));
    const busy = screen.getByRole('button', { name: 'Lưu' });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    expect(busy).toHaveProperty('disabled', false);
    // A busy submit button must not submit again.
    expect(fireEvent.click(busy)).toBe(false);
    expect(onClick).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

const withIcon = (isBusy: boolean) => (
  <Button isBusy={isBusy} icon={<i data-testid="icon" />}>
    Lưu
  </Button>
);

test('a busy button shows a spinner after 300 ms', async () => {
  const { rerender } = await renderUi(withIcon(false));
  vi.useFakeTimers();
  rerender(withIcon(true));
  act(() => {
    vi.advanceTimersByTime(299);
  });
  expect(screen.queryByTestId('icon')).not.toBeNull();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.queryByTestId('icon')).toBeNull();
  expect(screen.getByRole('button').querySelector('svg')).not.toBeNull();
  rerender(withIcon(false));
  expect(screen.queryByTestId('icon')).not.toBeNull();
  rerender(withIcon(true));
  expect(screen.queryByTestId('icon')).not.toBeNull();
});

const classes = (name: string) => [...screen.getByRole('link', { name }).classList];

test('each kind of link has a different style', async () => {
  await renderUi(
    <>
      <ButtonLink to="/a">Nút</ButtonLink>
      <TextLink to="/b">Câu</TextLink>
      <TextLink isPlain to="/c">
        Dòng
      </TextLink>
      <TextLink isQuiet to="/d">
        Lề
      </TextLink>
    </>,
  );
  expect(classes('Nút')).toContain('bg-brand');
  expect(classes('Câu')).toContain('underline');
  expect(classes('Dòng')).toContain('text-brand');
  expect(classes('Dòng')).not.toContain('underline');
  expect(classes('Lề')).toContain('text-muted');
});
