import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';

/**
 * The part of a list view that is kept in the history entry, because a search may be a phone number, which must not be
 * in an address.
 */
const entrySchema = v.object({
  search: v.fallback(v.string(), ''),
  /** Cursors of the previous pages and of the current page; null stands for the first page. */
  cursors: v.fallback(v.array(v.string()), []),
});
type Entry = v.InferOutput<typeof entrySchema>;

const firstPage: Entry = { search: '', cursors: [] };

/** The values that a list page accepts for each filter. Other values in the address are ignored. */
type Filters = Readonly<Record<string, readonly string[] | null>>;

/**
 * Returns the view of a list: filters and sort order in the address, search text and page in the history entry. Reload,
 * Back and a second tab restore the view. `filters` lists the values of each filter; null accepts any text.
 */
export function useListView<const F extends Filters>(filters: F) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const entry = v.is(v.object({ list: entrySchema }), state) ? state.list : firstPage;
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

  const open = (list: Entry, isReplacing = false) =>
    void navigate({ search: params.toString() }, { state: { list }, replace: isReplacing });
  /** Sets several filters in one history step. An empty value removes a filter. */
  const setFilters = (changes: Readonly<Record<string, string>>): void => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { state: { list: { search: entry.search, cursors: [] } } },
    );
  };
  return {
    search: entry.search,
    filters: values,
    /** The search, the filters that are set, and the cursor of the page, which most lists send as their query. */
    query,
    /** Whether a filter or a search is set. */
    isFiltered: entry.search !== '' || Object.values(values).some((value) => value !== ''),
    setSearch: (search: string) => open({ search, cursors: [] }, true),
    setFilter: (name: keyof F & string, value: string) => setFilters({ [name]: value }),
    setFilters,
    clear: () => void navigate({ search: '' }, { state: { list: firstPage } }),
    toNext: (cursor: string) => open({ search: entry.search, cursors: [...entry.cursors, cursor] }),
    /** Returns to the previous page; undefined on the first page. */
    toPrevious:
      entry.cursors.length > 0
        ? () => open({ search: entry.search, cursors: entry.cursors.slice(0, -1) })
        : undefined,
  };
}

export type ListView = Pick<
  ReturnType<typeof useListView>,
  'search' | 'setSearch' | 'toNext' | 'toPrevious' | 'isFiltered' | 'clear'
>;
