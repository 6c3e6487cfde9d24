import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { BackLink } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { ClientForm } from './client-form.tsx';
import { type Client, clientPath, type NewClient, type Registered, useClients } from './clients.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function ClientsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const clients = useClients(appId);
  const add = useChange(
    (body: NewClient) => api.post('/vid/api/apps/:appId/clients', { params: { appId }, body }),
    `apps/${appId}/clients`,
  );
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<Registered | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  return (
    <>
      <BackLink to={pathTo(areaPaths.app, { appId })} text={t('apps.clients.backToApp')} />
      <PageHeader
        title={t('apps.clients.title')}
        lead={t('apps.clients.lead')}
        actions={!isAdding && <Button onClick={() => setIsAdding(true)}>{t('apps.clients.add')}</Button>}
      />
      {isAdding && (
        <Card title={t('apps.clients.add')} className="mb-6 max-w-[42rem]">
          <ClientForm
            onCancel={() => setIsAdding(false)}
            onSubmit={async (input) => {
              const registered = await add.mutateAsync(input);
              setMade(registered);
              setAddedId(registered.clientId);
              setIsAdding(false);
            }}
          />
        </Card>
      )}
      {addedId !== null && (
        <Notice title={t('apps.clients.added', { id: addedId })} className="mb-6">
          <p>
            {t('apps.clients.added.next')}{' '}
            <TextLink to={clientPath(appId, addedId, areaPaths.appClientStart)}>
              {t('apps.start.open')}
            </TextLink>
          </p>
        </Notice>
      )}
      <ListTable
        query={clients}
        caption={t('apps.clients.title')}
        columns={columnsOf(t, appId)}
        rowKey={({ id }) => id}
        renderCard={(client) => <ClientCard appId={appId} client={client} />}
        failed={t('apps.clients.failed')}
        empty={{ icon: 'apps', title: t('apps.clients.none'), children: t('apps.clients.none.text') }}
      />
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  );
}

function columnsOf(t: Translate, appId: string): readonly Column<Client>[] {
  return [
    {
      title: t('apps.clients.id'),
      cell: ({ id }) => (
        <TextLink isPlain to={clientPath(appId, id)} className="wrap-anywhere">
          <bdi>{id}</bdi>
        </TextLink>
      ),
    },
    { title: t('apps.clients.kind'), cell: ({ kind }) => t(`apps.clients.kind.${kind}`) },
    { title: t('apps.clients.status'), cell: ({ status }) => <ClientStatus status={status} /> },
    { title: t('apps.clients.created'), cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
}

export function ClientStatus({ status }: Pick<Client, 'status'>) {
  const t = useT();
  return (
    <Badge tone={status === 'active' ? 'success' : 'danger'}>{t(`apps.clients.status.${status}`)}</Badge>
  );
}

function ClientCard({ appId, client }: { appId: string; client: Client }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-0">
        <TextLink isPlain to={clientPath(appId, client.id)} className="wrap-anywhere">
          <bdi>{client.id}</bdi>
        </TextLink>
        <span className="block text-sm text-muted">{t(`apps.clients.kind.${client.kind}`)}</span>
      </span>
      <ClientStatus status={client.status} />
    </div>
  );
}
