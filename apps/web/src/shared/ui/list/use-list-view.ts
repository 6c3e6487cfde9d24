import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';

/** A search may be a phone number, which must not be in a URL, so the history entry keeps it. */
const entrySchema = v.object({
  search: v.fallback(v.string(), ''),
  /** Cursors of the pages from the second to the current one; empty on the first page. */
  cursors: v.fallback(v.array(v.string()), []),
});
type Entry = v.InferOutput<typeof entrySchema>;

const firstPage: Entry = { search: '', cursors: [] };

const stateSchema = v.object({ list: entrySchema });

/** Returns the history state for the first page of the same search. */
export const firstPageOf = (state: unknown): unknown =>
  v.is(stateSchema, state) ? { list: { search: state.list.search, cursors: [] } } : state;

/** Values that a list page accepts for each filter; null accepts any text. Other values in the URL are ignored. */
type Filters = Readonly<Record<string, readonly string[] | null>>;

/**
 * Returns the view of a list: filters and sort order in the URL, search text and page in the history entry.
 * Reload and Back restore the view. `filters` lists the values of each filter; null accepts any text.
 */
export function useListView<const F extends Filters>(filters: F) {
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const [params] = useSearchParams();
  const entry = v.is(stateSchema, state) ? state.list : firstPage;
  const entries = Object.entries(filters).map(([name, allowed]) => {
    const value = params.get(name) ?? '';
    return [name, allowed === null || allowed.includes(value) ? value : ''];
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys and values are those of `filters`
  const values = Object.fromEntries(entries) as {
    readonly [Name in keyof F]: F[Name] extends readonly (infer Value)[] ? Value | '' : string;
  };

  const after = entry.cursors.at(-1);
  const chosen = Object.entries({ search: entry.search, ...values, after });
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys and values are those of `filters`
  const query = Object.fromEntries(chosen.filter(([, value]) => value !== '' && value !== undefined)) as {
    readonly [Name in keyof F]?: F[Name] extends readonly (infer Value)[] ? Value : string;
  } & { readonly search?: string; readonly after?: string };

  // Includes changes that the page does not show yet, because a filter may be set right after a search.
  const latest = useRef({ list: entry, params });
  // Follows Back and links, which change the URL outside this view.
  useEffect(() => {
    latest.current = { list: entry, params };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both are derived from the location
  }, [key]);
  const open = (changes: Partial<typeof latest.current>, isReplacing = false) => {
    latest.current = { ...latest.current, ...changes };
    const { list, params: next } = latest.current;
    void navigate({ search: next.toString() }, { state: { list }, replace: isReplacing });
  };
  /** Sets several filters in one history step. An empty value removes its filter. */
  const setFilters = (changes: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(latest.current.params);
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name);
      else next.set(name, value);
    open({ list: { search: latest.current.list.search, cursors: [] }, params: next });
  };
  return {
    search: entry.search,
    filters: values,
    /** Search, active filters and the page's cursor, which most lists send as their query. */
    query,
    isFiltered: entry.search !== '' || Object.values(values).some((value) => value !== ''),
    pagesBefore: entry.cursors.length,
    setSearch: (search: string) => open({ list: { search, cursors: [] } }, true),
    setFilter: (name: keyof F & string, value: string) => setFilters({ [name]: value }),
    setFilters,
    clear: () => open({ list: firstPage, params: new URLSearchParams() }),
    toNext: (cursor: string) => open({ list: { search: entry.search, cursors: [...entry.cursors, cursor] } }),
    /** Returns to the previous page; undefined on the first page. */
    toPrevious:
      entry.cursors.length > 0
        ? () => open({ list: { search: entry.search, cursors: entry.cursors.slice(0, -1) } })
        : undefined,
  };
}

export type ListView = Pick<
  ReturnType<typeof useListView>,
  'search' | 'setSearch' | 'toNext' | 'toPrevious' | 'isFiltered' | 'clear'
>;
