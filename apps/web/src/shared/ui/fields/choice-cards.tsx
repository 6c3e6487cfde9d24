import type { ReactNode } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { FieldError, type FieldProps, labelClass, useControl } from './field.tsx';

export type Choice = { value: string; label: string; hint?: string; icon?: ReactNode };

type Props = Pick<FieldProps, 'name' | 'label' | 'className'> & {
  choices: readonly Choice[];
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** Whether the labels are short enough for three cards per row. */
  isCompact?: boolean;
};

export function ChoiceCards({
  name,
  label,
  choices,
  defaultValue,
  className,
  onValueChange,
  isCompact = false,
}: Props) {
  const { control, errorId, error } = useControl({ name, label, hint: undefined });
  return (
    <fieldset
      className={cx('min-w-0', className)}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className={cx(labelClass, 'mb-2')}>{label}</legend>
      <div
        className={cx(
          'grid gap-3',
          isCompact
            ? 'grid-cols-3'
            : choices.some(({ hint }) => hint !== undefined)
              ? 'grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))]'
              : 'grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))]',
        )}
      >
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={cx(
              'relative flex cursor-pointer flex-wrap gap-3 rounded-control border bg-card px-4 py-3 transition-colors has-checked:chosen-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              error === undefined ? 'border-field hover:border-ink' : 'border-danger',
            )}
          >
            <input
              type="radio"
              {...control}
              id={index === 0 ? control.id : `${control.id}-${choice.value}`}
              value={choice.value}
              defaultChecked={choice.value === defaultValue}
              onChange={() => onValueChange?.(choice.value)}
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-field bg-input peer-checked:border-brand peer-checked:after:size-2.5 peer-checked:after:rounded-full peer-checked:after:bg-brand forced-colors:peer-checked:after:bg-[Highlight]"
            />
            <span className={cx('min-w-0 flex-1', !isCompact && 'basis-24')}>
              <span className="block font-semibold">{choice.label}</span>
              {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
            </span>
            {choice.icon}
          </label>
        ))}
      </div>
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}
