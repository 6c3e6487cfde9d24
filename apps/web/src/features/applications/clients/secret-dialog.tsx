import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { SecretDialog } from '#shared/ui/overlays/secret-dialog.tsx';
import { type Client, clientPath, type Registered } from './clients.ts';

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

type Made = Registered & Pick<Client, 'kind'> & { readonly appId: string };

/**
 * Returns a function that follows the registration of a client: shows the client's secret, if any, then opens the
 * client's guide, or the own page of a machine client. The caller renders `dialog`.
 */
export function useNewClient(): { readonly follow: (made: Made) => void; readonly dialog: ReactNode } {
  const navigate = useNavigate();
  const [made, setMade] = useState<Made | null>(null);
  // A machine client's sample code needs scopes, which are granted on the client's own page.
  const open = ({ appId, clientId, kind }: Made) =>
    void navigate(
      clientPath(appId, clientId, kind === 'machine' ? areaPaths.appClient : areaPaths.appClientStart),
    );
  return {
    follow: (client) => (client.secret === null ? open(client) : setMade(client)),
    dialog: <ClientSecretDialog made={made} onClose={() => made && open(made)} />,
  };
}
