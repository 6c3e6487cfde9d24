import { NameLink } from '#shared/ui/display/values.tsx';
import { useSend } from '#shared/api/queries.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { ClientForm } from './client-form.tsx';
import { type Client, clientPath, useClients } from './clients.ts';
import { useNewClient } from './secret-dialog.tsx';

export function ClientsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const clients = useClients(appId);
  const add = useSend('POST /vid/api/apps/:appId/clients', { appId }, `apps/${appId}/clients`);
  const [isAdding, setIsAdding] = useState(false);
  const { follow, dialog } = useNewClient();
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
              follow({ ...(await add.mutateAsync(input)), kind: input.kind, appId });
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
      {dialog}
    </>
  );
}

function columnsOf(appId: string): readonly Column<Client>[] {
  return [
    {
      title: 'apps.clients.name',
      cell: ({ id, name }) => <NameLink to={clientPath(appId, id)} name={name} />,
    },
    {
      title: 'apps.clients.id',
      card: 'plain',
      cell: ({ id }) => <bdi className="text-sm wrap-anywhere text-muted">{id}</bdi>,
    },
    { title: 'apps.clients.kind', card: 'plain', cell: ({ kind }, t) => t(`apps.clients.kind.${kind}`) },
    { title: 'list.status', card: 'plain', cell: ({ status }) => <ClientStatus status={status} isListed /> },
    { title: 'list.created', cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
}

/** Shows `active` without colour in a list, so that `disabled` stands out. */
export function ClientStatus({ status, isListed = false }: Pick<Client, 'status'> & { isListed?: boolean }) {
  const t = useT();
  const usual = isListed ? 'quiet' : 'success';
  return <Badge tone={status === 'active' ? usual : 'danger'}>{t(`apps.clients.status.${status}`)}</Badge>;
}
