import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { foreignCountries, formatPhone, hasOldPrefix } from '#shared/lib/phone/phone.ts';
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
  before,
  ...input
}: TextFieldProps & { before?: ReactNode }) {
  const ids = useControl({ name, label, hint });
  const control = <input type={type} className="control rtl:text-right" {...ids.control} {...input} />;
  return (
    <Field ids={ids} {...{ label, hint, isOptional, className }}>
      {before === undefined ? (
        control
      ) : (
        // A wrapper keeps the input's position, and so its value, when elements before it appear later.
        <div className="grid gap-2">
          {before}
          {control}
        </div>
      )}
    </Field>
  );
}

// Loads only for a number from before 2018, or where the deployment accepts foreign numbers.
const PhoneHelp = optionalPart(async () => {
  const [{ PhoneHelp: Help }] = await Promise.all([import('./phone-help.tsx'), loadTexts('signUp')]);
  return { PhoneHelp: Help };
}, 'PhoneHelp');

/** Accepts a phone in any notation, and groups its digits on blur. */
export function PhoneField({
  name = 'phone',
  autoComplete = 'username',
  enterKeyHint = 'next',
  ref,
  ...rest
}: Partial<Pick<TextFieldProps, 'name'>> & Omit<TextFieldProps, 'name' | 'type' | 'inputMode'>) {
  const own = useRef<HTMLInputElement>(null);
  const input = typeof ref === 'object' && ref !== null ? ref : own;
  const [isHelped, setIsHelped] = useState(false);
  // Reads the boot data that the server has written into the page.
  // oxlint-disable-next-line react/set-state-in-effect -- the prerendered page does not know the countries
  useEffect(() => setIsHelped(foreignCountries().length > 0), []);
  return (
    <TextField
      ref={input}
      name={name}
      before={
        isHelped && (
          <Suspense>
            <PhoneHelp inputRef={input} />
          </Suspense>
        )
      }
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      enterKeyHint={enterKeyHint}
      maxLength={32}
      dir="ltr"
      {...rest}
      onBlur={(blur) => {
        const field = blur.currentTarget;
        if (hasOldPrefix(field.value)) setIsHelped(true);
        field.value = formatPhone(field.value);
        rest.onBlur?.(blur);
      }}
    />
  );
}
