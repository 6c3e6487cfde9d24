import { useId, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { hasAccents } from '#shared/lib/has-accents.ts';
import {
  passwordMinLength,
  passwordRules,
  passwordRulesAttribute,
  unmetPasswordRules,
} from '#shared/lib/password-rules.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

/** Lists the rules of a password, ticks those that are met, and lets password managers suggest a password. */
export function NewPasswordField(props: Omit<PasswordFieldProps, 'kind' | 'rules' | 'rulesId' | 'onInput'>) {
  const rulesId = `${useId()}-rules`;
  const [password, setPassword] = useState('');
  return (
    <PasswordField
      kind="repeat"
      {...props}
      {...{ passwordrules: passwordRulesAttribute }}
      onInput={(change) => setPassword(change.currentTarget.value)}
      rulesId={rulesId}
      rules={<Rules id={rulesId} password={password} />}
    />
  );
}

function Rules({ id, password }: { id: string; password: string }) {
  const t = useT();
  const unmet = unmetPasswordRules(password);
  return (
    <div id={id} className="mt-2 text-sm text-muted">
      <p>{t('common.password.rules')}</p>
      <ul className="mt-1 grid w-fit grid-cols-2 gap-x-3 gap-y-1">
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          return (
            <li
              key={rule}
              className={cx(
                'flex items-start gap-2',
                rule === 'special' && 'col-span-2',
                isMet && 'text-success',
              )}
            >
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
      <output className="mt-2 block empty:hidden">
        {hasAccents(password) && t('common.password.accents')}
      </output>
    </div>
  );
}
