import type { ComponentProps } from 'react';
import { Field, type FieldProps, useControl } from './field.tsx';

export function TextAreaField({
  name,
  label,
  hint,
  isOptional,
  className,
  rows = 4,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'className' | 'placeholder'>) {
  const ids = useControl({ name, label, hint });
  return (
    <Field ids={ids} {...{ label, hint, isOptional, className }}>
      <textarea rows={rows} className="control" style={{ resize: 'vertical' }} {...ids.control} {...area} />
    </Field>
  );
}
