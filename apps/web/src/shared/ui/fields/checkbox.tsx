import type { ComponentProps, ReactNode } from 'react';
import { FieldError, useControl } from './field.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

type Props = {
  name: string;
  label: ReactNode;
  /** Label as plain text for error messages, if `label` is not a string. */
  plainLabel?: string;
  className?: string;
} & Omit<ComponentProps<'input'>, 'id' | 'name' | 'type' | 'className'>;

/** A native checkbox, which works before the script has loaded. The label may contain links. */
export function Checkbox({ name, label, plainLabel, className, ...input }: Props) {
  const { control, errorId, error } = useControl({
    name,
    label: plainLabel ?? (typeof label === 'string' ? label : ''),
    hint: undefined,
  });
  return (
    <div className={className}>
      <div className="relative flex gap-2 py-1">
        <input
          type="checkbox"
          className="peer mt-0.5 size-6 shrink-0 appearance-none rounded-sm border border-field bg-input checked:border-brand checked:bg-brand invalid:border-danger forced-colors:appearance-auto"
          {...control}
          {...input}
        />
        <Icon
          name="check"
          strokeWidth={2.75}
          className="pointer-events-none absolute start-1 top-2.5 hidden size-4 text-on-brand peer-checked:block forced-colors:hidden"
        />
        <label htmlFor={control.id} className="min-w-0 cursor-pointer">
          {label}
        </label>
      </div>
      <FieldError id={errorId} text={error} />
    </div>
  );
}
