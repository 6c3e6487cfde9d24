import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { SecretDialog } from '#shared/ui/secret-dialog.tsx';
import type { Registered } from './clients.ts';

/** Shows the id and the new secret of a client. Opens only for a client with a secret. */
export function ClientSecretDialog({ made, onClose }: { made: Registered | null; onClose: () => void }) {
  const t = useT();
  const { clientId = '', secret = null } = made ?? {};
  return (
    <SecretDialog
      texts="apps.clients.secret"
      title={t('apps.clients.secret.title')}
      secret={secret}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('apps.clients.id')}</p>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold break-all">{clientId}</p>
        <Button look="ghost" onClick={() => void copyText(clientId, 'apps.clients.id.copied')}>
          {t('apps.clients.id.copy')}
        </Button>
      </div>
      <p className="text-sm text-muted">{t('apps.clients.secret')}</p>
    </SecretDialog>
  );
}
