import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import type { PhoneCountry } from '#shared/lib/boot.ts';
import { foreignCountries, formatPhone, hasOldPrefix } from '#shared/lib/phone.ts';
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
}: TextFieldProps & { /** An element in front of the input. */ before?: ReactNode }) {
  const ids = useControl({ name, label, hint });
  const control = <input type={type} className="control rtl:text-right" {...ids.control} {...input} />;
  return (
    <Field ids={ids} {...{ label, hint, isOptional, className }}>
      {before === undefined ? (
        control
      ) : (
        // The input keeps its place, and so its value, if the element appears later.
        <div className={before ? 'flex flex-wrap gap-2 [&>input]:min-w-40 [&>input]:flex-1' : 'contents'}>
          {before}
          {control}
        </div>
      )}
    </Field>
  );
}

// Loaded only where the deployment accepts numbers of other countries.
const CountrySelect = lazy(async () => ({ default: (await import('./country-select.tsx')).CountrySelect }));
const none: readonly PhoneCountry[] = [];

/**
 * Accepts a phone in any notation, and groups its digits on blur and before a submit. Converts a number from before 2018
 * and says so.
 */
export function PhoneField({
  name = 'phone',
  autoComplete = 'username',
  enterKeyHint = 'next',
  hint,
  ref,
  ...rest
}: Partial<Pick<TextFieldProps, 'name'>> & Omit<TextFieldProps, 'name' | 'type' | 'inputMode'>) {
  const t = useT();
  const own = useRef<HTMLInputElement>(null);
  const input = typeof ref === 'object' && ref !== null ? ref : own;
  const [former, setFormer] = useState('');
  const [countries, setCountries] = useState(none);
  // The pre-rendered page does not know the deployment's countries.
  useEffect(() => setCountries(foreignCountries()), []);
  const settle = (field: HTMLInputElement) => {
    if (hasOldPrefix(field.value)) setFormer(field.value.trim());
    field.value = formatPhone(field.value);
  };
  return (
    <TextField
      ref={input}
      name={name}
      before={
        countries.length > 0 && (
          <Suspense>
            <CountrySelect input={input} countries={countries} />
          </Suspense>
        )
      }
      hint={
        hint === undefined && former === '' ? undefined : (
          <>
            {hint}
            {former !== '' && (
              <output className="block text-ink">{t('common.phone.converted', { former })}</output>
            )}
          </>
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
        settle(blur.currentTarget);
        rest.onBlur?.(blur);
      }}
      onInput={() => setFormer('')}
      onKeyDown={(press) => {
        if (press.key === 'Enter') settle(press.currentTarget);
      }}
    />
  );
}
