import { breakerMinutes, defaultBreakerMinutes } from '@vid/contract/endpoints/admin/sms-shapes';
import { ReasonField } from '#features/admin/reason-field.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { SelectField } from '#shared/ui/fields/select-field.tsx';

export function BreakerFields({ hasMinutes }: { hasMinutes: boolean }) {
  const t = useT();
  return (
    <>
      {hasMinutes && (
        <SelectField
          name="minutes"
          label={t('admin.sms.breaker.minutes')}
          defaultValue={String(defaultBreakerMinutes)}
          placeholder={t('admin.sms.breaker.minutes.60')}
          options={breakerMinutes.map((value) => ({
            value: String(value),
            label: t(`admin.sms.breaker.minutes.${value}`),
          }))}
        />
      )}
      <ReasonField />
    </>
  );
}
