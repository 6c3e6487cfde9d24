import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { connectOverlays, loadOverlays } from '#shared/ui/overlays/overlay-library.ts';
import { FilterBar } from './filter-bar.tsx';
import { useListView } from './use-list-view.ts';

const options = [
  { value: 'active', label: 'Đang hoạt động' },
  { value: 'locked', label: 'Đã khóa' },
];

function List() {
  const view = useListView({
    status: ['active', 'locked'],
    kind: null,
    from: null,
    to: null,
    sort: ['oldest'],
  });
  return (
    <>
      <FilterBar
        view={view}
        search="Tìm"
        filters={[
          { name: 'status', label: 'Trạng thái', options, resets: 'kind' },
          { name: 'kind', label: 'Loại', initial: 'Cá nhân', options: [{ value: 'b', label: 'Nhóm' }] },
        ]}
        period={{ label: 'Thời gian', from: 'from', to: 'to' }}
      />
      <output data-testid="address">{useLocation().search}</output>
    </>
  );
}

const address = () => screen.getByTestId('address').textContent;
const chips = () => within(screen.getByRole('list', { name: 'Bộ lọc' }));

describe('FilterBar', () => {
  useMemberScreens();
  beforeEach(() => loadTexts('admin'));

  // Must run first, because the dialog loads only once in a file.
  test('opens the dialog for days once the connection returns', async () => {
    loadOverlays();
    await act(() => vi.dynamicImportSettled());
    const online = Promise.withResolvers<null>();
    connectOverlays(async (load) => {
      await online.promise;
      return load();
    });
    const user = renderPage(<List />, person, '/list');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Thời gian' }), 'Chọn ngày…');
    await act(() => vi.dynamicImportSettled());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('searchbox')).toBeDefined();
    online.resolve(null);
    expect(await screen.findByRole('dialog', { name: 'Thời gian' })).toBeDefined();
    connectOverlays((load) => load());
  });

  test('adds a filter to the URL, shows its value, and removes it', async () => {
    const user = renderPage(<List />, person, '/list?sort=oldest');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Trạng thái' }), 'locked');
    expect(address()).toBe('?sort=oldest&status=locked');
    expect(chips().getByText('Trạng thái: Đã khóa')).toBeTruthy();
    await user.click(chips().getByRole('button', { name: 'Bỏ lọc Trạng thái: Đã khóa' }));
    expect(address()).toBe('?sort=oldest');
    expect(chips().queryByText('Trạng thái: Đã khóa')).toBeNull();
    // The focus stays on the chip, from which the user can add the filter again.
    expect(document.activeElement).toBe(chips().getByRole('combobox', { name: 'Trạng thái' }));
  });

  test('says what a filter shows before it is set', async () => {
    renderPage(<List />, person, '/list');
    expect(await screen.findByText('Loại: Cá nhân')).toBeTruthy();
  });

  test('removes a filter that depends on a changed filter', async () => {
    const user = renderPage(<List />, person, '/list?sort=oldest&kind=b');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Trạng thái' }), 'locked');
    expect(address()).toBe('?sort=oldest&status=locked');
    await user.click(chips().getByRole('button', { name: 'Bỏ bộ lọc' }));
    expect(document.activeElement).toBe(chips().getByRole('combobox', { name: 'Trạng thái' }));
    expect(address()).toBe('?sort=oldest');
  });

  test('sets and removes both days of a period that ends today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T17:00:00Z') });
    const user = renderPage(<List />, person, '/list');
    const period = await screen.findByRole('combobox', { name: 'Thời gian' });
    await user.selectOptions(period, '7 ngày qua');
    expect(address()).toBe('?from=2026-02-24&to=2026-03-02');
    await user.selectOptions(period, 'Hôm nay');
    expect(address()).toBe('?from=2026-03-02&to=2026-03-02');
    await user.click(chips().getByRole('button', { name: 'Bỏ lọc Thời gian: Hôm nay' }));
    expect(address()).toBe('');
  });

  test('rejects a custom period whose last day precedes the first', async () => {
    const user = renderPage(<List />, person, '/list?status=locked');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Thời gian' }), 'Chọn ngày…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Thời gian' }));
    const [day, month, year] = within(dialog.getByRole('group', { name: /^Từ ngày/ })).getAllByRole(
      'textbox',
    );
    const last = within(dialog.getByRole('group', { name: /^Đến ngày/ })).getAllByRole('textbox');
    const type = async (field: HTMLElement | undefined, text: string) =>
      user.type(field ?? document.body, text);
    await type(day, '2');
    await type(month, '11');
    await type(year, '2026');
    await type(last[0], '1');
    await type(last[1], '11');
    await type(last[2], '2026');
    await user.click(dialog.getByRole('button', { name: 'Lọc' }));
    expect(await dialog.findByText('Ngày kết thúc không được trước ngày bắt đầu.')).toBeDefined();
    await user.clear(last[0] ?? document.body);
    await type(last[0], '20');
    await user.click(dialog.getByRole('button', { name: 'Lọc' }));
    await waitFor(() => expect(address()).toBe('?status=locked&from=2026-11-02&to=2026-11-20'));
    expect(chips().getByText('Thời gian: 02/11/2026 – 20/11/2026')).toBeDefined();
  });

  test('ignores an invalid day of the URL', async () => {
    renderPage(<List />, person, '/list?from=2026-01-05&to=2026-13-01');
    expect(await screen.findByText('Thời gian: từ 05/01/2026')).toBeDefined();
  });

  test('has a button that counts filters and opens them in a dialog', async () => {
    const user = renderPage(<List />, person, '/list?status=locked&from=2026-11-20');
    await user.click(await screen.findByRole('button', { name: 'Bộ lọc (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bộ lọc' }));
    await user.selectOptions(dialog.getByLabelText('Trạng thái'), '');
    expect(address()).toBe('?from=2026-11-20');
    await user.click(dialog.getByRole('button', { name: 'Bỏ bộ lọc' }));
    expect(address()).toBe('');
  });
});
