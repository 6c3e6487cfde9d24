import { useId } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

type Props = {
  label: string;
  /** Text of the first option, which chooses all entries. If absent, one of `options` is always chosen. */
  all?: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  isTall?: boolean;
  isLabelled?: boolean;
};

export function FilterSelect({
  label,
  all,
  value,
  options,
  onChange,
  isTall = false,
  isLabelled = false,
}: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelled ? 'mb-1 block text-label font-semibold' : 'sr-only'}>
        {label}
      </label>
      <div className="relative">
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
    </div>
  );
}
