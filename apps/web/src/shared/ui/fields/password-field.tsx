import { type ComponentProps, type ReactNode, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Field, type FieldProps, useControl } from './field.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

export type PasswordFieldProps = Omit<FieldProps, 'isOptional'> &
  Omit<ComponentProps<'input'>, 'id' | 'name' | 'type' | 'className' | 'placeholder' | 'autoComplete'> & {
    /** `repeat` marks a new password for password managers. `NewPasswordField` uses it too. */
    kind?: 'current' | 'repeat';
    /** Rules below the field, which describe it to screen readers. The element's id must be `rulesId`. */
    rules?: ReactNode;
    rulesId?: string;
  };

export function PasswordField({
  name,
  label,
  hint,
  className,
  kind = 'current',
  rules,
  rulesId,
  ...input
}: PasswordFieldProps) {
  const t = useT();
  const ids = useControl({ name, label, hint });
  const [isShown, setIsShown] = useState(false);
  const describedBy = cx(ids.control['aria-describedby'], rulesId);
  return (
    <Field ids={ids} {...{ label, hint, className }}>
      <div className="relative">
        <input
          type={isShown ? 'text' : 'password'}
          dir="ltr"
          className="control pr-12 rtl:pr-4 rtl:pl-12 rtl:text-right"
          autoComplete={kind === 'current' ? 'current-password' : 'new-password'}
          autoCapitalize="none"
          spellCheck={false}
          {...ids.control}
          aria-describedby={describedBy || undefined}
          {...input}
        />
        <button
          type="button"
          aria-label={t('common.password.show')}
          aria-pressed={isShown}
          aria-controls={ids.control.id}
          className="absolute end-0.5 top-0.5 grid size-12 place-items-center rounded-control text-muted hover:text-brand"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      {rules}
    </Field>
  );
}

/** A hidden field with the account's phone next to a password, so that password managers see which account it opens. */
export function HiddenUsername({ phone }: { phone: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      readOnly
      value={formatPhone(phone)}
      className="sr-only"
      tabIndex={-1}
      aria-hidden
    />
  );
}
