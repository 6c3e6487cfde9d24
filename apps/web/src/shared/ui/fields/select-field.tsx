import type { ComponentProps } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Field, type FieldProps, useControl } from './field.tsx';

/** A native select, so that phones open their own picker, and a keyboard user can type to find an option. */
export function SelectField({
  name,
  label,
  hint,
  isOptional,
  className,
  options,
  placeholder,
  ...select
}: FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'name' | 'className' | 'children'> & {
    options: readonly { value: string; label: string }[];
    placeholder?: string;
  }) {
  const t = useT();
  const ids = useControl({ name, label, hint });
  return (
    <Field ids={ids} {...{ label, hint, isOptional, className }}>
      <div className="relative flex items-center">
        <select className="control min-w-0 appearance-none truncate pe-12" {...ids.control} {...select}>
          <option value="">{placeholder ?? t('common.select')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <PageIcon name="down" className="pointer-events-none absolute end-4 text-muted" />
      </div>
    </Field>
  );
}
