import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SearchField } from './search-field.tsx';

describe('SearchField', () => {
  beforeEach(() => loadTexts('admin'));

  test('starts a search with its button and with Enter', async () => {
    const setSearch = vi.fn<(search: string) => void>();
    const { user } = await renderUi(<SearchField label="Tìm theo tên" view={{ search: '', setSearch }} />);
    await user.type(screen.getByRole('searchbox', { name: 'Tìm theo tên' }), ' Lan ');
    expect(setSearch).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Tìm' }));
    expect(setSearch.mock.lastCall).toEqual(['Lan']);
    await user.type(screen.getByRole('searchbox'), 'Anh{Enter}');
    expect(setSearch.mock.lastCall).toEqual(['Lan Anh']);
  });
});
