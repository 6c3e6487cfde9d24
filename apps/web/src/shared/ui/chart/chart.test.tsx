import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Chart } from './chart.tsx';

const data = {
  unit: 'Ngày',
  ticks: ['23/11', '24/11'],
  series: [
    { name: 'Đã gửi', values: [1_200, 4] },
    { name: 'Đã nhập đúng', values: [900, 3] },
  ],
} as const;

describe('Chart', () => {
  test('also shows its numbers in a table with the same name', async () => {
    const { user } = await renderUi(<Chart name="Mã SMS" data={data} />);
    await user.click(screen.getByText('Xem dạng bảng'));
    const table = within(screen.getByRole('table', { name: 'Mã SMS' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'NgàyĐã gửiĐã nhập đúng',
      '23/111.200900',
      '24/1143',
    ]);
  });

  test('shows an empty state if every figure is zero', async () => {
    const series = [{ name: 'Đã gửi', values: [0, 0] }] as const;
    await renderUi(<Chart name="Mã SMS" data={{ ...data, series }} />);
    expect(screen.getByText('Chưa có số liệu trong thời gian này')).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('hides the description of the last point from screen readers', async () => {
    await renderUi(<Chart name="Mã SMS" data={data} />);
    const drawing = screen.getByText('24/11: Đã gửi 4 · Đã nhập đúng 3').closest('[aria-hidden]');
    expect(drawing?.getAttribute('aria-hidden')).toBe('true');
  });
});
