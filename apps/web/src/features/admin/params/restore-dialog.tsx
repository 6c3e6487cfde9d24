import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { restoredValues } from '@vid/contract/params/restored';
import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
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
  // The section equals the restored version before the dialog is closed.
  const [confirmed, setConfirmed] = useState<readonly Difference[]>();
  const differences = restore.isError ? current : (confirmed ?? current);
  const confirm = async () => {
    setConfirmed(current);
    await restore.mutateAsync({ version: section.version, to: earlier.version });
    commonEvents.succeeded('admin.params.restored');
    onRestored();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.params.restore.title', { section: title })}
      lead={
        earlier.at === null
          ? t('admin.params.restore.leadFirst')
          : t('admin.params.restore.lead', { time: formatDateTime(earlier.at) })
      }
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {differences.length > 0 && (
            <Button isBusy={restore.isPending} onClick={() => void confirm().catch(() => {})}>
              {t('admin.params.restore.confirm')}
            </Button>
          )}
        </>
      }
    >
      <Alert text={shownFailure(restore.error)} />
      {differences.length === 0 ? (
        <p>{t('admin.params.restore.same')}</p>
      ) : (
        <DifferenceList differences={differences} isWhole />
      )}
    </Dialog>
  );
}
