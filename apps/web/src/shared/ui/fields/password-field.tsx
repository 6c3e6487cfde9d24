import { type ComponentProps, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import {
  passwordMinLength,
  type PasswordRule,
  passwordRules,
  passwordRulesAttribute,
  unmetPasswordRules,
} from '#shared/lib/password-rules.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Field, type FieldProps, useControl } from './field.tsx';
import { Icon } from '#shared/ui/icons.tsx';

type PasswordFieldProps = Omit<FieldProps, 'isOptional'> &
  Omit<ComponentProps<'input'>, 'id' | 'name' | 'type' | 'className' | 'placeholder' | 'autoComplete'> & {
    /** `new` lists the rules, ticks those that are met, and lets password managers suggest a password. */
    kind?: 'current' | 'new' | 'repeat';
  };

export function PasswordField({
  name,
  label,
  hint,
  className,
  kind = 'current',
  ...input
}: PasswordFieldProps) {
  const t = useT();
  const ids = useControl({ name, label, hint });
  const [isShown, setIsShown] = useState(false);
  const [unmet, setUnmet] = useState<readonly PasswordRule[]>(passwordRules);
  const rulesId = `${ids.control.id}-rules`;
  const describedBy = cx(ids.control['aria-describedby'], kind === 'new' && rulesId);
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
          {...(kind === 'new' && { passwordrules: passwordRulesAttribute })}
          {...ids.control}
          aria-describedby={describedBy || undefined}
          {...input}
          onInput={(change) => {
            if (kind === 'new') setUnmet(unmetPasswordRules(change.currentTarget.value));
            input.onInput?.(change);
          }}
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
      {kind === 'new' && <Rules id={rulesId} unmet={unmet} />}
    </Field>
  );
}

function Rules({ id, unmet }: { id: string; unmet: readonly PasswordRule[] }) {
  const t = useT();
  return (
    <div id={id} className="mt-2 text-sm text-muted">
      <p>{t('common.password.rules')}</p>
      <ul className="mt-1 grid gap-1">
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          return (
            <li key={rule} className={cx('flex items-start gap-2', isMet && 'text-success')}>
              <Icon name={isMet ? 'check' : 'dot'} className="mt-0.5 size-4" />
              <span>
                {rule === 'length'
                  ? t('common.password.rule.length', { count: passwordMinLength })
                  : t(`common.password.rule.${rule}`)}
                <span className="sr-only">
                  , {t(isMet ? 'common.password.rule.met' : 'common.password.rule.unmet')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The account's phone beside a new password, so that password managers save the pair. Hidden from users. */
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
