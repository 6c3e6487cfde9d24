import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { FilterChips } from './filter-chips.tsx';

describe('FilterChips', () => {
  beforeEach(() => loadTexts('admin'));

  test('lets the user remove one filter or all filters', async () => {
    const [onRemove, clear] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { user } = await renderUi(
      <FilterChips chips={[{ label: 'Trạng thái: Đã khóa', onRemove }]} view={{ clear }} />,
    );
    await user.click(screen.getByRole('button', { name: 'Bỏ lọc Trạng thái: Đã khóa' }));
    expect([onRemove.mock.calls.length, clear.mock.calls.length]).toEqual([1, 0]);
    await user.click(screen.getByRole('button', { name: 'Bỏ tìm kiếm và bộ lọc' }));
    expect(clear).toHaveBeenCalledTimes(1);
  });

  test('renders nothing if no filter is set', async () => {
    await renderUi(<FilterChips chips={[]} view={{ clear: vi.fn<() => void>() }} />);
    expect(screen.queryByRole('list')).toBeNull();
  });
});
