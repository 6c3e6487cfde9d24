import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button, LinkButton } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { type Filter, FilterChip } from './filter-chip.tsx';
import { FilterDate, isDay } from './filter-date.tsx';
import { FilterSelect } from './filter-select.tsx';
import { SearchField } from './search-field.tsx';
import type { ListView } from './use-list-view.ts';

type View<Name extends string> = Pick<ListView, 'search' | 'setSearch'> & {
  readonly filters: Readonly<Partial<Record<Name, string>>>;
  readonly setFilters: (changes: Readonly<Record<string, string>>) => void;
};

type Props<Name extends string> = {
  view: View<Name>;
  /** The label of the search field. If absent, the list cannot be searched. */
  search?: string;
  /** Whether a typed text is worth searching for before Enter is pressed. */
  isSearchable?: (typed: string) => boolean;
  filters?: readonly (Filter<Name> & {
    /** The filter whose values depend on this filter, and which a change therefore removes. */
    readonly resets?: Name;
  })[];
};

/**
 * Shows the search field and the filters of a list in one line. On a phone, a button opens the filters. The address
 * keeps the filters.
 */
export function FilterBar<Name extends string>({ view, search, isSearchable, filters = [] }: Props<Name>) {
  const t = useT();
  const fields = filters.map((filter) => ({
    filter,
    value: valueOf(filter, view.filters[filter.name] ?? ''),
    onChange: (value: string) =>
      view.setFilters({
        [filter.name]: value,
        ...(filter.resets !== undefined && { [filter.resets]: '' }),
      }),
  }));
  const clear = () => view.setFilters(Object.fromEntries(filters.map(({ name }) => [name, ''])));
  const active = fields.filter(({ value }) => value !== '').length;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {search !== undefined && <SearchField label={search} view={view} isSearchable={isSearchable} />}
      {fields.length > 0 && (
        <ul aria-label={t('list.filters')} className="contents max-md:hidden">
          {fields.map((field) => (
            <li key={field.filter.name} className="flex max-w-full">
              <FilterChip {...field} />
            </li>
          ))}
          {active > 0 && (
            <li className="ps-1">
              <LinkButton onClick={clear} className="text-label" text="list.filter.clear" />
            </li>
          )}
        </ul>
      )}
      {fields.length > 0 && <FoldedFilters fields={fields} active={active} onClear={clear} />}
    </div>
  );
}

/** Returns the value of a filter in the address; ignores a day that the server would refuse. */
const valueOf = ({ options }: Filter<string>, value: string): string =>
  options === undefined && !isDay(value) ? '' : value;

type Field = { filter: Filter<string>; value: string; onChange: (value: string) => void };

function FoldedFilters({
  fields,
  active,
  onClear,
}: {
  fields: readonly Field[];
  active: number;
  onClear: () => void;
}) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(
          'inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-label font-semibold md:hidden',
          active === 0 ? 'border-field bg-card text-ink' : 'border-brand bg-soft text-brand',
        )}
        onClick={() => setIsOpen(true)}
      >
        <PageIcon name="settings" />
        {active === 0 ? t('list.filter') : t('list.filter.active', { count: active })}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('list.filter')}
        actions={
          <>
            {active > 0 && <Button look="secondary" onClick={onClear} text="list.filter.clear" />}
            <Button onClick={() => setIsOpen(false)} text="list.filter.done" />
          </>
        }
      >
        {fields.map(({ filter: { name, label, options, initial }, value, onChange }) =>
          options === undefined ? (
            <div
              key={name}
              className="flex min-h-12 items-center rounded-control border border-field bg-input px-4"
            >
              <FilterDate label={label} value={value} onChange={onChange} />
            </div>
          ) : (
            <FilterSelect
              key={name}
              isTall
              isLabelled
              label={label}
              all={initial ?? t('list.filter.any')}
              value={value}
              options={options}
              onChange={onChange}
            />
          ),
        )}
      </Dialog>
    </>
  );
}
