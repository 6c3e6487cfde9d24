import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

export type FilterOption = { readonly value: string; readonly label: string };

export type Filter<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Name of the entries that the list shows without the filter; absent if it shows every entry. */
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

/** Shows a filter in one line: its name, which adds the filter, or its value with a button that removes the filter. */
export function FilterChip({ filter, value, onChange }: Props) {
  const { label, options, initial } = filter;
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
      {value !== '' && (
        <RemoveButton
          filter={shown}
          onRemove={(button) => {
            onChange('');
            // Move the focus to the chip, because React removes the pressed button.
            button.parentElement?.querySelector('select')?.focus();
          }}
        />
      )}
    </span>
  );
}

/** Lays the select over the chip's text, because a visible select would be as wide as its longest option. */
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

type RemoveProps = { filter: string; onRemove: (button: HTMLButtonElement) => void };

function RemoveButton({ filter, onRemove }: RemoveProps) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('list.removeFilter', { filter })}
      title={t('list.removeFilter', { filter })}
      className="relative grid size-8 shrink-0 cursor-pointer place-items-center rounded-md hover:text-brand-hover"
      onClick={({ currentTarget }) => onRemove(currentTarget)}
    >
      <Icon name="close" className="size-4" />
    </button>
  );
}
