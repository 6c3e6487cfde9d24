import { breakerMinutes } from '@vid/contract/endpoints/admin/sms';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { ReasonField, reasonRule } from '#features/admin/reason-dialog.tsx';

export type BreakerAction = 'open' | 'closed' | 'release';

const rules = v.object({ minutes: v.fallback(v.string(), ''), reason: reasonRule });
const defaultMinutes = 60;

/** Holds the breaker open or closed for a while, or releases it. Null closes the dialog. */
export function BreakerDialog({ action, onClose }: { action: BreakerAction | null; onClose: () => void }) {
  const t = useT();
  const change = useChange(({ minutes, reason }: v.InferOutput<typeof rules>) => {
    if (action === null || action === 'release')
      return api.post('/vid/api/admin/sms/breaker/release', { body: { reason } });
    const chosen = breakerMinutes.find((value) => String(value) === minutes) ?? defaultMinutes;
    return api.post('/vid/api/admin/sms/breaker', { body: { state: action, minutes: chosen, reason } });
  }, 'admin/sms');
  return (
    <ActionDialog
      isOpen={action !== null}
      onClose={onClose}
      title={action ? t(`admin.sms.breaker.${action}.title`) : ''}
      text={action && t(`admin.sms.breaker.${action}.text`)}
      action={action ? t(`admin.sms.breaker.${action}`) : ''}
      isDangerous={action === 'open'}
      rules={rules}
      onConfirm={change.mutateAsync}
      done="admin.sms.breaker.done"
    >
      {action !== 'release' && (
        <SelectField
          name="minutes"
          label={t('admin.sms.breaker.minutes')}
          defaultValue={String(defaultMinutes)}
          placeholder={t('admin.sms.breaker.minutes.60')}
          options={breakerMinutes.map((value) => ({
            value: String(value),
            label: t(`admin.sms.breaker.minutes.${value}`),
          }))}
        />
      )}
      <ReasonField />
    </ActionDialog>
  );
}
