import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { ActionDialog } from '#session/action-dialog.tsx';
import { loadProfile } from '#session/session.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { selectRole, useAuth } from '#state/auth.ts';
import { commonEvents } from '#state/common.ts';
import { useApplication } from '#features/applications/list/applications.ts';
import { nameOf } from '#features/applications/permissions/person-cells.tsx';
import { type Manager, useManagerActions } from './managers.ts';

/** Removes a manager after the manager's name was typed. To leave, a manager types the name of the application. */
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
  const isSelf = manager?.accountId === ownId;
  const who = manager ? nameOf({ ...manager, id: manager.accountId }) : '';
  const confirm = async () => {
    if (!manager) return;
    await remove.mutateAsync(manager.accountId);
    commonEvents.succeeded(isSelf ? 'apps.managers.left' : 'apps.managers.removed');
    if (!isSelf) return;
    // Reload `me`, because the menu lists its applications.
    void loadProfile();
    if (isAdmin) return;
    // A cached list with one application would redirect back to that application.
    queryClient.removeQueries({ queryKey: ['apps'], exact: true });
    void navigate(areaPaths.apps, { replace: true });
  };
  return (
    <ActionDialog
      isOpen={manager !== null}
      onClose={onClose}
      title={isSelf ? t('apps.managers.leave.title') : t('apps.managers.remove.title', { who })}
      text={t(isSelf ? 'apps.managers.leave.text' : 'apps.managers.remove.text')}
      value={isSelf ? (application?.name ?? who) : who}
      action={t(isSelf ? 'apps.managers.leave' : 'apps.managers.remove')}
      isDangerous
      removesOpener
      onConfirm={confirm}
    />
  );
}
