import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { ConfirmDialog } from '#shared/ui/overlays/confirm-dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { type AppRole, useRoleActions } from './roles.ts';

/** Removes a role after its code was typed. People with the role get another one, which the manager chooses. */
export function RemoveRoleDialog({
  appId,
  role,
  roles,
  onClose,
}: {
  appId: string;
  /** Null closes the dialog. */
  role: AppRole | null;
  roles: readonly AppRole[];
  onClose: () => void;
}) {
  const t = useT();
  const { remove } = useRoleActions(appId);
  // Keeps the texts of a dialog that is closing.
  const [last, setLast] = useState(role);
  const [isDone, setIsDone] = useState(false);
  if (role && role !== last) {
    setLast(role);
    setIsDone(false);
  }
  const { code = '', name = '', people = 0 } = last ?? {};
  const others = roles.filter((other) => other.code !== code);
  const [chosen, setChosen] = useState('');
  const moveTo = others.find((other) => other.code === chosen)?.code ?? others[0]?.code;
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    remove.mutate(
      { code, moveTo: people > 0 ? moveTo : undefined },
      {
        onSuccess: () => {
          setIsDone(true);
          commonEvents.succeeded('apps.roles.removed');
          close();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen={role !== null}
      onClose={close}
      onConfirm={confirm}
      isBusy={remove.isPending}
      title={t('apps.roles.remove.title', { name })}
      text={t('apps.roles.remove.text', { count: people })}
      value={code}
      action={t('apps.roles.remove')}
      finalFocus={() => !isDone || document.querySelector('h1')}
    >
      <Alert text={shownFailure(remove.error)} />
      {people > 0 &&
        (others.length === 0 ? (
          <Notice title={t('apps.roles.remove.last')} />
        ) : (
          <label className="block text-label font-semibold">
            {t('apps.roles.remove.moveTo')}
            <select
              className="control mt-2 font-normal"
              value={moveTo}
              onChange={(change) => setChosen(change.target.value)}
            >
              {others.map((other) => (
                <option key={other.code} value={other.code}>
                  {other.name}
                </option>
              ))}
            </select>
          </label>
        ))}
    </ConfirmDialog>
  );
}
