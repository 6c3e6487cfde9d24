import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { type Column, TableCard } from '#shared/ui/page/table-card.tsx';
import { ClientForm } from './client-form.tsx';
import { type Client, clientPath, type Registered, useAddClient, useClients } from './clients.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function ClientsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const clients = useClients(appId);
  const add = useAddClient(appId);
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<Registered | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  return (
    <>
      <TextLink isQuiet to={pathTo(areaPaths.app, { appId })} className="mb-3">
        {t('apps.clients.backToApp')}
      </TextLink>
      <PageHeader
        title={t('apps.clients.title')}
        lead={t('apps.clients.lead')}
        {...(!isAdding && {
          actions: <Button onClick={() => setIsAdding(true)}>{t('apps.clients.add')}</Button>,
        })}
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
      <TableCard
        caption={t('apps.clients.title')}
        columns={columnsOf(t, appId)}
        rows={clients.data ?? []}
        rowKey={({ id }) => id}
        renderCard={(client) => <ClientCard appId={appId} client={client} />}
        empty={
          clients.data ? (
            <EmptyState icon="apps" title={t('apps.clients.none')}>
              {t('apps.clients.none.text')}
            </EmptyState>
          ) : (
            <LoadState query={clients} title={t('apps.clients.failed')} />
          )
        }
      />
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </>
  );
}

function columnsOf(t: Translate, appId: string): readonly Column<Client>[] {
  return [
    {
      key: 'id',
      title: t('apps.clients.id'),
      cell: ({ id }) => (
        <TextLink isPlain to={clientPath(appId, id)} className="wrap-anywhere">
          <bdi>{id}</bdi>
        </TextLink>
      ),
    },
    { key: 'kind', title: t('apps.clients.kind'), cell: ({ kind }) => t(`apps.clients.kind.${kind}`) },
    {
      key: 'status',
      title: t('apps.clients.status'),
      cell: ({ status }) => <ClientStatus status={status} />,
    },
    {
      key: 'created',
      title: t('apps.clients.created'),
      cell: ({ createdAt }) => formatDateTime(createdAt),
      isDigits: true,
    },
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
