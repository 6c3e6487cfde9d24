import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderUi } from '#shared/test/render-ui.tsx';
import { type Column, TableCard } from './table-card.tsx';

type Row = { id: string; name: string; phone: string };

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Họ và tên', cell: (row) => row.name },
  { key: 'phone', title: 'Số điện thoại', cell: (row) => row.phone, isDigits: true },
];

const table = (rows: readonly Row[]) => (
  <TableCard
    caption="Thành viên"
    columns={columns}
    rows={rows}
    rowKey={(row) => row.id}
    empty={<p>Chưa có ai</p>}
  />
);

describe('TableCard', () => {
  test('renders a named table in a keyboard-scrollable region', async () => {
    const { user } = await renderUi(table([{ id: '1', name: 'Lê Thị Ổn', phone: '0912 345 678' }]));
    const named = screen.getByRole('table', { name: 'Thành viên' });
    expect(
      within(named)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Họ và tên', 'Số điện thoại']);
    expect(within(named).getByRole('cell', { name: '0912 345 678' })).toBeTruthy();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Thành viên/ }));
  });

  test('shows the empty state instead of a table without rows', async () => {
    await renderUi(table([]));
    expect(screen.getByText('Chưa có ai')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
