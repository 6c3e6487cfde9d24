import { useEffect, useId, useRef } from 'react';
import { cx } from '#shared/lib/cx.ts';

/** Returns whether an address contains a day that the server accepts. */
export const isDay = (text: string): boolean =>
  /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Filters a list by a day, `YYYY-MM-DD`, or by none if empty. Wide enough for its label and a whole date. */
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
  const field = useRef<HTMLInputElement>(null);
  // Runs when the filter has changed outside this field. The browser does not expose a half-typed day, so the field
  // cannot be controlled.
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  const apply = (day: string) => {
    if (day !== value && (day === '' || isDay(day))) onChange(day);
  };
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
        ref={field}
        id={id}
        type="date"
        min="1900-01-01"
        max="2099-12-31"
        // Chromium gives the focus to the parts of the field, and `:focus-visible` does not match the field itself.
        className="digits min-h-9 min-w-0 grow basis-32 cursor-pointer rounded-sm bg-transparent focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand"
        defaultValue={value}
        onBlur={(blur) => apply(blur.target.value)}
        onKeyDown={(press) => press.key === 'Enter' && apply(press.currentTarget.value)}
      />
    </div>
  );
}
