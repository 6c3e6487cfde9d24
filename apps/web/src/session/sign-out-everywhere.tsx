import { useMutation } from '@tanstack/react-query';
import { useT } from '#shared/i18n/use-t.ts';
import { ConfirmDialog } from '#shared/ui/overlays/confirm-dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { signOutEverywhere } from './session.ts';

/**
 * Confirms ending every session of the account. The user types the last digits of the account's phone number, which
 * need no accents and are the same in every language.
 */
export function SignOutEverywhereDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone);
  // The HTTP client shows the error. The dialog stays open for another try.
  const end = useMutation({ mutationFn: signOutEverywhere });
  return (
    <ConfirmDialog
      isOpen={isOpen && phone !== undefined}
      onClose={onClose}
      onConfirm={() => end.mutate()}
      title={t('shell.signOutAll.title')}
      text={t('shell.signOutAll.text')}
      value={(phone ?? '').slice(-4)}
      prompt="shell.confirmType.phone"
      action={t('shell.signOutAll.action')}
      isBusy={end.isPending}
    />
  );
}
