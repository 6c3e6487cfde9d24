import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { signOutEverywhere } from './session.ts';

/**
 * Ends every session of the account, asked for at two places. What must be typed are the last digits of the
 * person's own number: the same in every language, and no accents on a borrowed keyboard.
 */
export function SignOutEverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone);
  const [isBusy, setIsBusy] = useState(false);
  const end = async () => {
    setIsBusy(true);
    try {
      await signOutEverywhere();
    } catch {
      // The client has shown the failure; the dialog stays, so that it can be tried again.
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen && phone !== undefined}
      onClose={onClose}
      onConfirm={() => void end()}
      title={t('shell.signOutAll.title')}
      text={t('shell.signOutAll.text')}
      value={(phone ?? '').slice(-4)}
      action={t('shell.signOutAll.action')}
      isBusy={isBusy}
    />
  );
}
