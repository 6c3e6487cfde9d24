import { NameLink } from '#shared/ui/values.tsx';
import { useSend } from '#shared/api/queries.ts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { ClientForm } from './client-form.tsx';
import { type Client, clientPath, type Registered, useClients } from './clients.ts';
import { ClientSecretDialog } from './secret-dialog.tsx';

export function ClientsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const clients = useClients(appId);
  const add = useSend('POST /vid/api/apps/:appId/clients', { appId }, `apps/${appId}/clients`);
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<(Registered & Pick<Client, 'kind'>) | null>(null);
  const navigate = useNavigate();
  // The sample code of a program needs scopes, which its own page grants.
  const openNext = ({ clientId }: Registered, kind: Client['kind']) =>
    void navigate(
      clientPath(appId, clientId, kind === 'machine' ? areaPaths.appClient : areaPaths.appClientStart),
    );
  return (
    <>
      <ListHeader
        title={t('shell.item.appClients')}
        count={clients.data?.length}
        lead={t('apps.clients.lead')}
        actions={!isAdding && <Button onClick={() => setIsAdding(true)}>{t('apps.clients.add')}</Button>}
      />
      {isAdding && (
        <Card title={t('apps.clients.add')} className="mb-6 max-w-[42rem]">
          <ClientForm
            onCancel={() => setIsAdding(false)}
            onSubmit={async (input) => {
              const registered = await add.mutateAsync(input);
              if (registered.secret === null) openNext(registered, input.kind);
              else setMade({ ...registered, kind: input.kind });
            }}
          />
        </Card>
      )}
      <ListTable
        query={clients}
        caption={t('shell.item.appClients')}
        columns={columnsOf(appId)}
        rowKey={({ id }) => id}
        empty={{ icon: 'apps', title: t('apps.clients.none'), lead: t('apps.clients.none.text') }}
      />
      <ClientSecretDialog made={made} onClose={() => made && openNext(made, made.kind)} />
    </>
  );
}

function columnsOf(appId: string): readonly Column<Client>[] {
  return [
    { title: 'apps.clients.id', cell: ({ id }) => <NameLink to={clientPath(appId, id)} name={id} /> },
    { title: 'apps.clients.kind', card: 'plain', cell: ({ kind }, t) => t(`apps.clients.kind.${kind}`) },
    { title: 'list.status', card: 'plain', cell: ({ status }) => <ClientStatus status={status} /> },
    { title: 'list.created', cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
}

export function ClientStatus({ status }: Pick<Client, 'status'>) {
  const t = useT();
  return (
    <Badge tone={status === 'active' ? 'success' : 'danger'}>{t(`apps.clients.status.${status}`)}</Badge>
  );
}
