import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { Chart } from './chart.tsx';

vi.mock('./plot.tsx', () => {
  throw new TypeError('offline');
});

test('a chart keeps its numbers if its drawing cannot be loaded', async () => {
  const data = { unit: 'Ngày', ticks: ['23/11'], series: [{ name: 'Đã gửi', values: [4] }] } as const;
  await renderUi(<Chart name="Mã SMS" data={data} />);
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByText('23/11: Đã gửi 4')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Mã SMS' })).toBeTruthy();
});
