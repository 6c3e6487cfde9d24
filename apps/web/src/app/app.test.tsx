import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { params } from '../../test/params.ts';
import { heading, useVisitorScreens, visit } from '../../test/visitor.tsx';
import { basePath } from '#navigation/paths.ts';
import { useCategory } from '#state/category.ts';
import { useCommon } from '#state/common.ts';

useVisitorScreens();
afterEach(() => {
  useCommon.setState({ loading: false, isPageWaiting: false, isOffline: false });
  useCategory.setState({ categories: null, configurations: null, imageUrls: null });
  vi.restoreAllMocks();
});

const offline = 'Bạn đang mất kết nối mạng.';
const waiting = /^Chưa tải được nội dung vì mất kết nối\./u;

const banner = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('a notice about a waiting page replaces the offline notice', async () => {
  visit('/signin');
  await heading('Đăng nhập');
  expect(banner()).not.toContain(offline);
  act(() => void dispatchEvent(new Event('offline')));
  expect(banner()).toContain(offline);
  act(() => useCommon.setState({ isPageWaiting: true }));
  expect(screen.getByText(waiting).closest('output')).not.toBeNull();
  expect(screen.queryByText(offline)).toBeNull();
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.getByText(waiting)).toBeTruthy();
  act(() => useCommon.setState({ isPageWaiting: false }));
  expect(screen.queryByText(waiting)).toBeNull();
});

test('the loading notice disappears while a page waits for the network', async () => {
  visit('/signin');
  await heading('Đăng nhập');
  vi.useFakeTimers();
  act(() => useCommon.setState({ loading: true }));
  act(() => void vi.advanceTimersByTime(1_000));
  screen.getByText('Đang tải…');
  act(() => useCommon.setState({ isPageWaiting: true }));
  expect(screen.queryByText('Đang tải…')).toBeNull();
});

test('a page that fails to render is replaced by an error screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  visit('/signin');
  await heading('Đăng nhập');
  // Null slides make the page throw while it renders.
  act(() =>
    useCategory.setState({
      ...params,
      configurations: { ...params.configurations, slides: JSON.parse('[null, null]') },
    }),
  );
  const title = await heading('Lỗi');
  expect(title.closest('[role=alert]')?.tagName).toBe('MAIN');
  expect(screen.getByRole('link', { name: 'Về trang chủ' }).getAttribute('href')).toBe(`${basePath}/home`);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  act(() => screen.getByRole('button', { name: 'Tải lại trang' }).click());
  expect(reload).toHaveBeenCalledOnce();
  useCategory.setState(params);
  act(() => {
    history.pushState(null, '', `${basePath}/forget-password`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await heading('Đặt lại mật khẩu');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Lỗi' })).toBeNull());
});
