import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { phone } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { ReasonField, reasonRule } from '#features/admin/reason-dialog.tsx';
import { type ApplicationDetail, useHandOver } from './applications.ts';

const rules = v.object({ phone: phone(), reason: reasonRule });

/** Asks for the new owner, and for the application's code to prevent handing over the wrong application. */
export function HandOverDialog({
  application: { id, name, code, owner },
  ...dialog
}: {
  application: ApplicationDetail;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const handOver = useHandOver(id);
  return (
    <ActionDialog
      {...dialog}
      title={t(owner ? 'admin.application.handOver.title' : 'admin.application.assignOwner.title', { name })}
      text={owner && t('admin.application.handOver.text')}
      action={t(owner ? 'admin.application.handOver' : 'admin.application.assignOwner')}
      isDangerous={owner !== null}
      rules={rules}
      value={code}
      mismatch="admin.application.handOver.wrongCode"
      onConfirm={({ phone: newPhone, reason }) => handOver.mutateAsync({ phone: newPhone, reason })}
      done="admin.application.handedOver"
    >
      <PhoneField
        label={t(owner ? 'admin.application.newOwner' : 'admin.application.ownerPhone')}
        autoComplete="off"
      />
      <ReasonField />
    </ActionDialog>
  );
}
