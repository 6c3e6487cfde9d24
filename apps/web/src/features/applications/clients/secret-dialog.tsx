import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import type { Registered } from './clients.ts';

/** Shows a new secret once. Opens only for a client with a secret. */
export function SecretDialog({ made, onClose }: { made: Registered | null; onClose: () => void }) {
  const t = useT();
  const secret = made?.secret ?? null;
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title={t('apps.clients.secret.title')}
      lead={t('apps.clients.secret.once')}
      actions={
        <>
          <Button look="secondary" onClick={() => void copyText(secret ?? '', 'apps.clients.secret.copied')}>
            {t('apps.clients.secret.copy')}
          </Button>
          <Button onClick={onClose}>{t('apps.clients.secret.done')}</Button>
        </>
      }
    >
      <p className="text-sm text-muted">{t('apps.clients.id')}</p>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold break-all">{made?.clientId}</p>
        <Button look="ghost" onClick={() => void copyText(made?.clientId ?? '', 'apps.clients.id.copied')}>
          {t('apps.clients.id.copy')}
        </Button>
      </div>
      <p className="text-sm text-muted">{t('apps.clients.secret')}</p>
      <code dir="ltr" className="block rounded-control bg-soft px-4 py-3 font-mono break-all">
        {secret}
      </code>
    </Dialog>
  );
}
