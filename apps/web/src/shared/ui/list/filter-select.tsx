import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

type Props = {
  label: string;
  /** The first option. Without `all`, one of `options` is always chosen. */
  all?: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  /** Makes the select as high as a button beside it. */
  isTall?: boolean;
};

/** Shows a small select that filters a list. The first option removes the filter. */
export function FilterSelect({ label, all, value, options, onChange, isTall = false }: Props) {
  const id = useId();
  return (
    <div className="relative min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        className={cx(
          isTall ? 'min-h-12' : 'min-h-11',
          'w-full min-w-0 cursor-pointer appearance-none truncate rounded-control border bg-card ps-4 pe-12 text-label max-sm:ps-3 max-sm:pe-8',
          value === '' || all === undefined
            ? 'border-field text-ink'
            : 'border-brand bg-soft font-semibold text-brand',
        )}
        value={value}
        onChange={(change) => onChange(change.target.value)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <PageIcon name="down" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted" />
    </div>
  );
}

export type FilteredView<Name extends string> = {
  readonly filters: Readonly<Record<Name, string>>;
  readonly setFilter: (name: Name, value: string) => void;
};

export function ViewFilter<Name extends string>({
  view,
  name,
  ...select
}: Omit<ComponentProps<typeof FilterSelect>, 'value' | 'onChange'> & {
  view: FilteredView<Name>;
  name: Name;
}) {
  return (
    <FilterSelect {...select} value={view.filters[name]} onChange={(value) => view.setFilter(name, value)} />
  );
}

/** Shows the filters of a list side by side. A phone shows two filters in a row if their longest options fit. */
export function Filters({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('flex w-full flex-wrap gap-3 *:grow sm:*:max-w-80 sm:*:basis-52', className)}>
      {children}
    </div>
  );
}
