import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useListView } from './use-list-view.ts';

test('two changes in one step, such as a search and a filter, are both kept', () => {
  const { result } = renderHook(
    () => ({ view: useListView({ status: ['locked'], kind: null }), location: useLocation() }),
    { wrapper: ({ children }) => <MemoryRouter initialEntries={['/list?kind=a']}>{children}</MemoryRouter> },
  );
  const { view } = result.current;
  act(() => {
    view.setSearch('Lan');
    view.setFilter('status', 'locked');
    view.setFilter('kind', '');
  });
  expect(result.current.view.query).toEqual({ search: 'Lan', status: 'locked' });
  expect(result.current.location.search).toBe('?status=locked');
  act(() => result.current.view.clear());
  expect(result.current.view.query).toEqual({});
});
