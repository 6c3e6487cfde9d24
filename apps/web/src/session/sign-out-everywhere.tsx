import { useT } from '#shared/i18n/use-t.ts';
import { ActionDialog, useOwnConfirmation } from './action-dialog.tsx';
import { signOutEverywhere } from './session.ts';

export function SignOutEverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const confirmation = useOwnConfirmation(t('shell.signOutAll'));
  return (
    <ActionDialog
      isOpen={isOpen && confirmation !== undefined}
      onClose={onClose}
      onConfirm={signOutEverywhere}
      title={t('shell.signOutAll.title')}
      text={t('shell.signOutAll.text')}
      {...confirmation}
      action={t('shell.signOutAll')}
      isDangerous
    />
  );
}
