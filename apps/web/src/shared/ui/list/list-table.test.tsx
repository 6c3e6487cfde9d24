import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { BulkBar, useSelection } from '#shared/ui/list/selection.tsx';
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

  test('renders a named table in a region that takes the focus', async () => {
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

  test('offers to sort the cards and to select all cards', async () => {
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

  test('shows on a card only the columns chosen for cards', async () => {
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

  test('shows the empty state instead of a table without rows', async () => {
    await renderUi(table([]));
    expect(screen.getByText('Chưa có ai')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

const rowsOf = (...names: readonly string[]): Row[] =>
  names.map((name, index) => ({ id: `${index}`, name, phone: '' }));
const loaded = {
  isError: false,
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: vi.fn<() => Promise<never>>(),
};
const viewOf = (isFiltered = false) => ({
  isFiltered,
  clear: vi.fn<() => void>(),
  toNext: vi.fn<(cursor: string) => void>(),
});
type View = ReturnType<typeof viewOf> & { readonly toPrevious?: () => void };
const paged = (view: View, items: readonly Row[], next: string | null, isOld = false) => (
  <ListTable
    caption="Thành viên"
    query={{ ...loaded, data: { items, next }, isPlaceholderData: isOld }}
    view={{ toPrevious: undefined, ...view }}
    columns={columns}
    rowKey={({ id }) => id}
    empty={{ title: 'Chưa có ai' }}
  />
);

describe('the pages of a list', () => {
  beforeEach(() => loadTexts('admin', 'apps'));

  test('have one button at each end and two in the middle', async () => {
    const view = viewOf();
    const { user, rerender } = await renderUi(paged(view, rowsOf('Lê An'), 'c1'));
    const pages = within(screen.getByRole('navigation', { name: 'Phân trang' }));
    expect(pages.queryByRole('button', { name: 'Trang trước' })).toBeNull();
    await user.click(pages.getByRole('button', { name: 'Trang sau' }));
    expect(view.toNext).toHaveBeenCalledExactlyOnceWith('c1');
    const back = vi.fn<() => void>();
    rerender(paged({ ...view, toPrevious: back }, rowsOf('Lê An'), 'c2'));
    expect(screen.getAllByRole('button')).toHaveLength(2);
    rerender(paged({ ...view, toPrevious: back }, rowsOf('Lê An'), null));
    expect(screen.queryByRole('button', { name: 'Trang sau' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Trang trước' }));
    expect(back).toHaveBeenCalledOnce();
    rerender(paged(view, rowsOf('Lê An'), null));
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('are busy while the next page is loading, and ignore another press', async () => {
    const view = viewOf();
    const { user } = await renderUi(paged(view, rowsOf('Lê An'), 'c1', true));
    expect(screen.getByRole('list', { name: 'Thành viên' }).parentElement?.getAttribute('aria-busy')).toBe(
      'true',
    );
    const next = screen.getByRole('button', { name: 'Trang sau' });
    expect(next.getAttribute('aria-busy')).toBe('true');
    await user.click(next);
    expect(view.toNext).not.toHaveBeenCalled();
  });

  test('say whether the list, the result or the page is empty', async () => {
    const { user, rerender } = await renderUi(paged(viewOf(), [], null));
    expect(screen.getByText('Chưa có ai')).toBeTruthy();
    const filtered = viewOf(true);
    rerender(paged(filtered, [], null));
    expect(screen.getByText('Không có kết quả phù hợp')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Xóa tìm kiếm và bộ lọc' }));
    expect(filtered.clear).toHaveBeenCalledOnce();
    rerender(paged({ ...viewOf(), toPrevious: vi.fn<() => void>() }, [], null));
    expect(screen.getByText('Trang này không còn mục nào')).toBeTruthy();
  });
});

function Sorted({ direction }: { direction: 'asc' | 'desc' | null }) {
  const sort = { direction, onSort: () => undefined };
  return (
    <TableCard
      caption="Thành viên"
      columns={columns.map((column, index) => (index === 0 ? { ...column, sort } : column))}
      rows={rowsOf('Lê An')}
      rowKey={({ id }) => id}
      renderCard={({ name }) => name}
      empty={null}
    />
  );
}

test.each([
  ['asc', 'ascending', '↑'],
  ['desc', 'descending', '↓'],
  [null, null, '↕'],
] as const)('a column shows the sort order %s to screen readers', async (direction, order, arrow) => {
  await loadTexts('admin', 'apps');
  await renderUi(<Sorted direction={direction} />);
  const [name, phone] = within(screen.getByRole('table')).getAllByRole('columnheader');
  expect([name?.getAttribute('aria-sort'), phone?.getAttribute('aria-sort')]).toEqual([order, null]);
  expect(name?.textContent).toBe(`Họ và tên${arrow}`);
});

function Selectable({ rows }: { rows: readonly Row[] }) {
  const selection = useSelection(
    rows,
    ({ id }) => id,
    ({ name }) => name,
  );
  return (
    <>
      <TableCard
        caption="Thành viên"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        renderCard={({ name }) => name}
        selection={selection}
        empty={null}
      />
      <BulkBar selection={selection}>
        <span>{selection.rows.map(({ name }) => name).join(', ')}</span>
      </BulkBar>
    </>
  );
}

const box = (name: string) => within(screen.getByRole('table')).getByRole('checkbox', { name });
const bar = () => within(screen.getByRole('region', { name: 'Thao tác' }));

test('a selected row that leaves the page is deselected', async () => {
  await loadTexts('admin', 'apps');
  const all = rowsOf('Lê An', 'Lê Bình');
  const { user, rerender } = await renderUi(<Selectable rows={all} />);
  expect(screen.queryByRole('region', { name: 'Thao tác' })).toBeNull();
  await user.click(box('Chọn Lê An'));
  expect(bar().getByText('Đã chọn 1')).toBeTruthy();
  expect(bar().getByText('Lê An')).toBeTruthy();
  expect(box('Chọn tất cả trong trang')).toHaveProperty('checked', false);
  await user.click(box('Chọn Lê Bình'));
  expect(box('Chọn tất cả trong trang')).toHaveProperty('checked', true);
  await user.click(box('Chọn Lê An'));
  expect(bar().getByText('Lê Bình')).toBeTruthy();
  rerender(<Selectable rows={all.slice(0, 1)} />);
  expect(screen.queryByRole('region', { name: 'Thao tác' })).toBeNull();
  await user.click(box('Chọn tất cả trong trang'));
  expect(bar().getByText('Lê An')).toBeTruthy();
  await user.click(bar().getByRole('button', { name: 'Bỏ chọn' }));
  expect(screen.queryByRole('region', { name: 'Thao tác' })).toBeNull();
});
