import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate, useNavigationType } from 'react-router';
import { expect, test } from 'vitest';
import { useListView } from './use-list-view.ts';

test('a list view keeps all changes made in one step', () => {
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

const useShown = () => ({
  view: useListView({ status: ['locked'], kind: null }),
  location: useLocation(),
  type: useNavigationType(),
  navigate: useNavigate(),
});
const show = (path: string) =>
  renderHook(useShown, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>,
  }).result;

test('a filter of the URL with an unknown value is ignored', () => {
  const result = show('/list?status=locked&kind=any&other=1');
  expect(result.current.view.filters).toEqual({ status: 'locked', kind: 'any' });
  expect(result.current.view.isFiltered).toBe(true);
  const unknown = show('/list?status=deleted');
  expect(unknown.current.view).toMatchObject({
    filters: { status: '', kind: '' },
    query: {},
    isFiltered: false,
  });
});

test('each page of a list is a history entry', () => {
  const result = show('/list');
  expect(result.current.view.toPrevious).toBeUndefined();
  act(() => result.current.view.toNext('c1'));
  act(() => result.current.view.toNext('c2'));
  expect([result.current.view.query, result.current.view.pagesBefore]).toEqual([{ after: 'c2' }, 2]);
  expect(result.current.type).toBe('PUSH');
  act(() => result.current.view.toPrevious?.());
  expect([result.current.view.query, result.current.view.pagesBefore]).toEqual([{ after: 'c1' }, 1]);
  act(() => void result.current.navigate(-1));
  expect(result.current.view.query).toEqual({ after: 'c2' });
  act(() => result.current.view.setFilter('kind', 'a'));
  expect([result.current.view.query, result.current.view.pagesBefore]).toEqual([{ kind: 'a' }, 0]);
  expect(result.current.type).toBe('PUSH');
  act(() => result.current.view.toNext('c1'));
  // Each letter of a search would otherwise need its own press of Back.
  act(() => result.current.view.setSearch('Lan'));
  expect([result.current.view.query, result.current.type]).toEqual([{ search: 'Lan', kind: 'a' }, 'REPLACE']);
  act(() => result.current.view.toNext('c9'));
  expect(result.current.view.query).toEqual({ search: 'Lan', kind: 'a', after: 'c9' });
});

test('a filter set after Back keeps the filters restored by Back', () => {
  const result = show('/list?kind=a');
  act(() => result.current.view.setFilter('kind', 'b'));
  act(() => void result.current.navigate(-1));
  act(() => result.current.view.setFilter('status', 'locked'));
  expect(result.current.view.query).toEqual({ kind: 'a', status: 'locked' });
});
