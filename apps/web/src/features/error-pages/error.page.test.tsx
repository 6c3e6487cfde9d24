import { popupErrorCountdownSeconds } from '@vid/contract/limits';
import { act, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inMain, testShownPages } from '../../../test/shown-pages.tsx';
import { heading, useVisitorScreens, visit } from '../../../test/visitor.tsx';

useVisitorScreens();

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('error pages', () => {
  test('link to the sign-in page from /error/401', async () => {
    visit('/error/401');
    await heading('Bạn chưa đăng nhập');
    expect(hrefOf('Đăng nhập')).toMatch(/\/signin$/);
  });

  test.each([
    ['/error/maintain', 'Hệ thống đang bảo trì'],
    ['/error/500', 'Hệ thống gặp sự cố'],
  ])('offer a retry at %s', async (path, title) => {
    visit(path);
    await heading(title);
    expect(hrefOf('Thử lại')).toMatch(/\/home$/);
  });

  test('show the maintenance notice and a sign-in link for administrators', async () => {
    const boot = document.createElement('script');
    boot.id = 'vid-boot';
    boot.type = 'application/json';
    boot.textContent = JSON.stringify({
      maintenance: { endsAt: '2026-12-01T16:30:00Z', message: 'Nâng cấp máy chủ.' },
    });
    document.head.append(boot);
    onTestFinished(() => boot.remove());
    visit('/error/maintain');
    expect(await screen.findByText('Dự kiến xong lúc 23:30 ngày 01/12/2026.')).toBeTruthy();
    expect(screen.getByText('Nâng cấp máy chủ.')).toBeTruthy();
    expect(hrefOf('Đăng nhập cho quản trị viên')).toBe('/vid/web/signin?administrator');
  });

  test('say what to do after a refusal, and show its reference number', async () => {
    visit('/error/403?code=REDIRECT_INVALID&ref=0123456789abcdef0123456789abcdef');
    await heading('Không thể tiếp tục');
    expect(screen.getByText('Vui lòng quay lại ứng dụng và thử lại.')).toBeTruthy();
    expect(screen.getByText('0123456789abcdef0123456789abcdef')).toBeTruthy();
    expect(screen.getByText(/^Hãy gửi mã này cho đơn vị phát triển ứng dụng/)).toBeTruthy();
  });

  test('do not close a popup after the user stops the countdown', async () => {
    const close = vi.fn<() => void>();
    vi.stubGlobal('close', close);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
    const { user } = visit('/error/403?code=REDIRECT_INVALID&mode=window');
    await heading('Không thể tiếp tục');
    await user.click(screen.getByRole('button', { name: 'Giữ cửa sổ' }));
    expect(screen.queryByText(/Cửa sổ này sẽ tự đóng sau/u)).toBeNull();
    await act(async () => vi.advanceTimersByTime((popupErrorCountdownSeconds + 1) * 1000));
    expect(close).not.toHaveBeenCalled();
  });

  test('show the advice about an expired request only once', async () => {
    visit('/error/403?code=SSO_REQUEST_EXPIRED');
    await heading('Không thể tiếp tục');
    expect(screen.getAllByText(/Vui lòng quay lại ứng dụng và thử lại\./)).toHaveLength(1);
  });

  test('ask the user to report an internal error’s reference number', async () => {
    visit('/error/500?ref=0123456789abcdef0123456789abcdef');
    await heading('Hệ thống gặp sự cố');
    expect(screen.getByText('0123456789abcdef0123456789abcdef')).toBeTruthy();
    expect(screen.getByText(/hãy gửi mã này cho Hội/)).toBeTruthy();
    expect(screen.queryByText(/đơn vị phát triển/)).toBeNull();
  });

  describe('pages', () => {
    const paths = [
      '/error/401',
      '/error/403',
      '/error/403?code=REDIRECT_INVALID&ref=0123456789abcdef0123456789abcdef',
      '/error/404',
      '/error/500?ref=0123456789abcdef0123456789abcdef',
      '/error/maintain',
      '/error/comming',
    ];
    testShownPages(
      inMain(Object.fromEntries(paths.map((path) => [path, { path }]))),
      ({ path = '' }) => visit(path).user,
    );
  });
});
