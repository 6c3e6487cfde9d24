import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { loadProfile } from '#session/session.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { ConfirmDialog } from '#shared/ui/overlays/confirm-dialog.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';
import { useApplication } from '#features/applications/list/applications.ts';
import { nameOf } from '#features/applications/permissions/person-cells.tsx';
import { type Manager, useManagerActions } from './managers.ts';

/** Removes a manager after the name was typed. To leave, a manager types the name of the application. */
export function RemoveManagerDialog({
  appId,
  manager,
  onClose,
}: {
  appId: string;
  /** Null closes the dialog. */
  manager: Manager | null;
  onClose: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const ownId = useAuth(({ user }) => user?.id);
  const isAdmin = useAuth(selectRole) === 'admin';
  const { data: application } = useApplication(appId);
  const { remove } = useManagerActions(appId);
  // Keeps the texts of a dialog that is closing.
  const [last, setLast] = useState(manager);
  const [isDone, setIsDone] = useState(false);
  if (manager && manager !== last) {
    setLast(manager);
    setIsDone(false);
  }
  if (!last) return null;
  const isSelf = last.accountId === ownId;
  const who = nameOf({ ...last, id: last.accountId });
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    remove.mutate(last.accountId, {
      onSuccess: () => {
        setIsDone(true);
        commonEvents.succeeded(isSelf ? 'apps.managers.left' : 'apps.managers.removed');
        close();
        if (!isSelf) return;
        // The menu lists the applications of `me`.
        void loadProfile();
        if (isAdmin) return;
        // The page of a cached list with one application leads back to that application.
        queryClient.removeQueries({ queryKey: ['apps'], exact: true });
        void navigate(areaPaths.apps, { replace: true });
      },
    });
  return (
    <ConfirmDialog
      isOpen={manager !== null}
      onClose={close}
      onConfirm={confirm}
      isBusy={remove.isPending}
      title={isSelf ? t('apps.managers.leave.title') : t('apps.managers.remove.title', { who })}
      text={t(isSelf ? 'apps.managers.leave.text' : 'apps.managers.remove.text')}
      value={isSelf ? (application?.name ?? who) : who}
      action={t(isSelf ? 'apps.managers.leave' : 'apps.managers.remove')}
      finalFocus={() => !isDone || document.querySelector('h1')}
    >
      <Alert text={shownFailure(remove.error)} />
    </ConfirmDialog>
  );
}
