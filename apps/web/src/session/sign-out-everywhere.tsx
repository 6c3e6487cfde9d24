import { useT } from '#shared/i18n/use-t.ts';
import { useAuth } from '#state/auth.ts';
import { ActionDialog } from './action-dialog.tsx';
import { signOutEverywhere } from './session.ts';

/**
 * Confirms ending every session of the account. The user types the last digits of the account's phone number, which
 * need no accents and are the same in every language.
 */
export function SignOutEverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone);
  return (
    <ActionDialog
      isOpen={isOpen && phone !== undefined}
      onClose={onClose}
      onConfirm={signOutEverywhere}
      title={t('shell.signOutAll.title')}
      text={t('shell.signOutAll.text')}
      value={(phone ?? '').slice(-4)}
      prompt="shell.confirmType.phone"
      mismatch="shell.confirmType.phoneMismatch"
      action={t('shell.signOutAll')}
      isDangerous
    />
  );
}
