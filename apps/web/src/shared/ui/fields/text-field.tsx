import type { ComponentProps } from 'react';
import { formatPhone } from '#shared/lib/phone.ts';
import { Field, type FieldProps, useControl } from './field.tsx';

type TextFieldProps = FieldProps &
  Omit<
    ComponentProps<'input'>,
    'id' | 'name' | 'className' | 'aria-invalid' | 'aria-describedby' | 'placeholder'
  >;

export function TextField({
  name,
  label,
  hint,
  isOptional,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  const ids = useControl({ name, label, hint });
  return (
    <Field ids={ids} {...{ label, hint, isOptional, className }}>
      <input type={type} className="control rtl:text-right" {...ids.control} {...input} />
    </Field>
  );
}

/** Accepts a phone in any notation and groups its digits on blur. */
export function PhoneField({
  name = 'phone',
  autoComplete = 'username',
  enterKeyHint = 'next',
  ...rest
}: Partial<Pick<TextFieldProps, 'name'>> & Omit<TextFieldProps, 'name' | 'type' | 'inputMode'>) {
  return (
    <TextField
      name={name}
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      enterKeyHint={enterKeyHint}
      maxLength={32}
      dir="ltr"
      {...rest}
      onBlur={(blur) => {
        blur.currentTarget.value = formatPhone(blur.currentTarget.value);
        rest.onBlur?.(blur);
      }}
    />
  );
}
