import { screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { FilterBar } from './filter-bar.tsx';
import { useListView } from './use-list-view.ts';

const options = [
  { value: 'active', label: 'Đang hoạt động' },
  { value: 'locked', label: 'Đã khóa' },
];

function List() {
  const view = useListView({ status: ['active', 'locked'], kind: null, from: null, sort: ['oldest'] });
  return (
    <>
      <FilterBar
        view={view}
        search="Tìm"
        filters={[
          { name: 'status', label: 'Trạng thái', options, resets: 'kind' },
          { name: 'kind', label: 'Loại', initial: 'Cá nhân', options: [{ value: 'b', label: 'Nhóm' }] },
          { name: 'from', label: 'Từ ngày' },
        ]}
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

  test('adds a filter to the address, shows its value, and removes it', async () => {
    const user = renderPage(<List />, person, '/list?sort=oldest');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Trạng thái' }), 'locked');
    expect(address()).toBe('?sort=oldest&status=locked');
    expect(chips().getByText('Trạng thái: Đã khóa')).toBeTruthy();
    await user.click(chips().getByRole('button', { name: 'Bỏ lọc Trạng thái: Đã khóa' }));
    expect(address()).toBe('?sort=oldest');
    expect(chips().queryByText('Trạng thái: Đã khóa')).toBeNull();
  });

  test('says what a filter shows before it is set', async () => {
    renderPage(<List />, person, '/list');
    expect(await screen.findByText('Loại: Cá nhân')).toBeTruthy();
  });

  test('removes a filter whose values depend on a changed one, and all filters but the order at once', async () => {
    const user = renderPage(<List />, person, '/list?sort=oldest&kind=b');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Trạng thái' }), 'locked');
    expect(address()).toBe('?sort=oldest&status=locked');
    await user.click(chips().getByRole('button', { name: 'Bỏ bộ lọc' }));
    expect(address()).toBe('?sort=oldest');
  });

  test('opens the field of a day, and ignores a day in the address that is none', async () => {
    const user = renderPage(<List />, person, '/list?from=2026-13-01');
    await user.click(await screen.findByRole('button', { name: 'Từ ngày' }));
    const field = chips().getByLabelText<HTMLInputElement>('Từ ngày');
    expect([field.value, document.activeElement]).toEqual(['', field]);
  });

  test('folds the filters of a phone into one button, which counts those that are set', async () => {
    const user = renderPage(<List />, person, '/list?status=locked&from=2026-11-20');
    await user.click(await screen.findByRole('button', { name: 'Bộ lọc (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bộ lọc' }));
    await user.selectOptions(dialog.getByLabelText('Trạng thái'), '');
    expect(address()).toBe('?from=2026-11-20');
    await user.click(dialog.getByRole('button', { name: 'Bỏ bộ lọc' }));
    expect(address()).toBe('');
  });
});
