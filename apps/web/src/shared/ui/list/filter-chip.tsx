import { useEffect, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { FilterDate } from './filter-date.tsx';

export type FilterOption = { readonly value: string; readonly label: string };

/** A filter of a list. Without options, its value is a day. */
export type Filter<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly options?: readonly FilterOption[];
  /** What the list shows while the filter is not set, if that is not every entry. */
  readonly initial?: string;
};

type Props = {
  filter: Filter<string>;
  value: string;
  /** An empty value removes the filter. */
  onChange: (value: string) => void;
};

const chipClass = (isSet: boolean) =>
  cx(
    'relative inline-flex min-h-9 max-w-full items-center rounded-control border text-label focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand',
    isSet
      ? 'border-brand bg-soft font-semibold text-brand'
      : 'border-field bg-card text-ink hover:border-ink',
  );

/** Shows a filter in one line: its name, which adds the filter, or its value, with a button that removes it. */
export function FilterChip({ filter, value, onChange }: Props) {
  const { label, options, initial } = filter;
  if (options === undefined) return <DayChip label={label} value={value} onChange={onChange} />;
  const text = value === '' ? initial : (options.find((option) => option.value === value)?.label ?? value);
  const shown = text === undefined ? label : `${label}: ${text}`;
  return (
    <span className={chipClass(value !== '')}>
      <span
        aria-hidden="true"
        className={cx('flex min-w-0 items-center gap-2 ps-3', value === '' ? 'pe-3' : 'pe-1')}
      >
        {text === undefined && <PageIcon name="plus" className="size-4 text-muted" />}
        <span className="max-w-64 truncate">{shown}</span>
        {value === '' && text !== undefined && <PageIcon name="down" className="size-4 text-muted" />}
      </span>
      <OptionList {...{ filter, options, value, onChange }} />
      {value !== '' && <RemoveButton filter={shown} onRemove={() => onChange('')} />}
    </span>
  );
}

/** Lies over the text of the chip, because a visible select would be as wide as its longest option. */
function OptionList({ filter, options, value, onChange }: Props & { options: readonly FilterOption[] }) {
  const t = useT();
  return (
    <select
      aria-label={filter.label}
      className="absolute inset-0 cursor-pointer rounded-control bg-card text-ink opacity-0"
      value={value}
      onChange={(change) => onChange(change.target.value)}
    >
      <option value="">{filter.initial ?? t('list.filter.any')}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function DayChip({ label, value, onChange }: Omit<Props, 'filter'> & { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  // Moves the DOM focus to the field that replaces the pressed button.
  useEffect(() => {
    if (isOpen) field.current?.querySelector('input')?.focus();
  }, [isOpen]);
  if (value === '' && !isOpen)
    return (
      <button
        type="button"
        className={cx(chipClass(false), 'cursor-pointer gap-2 px-3')}
        onClick={() => setIsOpen(true)}
      >
        <PageIcon name="plus" className="size-4 text-muted" />
        {label}
      </button>
    );
  const remove = () => {
    setIsOpen(false);
    onChange('');
  };
  return (
    <span ref={field} className={cx(chipClass(value !== ''), 'ps-3')}>
      <FilterDate label={label} value={value} onChange={onChange} />
      <RemoveButton filter={label} onRemove={remove} />
    </span>
  );
}

function RemoveButton({ filter, onRemove }: { filter: string; onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('list.removeFilter', { filter })}
      title={t('list.removeFilter', { filter })}
      className="relative grid size-8 shrink-0 cursor-pointer place-items-center rounded-md hover:text-brand-hover"
      onClick={onRemove}
    >
      <Icon name="close" className="size-4" />
    </button>
  );
}
