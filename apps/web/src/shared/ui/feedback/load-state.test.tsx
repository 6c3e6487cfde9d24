import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { LoadState } from './load-state.tsx';

const waiting = { isError: false, error: null, isFetching: true, refetch: vi.fn<() => Promise<never>>() };
const failed = (error: Error) => ({ ...waiting, isError: true, error, isFetching: false });

describe('the state of missing data', () => {
  beforeEach(() => loadTexts('shell'));

  test('hides the layout of loading data from screen readers', async () => {
    await renderUi(
      <LoadState
        query={waiting}
        skeleton={
          <button type="button">
            <span>Sao chép</span>
          </button>
        }
      />,
    );
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Sao chép').closest('[inert]')).not.toBeNull();
  });

  test('says why data could not be loaded and offers a retry', async () => {
    const query = failed(
      new ApiFailure({ kind: 'response', status: 500, text: 'Đã có lỗi.', requestId: 'AB2CD3EF4GH5' }),
    );
    const { user } = await renderUi(<LoadState query={query} />);
    expect(screen.getByText('Đã có lỗi.')).toBeTruthy();
    expect(screen.getByText('AB2CD3EF4GH5')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sao chép mã tra cứu' }));
    expect(await navigator.clipboard.readText()).toBe('AB2CD3EF4GH5');
    await user.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });

  test('shows no reference if no response arrived', async () => {
    await renderUi(<LoadState query={failed(new ApiFailure({ kind: 'network' }))} />);
    expect(screen.queryByRole('button', { name: 'Sao chép mã tra cứu' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Thử lại' })).toBeTruthy();
  });
});
