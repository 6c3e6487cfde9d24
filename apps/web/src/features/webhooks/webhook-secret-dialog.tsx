import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

/** Shows a new secret, which cannot be shown again later. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title={t('webhooks.secret.new')}
      lead={t('webhooks.secret.once')}
      actions={
        <>
          <Button look="secondary" onClick={() => void copyText(secret ?? '', 'webhooks.secret.copied')}>
            {t('webhooks.secret.copy')}
          </Button>
          <Button onClick={onClose}>{t('webhooks.secret.done')}</Button>
        </>
      }
    >
      <code dir="ltr" className="block rounded-control bg-soft px-4 py-3 font-mono break-all">
        {secret}
      </code>
    </Dialog>
  );
}
