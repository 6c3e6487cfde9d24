import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { restoredValues } from '@vid/contract/params/restored';
import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DifferenceList } from './difference-list.tsx';
import { type Difference, differencesOf } from './differences.ts';
import { useRestoreParam } from './params.ts';

/** An earlier version of a section. `at` is null for the value before the first change. */
export type Earlier = { readonly version: number; readonly value: unknown; readonly at: string | null };

/** Asks before restoring an earlier version, and lists the changes. */
export function RestoreDialog<K extends ParamName>({
  name,
  title,
  section,
  earlier,
  onClose,
  onRestored,
}: {
  readonly name: K;
  readonly title: string;
  readonly section: { readonly value: ParamValues[K]; readonly version: number };
  readonly earlier: Earlier;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}) {
  const t = useT();
  const restore = useRestoreParam(name);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the history has values of this section
  const restored = restoredValues[name](earlier.value as ParamValues[K], section.value);
  const current = differencesOf(t, name, section.value, restored);
  // Keep the shown list, because the section equals the restored version before the dialog is closed.
  const [confirmed, setConfirmed] = useState<readonly Difference[]>();
  const differences = restore.isError ? current : (confirmed ?? current);
  return (
    <ActionDialog
      isOpen
      onClose={onClose}
      title={t('admin.params.restore.title', { section: title })}
      text={
        earlier.at === null
          ? t('admin.params.restore.leadFirst')
          : t('admin.params.restore.lead', { time: formatDateTime(earlier.at) })
      }
      action={differences.length > 0 && t('admin.params.restore.confirm')}
      onConfirm={async () => {
        setConfirmed(current);
        await restore.mutateAsync({ version: section.version, to: earlier.version });
        onRestored();
      }}
      done="admin.params.restored"
    >
      {differences.length === 0 ? (
        <p>{t('admin.params.restore.same')}</p>
      ) : (
        <DifferenceList differences={differences} isWhole />
      )}
    </ActionDialog>
  );
}
