import { useId } from 'react';
import { cx } from '#shared/lib/cx.ts';

/** Whether an address holds a day that the server accepts. */
export const isDay = (text: string): boolean =>
  /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** A filter of a list by a day, `YYYY-MM-DD`; empty without one. Wide enough for its label and a whole date. */
export function FilterDate({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div
      className={cx(
        'flex min-h-11 min-w-[min(17rem,100%)] flex-wrap items-center gap-x-2 rounded-control border ps-4 pe-2 text-label',
        value === '' ? 'border-field bg-card text-ink' : 'border-brand bg-soft font-semibold text-brand',
      )}
    >
      <label htmlFor={id} className="whitespace-nowrap">
        {label}
      </label>
      <input
        // The browser keeps a half-typed day to itself, so the field cannot be controlled.
        key={value}
        id={id}
        type="date"
        min="1900-01-01"
        max="2099-12-31"
        className="digits min-h-9 min-w-0 grow basis-32 cursor-pointer rounded-sm bg-transparent"
        defaultValue={value}
        onBlur={(blur) => {
          const day = blur.target.value;
          if (day !== value && (day === '' || isDay(day))) onChange(day);
        }}
        onKeyDown={(press) => press.key === 'Enter' && press.currentTarget.blur()}
      />
    </div>
  );
}
