import { formatTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import { useState } from 'react';
import { useField } from '#shared/forms/form-context.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { type TaxCodeHint, taxCodeHint } from './profile-values.ts';

const looks: Record<
  Exclude<TaxCodeHint, 'none'>,
  { className: string; icon: 'success' | 'info' | 'alert' }
> = {
  ok: { className: 'text-success', icon: 'success' },
  check: { className: 'text-accent', icon: 'info' },
  invalid: { className: 'text-danger', icon: 'alert' },
};

/**
 * Validates the code while it is typed. A wrong check digit is only a warning, because the rule has edge cases
 * (see checkTaxCode).
 */
export function TaxCodeField({ defaultValue }: { defaultValue: string }) {
  const t = useT();
  const label = t('account.enterprise.taxCode');
  // A form error replaces the hint, so that the same problem is not reported twice.
  const { id, error } = useField('enterprise.taxCode', label);
  const [hint, setHint] = useState<TaxCodeHint>(() => taxCodeHint(defaultValue));
  return (
    <div>
      <TextField
        name="enterprise.taxCode"
        label={label}
        hint={t('account.enterprise.taxCode.hint')}
        defaultValue={defaultValue}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        dir="ltr"
        onInput={(typing) => setHint(taxCodeHint(typing.currentTarget.value))}
        onBlur={(left) => {
          const code = normaliseTaxCode(left.currentTarget.value);
          if (/^\d+$/.test(code)) left.currentTarget.value = formatTaxCode(code);
        }}
      />
      <output htmlFor={id} className="block">
        {hint !== 'none' && error === undefined && (
          <span className={cx('mt-2 flex items-start gap-2 text-sm', looks[hint].className)}>
            <Icon name={looks[hint].icon} className="mt-0.5 size-4" />
            <span>{t(`account.enterprise.taxCode.${hint}`)}</span>
          </span>
        )}
      </output>
    </div>
  );
}
