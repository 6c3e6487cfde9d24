import { useState } from 'react';
import { ActionDialog } from '#session/action-dialog.tsx';
import { shownFailure } from '#session/reauthenticate.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { useAuth } from '#state/auth.ts';
import { useDeleteAccount, useDeletionPreview } from './deletion.ts';

/** Deletes the account, after the user has typed the last digits of its phone number. */
export function DeletionCard() {
  const t = useT();
  const preview = useDeletionPreview();
  const phone = useAuth((state) => state.profile?.phone);
  const deletion = useDeleteAccount();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = preview;
  return (
    <Card title={t('privacy.deletion')} lead={data && t('privacy.deletion.lead', { days: data.graceDays })}>
      {data === undefined ? (
        <LoadState query={preview} title={t('privacy.loadFailed')} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <Alert text={shownFailure(deletion.error)} />
          {data.obstacle === null ? (
            <Button look="danger" className="w-full sm:w-auto" onClick={() => setIsOpen(true)}>
              {t('privacy.deletion.action')}
            </Button>
          ) : (
            <Notice>{t(`privacy.deletion.${data.obstacle}`)}</Notice>
          )}
          <ActionDialog
            isOpen={isOpen && phone !== undefined}
            onClose={() => setIsOpen(false)}
            // Not awaited: the dialog that asks for the password must not open on top of this one.
            onConfirm={() => deletion.mutate()}
            title={t('privacy.deletion.title')}
            text={t('privacy.deletion.text', {
              sessions: data.sessions,
              apps: data.applications,
              days: data.graceDays,
            })}
            value={(phone ?? '').slice(-4)}
            prompt="shell.confirmType.phone"
            action={t('privacy.deletion.action')}
            isDangerous
          />
        </div>
      )}
    </Card>
  );
}
