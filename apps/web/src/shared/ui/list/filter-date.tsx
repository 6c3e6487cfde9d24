import { useEffect, useId, useRef } from 'react';

/** Returns whether an address contains a day that the server accepts. */
export const isDay = (text: string): boolean =>
  /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

type Props = { label: string; value: string; onChange: (value: string) => void };

/** Shows a field that filters a list by a day, `YYYY-MM-DD`. An empty field removes the filter. */
export function FilterDate({ label, value, onChange }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Updates the field when the filter has changed outside it. React cannot control the field, because the browser does
  // not expose a half-typed day.
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  const apply = (day: string) => {
    if (day !== value && (day === '' || isDay(day))) onChange(day);
  };
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 text-label">
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
        className="digits min-h-8 min-w-0 grow basis-32 cursor-pointer rounded-sm bg-transparent outline-none"
        defaultValue={value}
        onBlur={(blur) => apply(blur.target.value)}
        onKeyDown={(press) => press.key === 'Enter' && apply(press.currentTarget.value)}
      />
    </span>
  );
}
