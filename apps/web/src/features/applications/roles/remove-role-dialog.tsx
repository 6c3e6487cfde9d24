import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { type AppRole, useRoleActions } from './roles.ts';

/** Removes a role after its code was typed. People with the role get another role, which the manager chooses. */
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
  const { code = '', name = '', people = 0 } = role ?? {};
  const others = roles.filter((other) => other.code !== code);
  const [chosen, setChosen] = useState('');
  const moveTo = others.find((other) => other.code === chosen)?.code ?? others[0]?.code;
  return (
    <ActionDialog
      isOpen={role !== null}
      onClose={onClose}
      title={t('apps.roles.remove.title', { name })}
      text={t('apps.roles.remove.text', { count: people })}
      value={code}
      action={t('apps.roles.remove')}
      isDangerous
      removesOpener
      onConfirm={() => remove.mutateAsync({ code, moveTo: people > 0 ? moveTo : undefined })}
      done="apps.roles.removed"
    >
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
    </ActionDialog>
  );
}
