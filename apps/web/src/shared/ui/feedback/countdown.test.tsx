import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Countdown } from './countdown.tsx';

const start = Date.parse('2026-01-01T00:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function show(seconds: number, onEnd = () => {}) {
  await renderUi(
    <Countdown until={start + seconds * 1000} endText="Có thể gửi lại" onEnd={onEnd}>
      {(left) => (left > 0 ? `Còn ${left} giây` : 'Gửi lại')}
    </Countdown>,
  );
}

describe('Countdown', () => {
  test('counts down silently and announces the end once', async () => {
    const end = vi.fn<() => void>();
    await show(3, end);
    expect(screen.getByRole('timer').textContent).toBe('Còn 3 giây');
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off');
    await act(async () => vi.advanceTimersByTime(1800));
    expect(screen.getByRole('timer').textContent).toBe('Còn 2 giây');
    expect(screen.queryByText('Có thể gửi lại')).toBeNull();
    await act(async () => vi.advanceTimersByTime(2000));
    expect(screen.getByText('Gửi lại')).toBeTruthy();
    expect(screen.getByText('Có thể gửi lại')).toBeTruthy();
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('shows the correct second after the device was suspended', async () => {
    await show(120);
    vi.setSystemTime(start + 100_000);
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByRole('timer').textContent).toBe('Còn 20 giây');
  });

  test('ends immediately if the time has already passed', async () => {
    const end = vi.fn<() => void>();
    await show(-5, end);
    expect(screen.queryByRole('timer')).toBeNull();
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('does not announce an end if there is nothing to count down', async () => {
    const end = vi.fn<() => void>();
    await renderUi(
      <Countdown until={0} onEnd={end}>
        {() => 'Gửi lại'}
      </Countdown>,
    );
    expect(screen.getByText('Gửi lại')).toBeTruthy();
    expect(end).not.toHaveBeenCalled();
  });
});
