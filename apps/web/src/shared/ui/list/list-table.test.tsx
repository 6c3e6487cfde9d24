import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { useSelection } from '#shared/ui/list/selection.tsx';
import { type Column, ListTable, TableCard } from './list-table.tsx';

type Row = { id: string; name: string; phone: string };

const columns: readonly Column<Row>[] = [
  { title: 'apps.people.person', cell: (row) => row.name },
  { title: 'common.phone', cell: (row) => row.phone, isDigits: true },
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

function Cards({ rows, onSort }: { rows: readonly Row[]; onSort: () => void }) {
  const selection = useSelection(
    rows,
    ({ id }) => id,
    ({ name }) => name,
  );
  return (
    <TableCard
      caption="Thành viên"
      columns={columns.map((column, index) =>
        index === 0 ? { ...column, sort: { direction: 'asc' as const, onSort } } : column,
      )}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={({ name }) => name}
      selection={selection}
      empty={null}
    />
  );
}

describe('TableCard', () => {
  beforeEach(() => loadTexts('admin', 'apps'));

  test('renders a named table in a region that can be scrolled by keyboard', async () => {
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

  test('offers to sort and select above the cards, as in the table head', async () => {
    const onSort = vi.fn<() => void>();
    const rows = [
      { id: '1', name: 'Lê An', phone: '' },
      { id: '2', name: 'Lê Bình', phone: '' },
    ];
    const { user } = await renderUi(<Cards rows={rows} onSort={onSort} />);
    const sorts = within(screen.getByRole('list', { name: 'Sắp xếp theo' }));
    await user.click(sorts.getByRole('button', { name: 'Họ và tên (tăng dần)' }));
    expect(onSort).toHaveBeenCalledTimes(1);
    const [all] = screen.getAllByRole('checkbox', { name: 'Chọn tất cả trong trang' });
    if (!all) throw new Error('the cards cannot be selected');
    await user.click(all);
    const cards = within(screen.getByRole('list', { name: 'Thành viên' }));
    expect(cards.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  });

  test('shows the row’s title and the columns that are chosen for cards on each card', async () => {
    const query = {
      data: [{ id: '1', name: 'Lê An', phone: '0912 345 678' }],
      isError: false,
      error: null,
      isFetching: false,
      isPlaceholderData: false,
      refetch: vi.fn<() => Promise<never>>(),
    };
    const shown: readonly Column<Row>[] = [
      ...columns.map((column) => ({ ...column, card: 'plain' as const })),
      { title: 'list.created', cell: () => '29/11/2026' },
      { title: 'list.owner', card: 'named', cell: () => 'Lê Bình' },
    ];
    await renderUi(
      <ListTable
        caption="Thành viên"
        query={query}
        columns={shown}
        rowKey={({ id }) => id}
        empty={{ title: '' }}
      />,
    );
    const card = within(screen.getByRole('list', { name: 'Thành viên' }));
    expect(card.getByRole('listitem').textContent).toBe(
      'Lê AnSố điện thoại 0912 345 678Chủ ứng dụng Lê Bình',
    );
    expect(card.getByText('Số điện thoại').className).toBe('sr-only');
  });

  test('shows the headings of the table while its rows are loading', async () => {
    await renderUi(
      <ListTable<Row>
        query={{
          data: undefined,
          isError: false,
          error: null,
          isFetching: true,
          isPlaceholderData: false,
          refetch: vi.fn<() => Promise<never>>(),
        }}
        caption="Thành viên"
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: 'Chưa có ai' }}
      />,
    );
    const headings = within(screen.getByRole('table', { name: 'Thành viên' })).getAllByRole('columnheader');
    expect(headings.map((heading) => heading.textContent)).toEqual(['Họ và tên', 'Số điện thoại']);
    expect(screen.queryAllByRole('cell')).toEqual([]);
    expect(screen.queryByText('Chưa có ai')).toBeNull();
  });

  test('shows the empty state instead of the table if there are no rows', async () => {
    await renderUi(table([]));
    expect(screen.getByText('Chưa có ai')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
