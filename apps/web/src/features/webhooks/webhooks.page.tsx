import { NameLink } from '#shared/ui/display/values.tsx';
import { startTransition, useState } from 'react';
import { useParams } from 'react-router';
import { neededPart } from '#navigation/lazy-part.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { baseOf, type Scope, useAddWebhook, type Webhook, webhookPath } from './webhooks.ts';
import { SecretDialog } from '#shared/ui/overlays/secret-dialog.tsx';

const WebhookForm = neededPart(() => import('./webhook-form.tsx'), 'WebhookForm');

export function WebhooksPage() {
  const t = useT();
  const { appId } = useParams();
  const webhooks = useRead(`GET ${baseOf(appId)}`, { params: { appId: appId ?? '' } });
  const add = useAddWebhook(appId);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ListHeader
        title={t('shell.item.webhooks')}
        count={webhooks.data?.length}
        lead={t(appId === undefined ? 'webhooks.lead.association' : 'webhooks.lead.application')}
        actions={
          !isAdding && (
            <Button onClick={() => startTransition(() => setIsAdding(true))}>{t('webhooks.add')}</Button>
          )
        }
      />
      {isAdding ? (
        <Card title={t('webhooks.new')} className="max-w-[48rem]">
          <WebhookForm
            onCancel={() => setIsAdding(false)}
            onSubmit={async (input) => {
              setSecret((await add.mutateAsync(input)).secret);
              setIsAdding(false);
            }}
          />
        </Card>
      ) : (
        <ListTable
          query={webhooks}
          caption={t('shell.item.webhooks')}
          columns={columnsOf(appId)}
          rowKey={({ id }) => id}
          empty={{ icon: 'refresh', title: t('webhooks.none'), lead: t('webhooks.none.text') }}
        />
      )}
      <SecretDialog
        texts="webhooks.secret"
        title={t('webhooks.secret.new')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  );
}

function columnsOf(appId: string | undefined): readonly Column<Webhook>[] {
  return [
    { title: 'webhooks.url', cell: (webhook) => <Address appId={appId} webhook={webhook} /> },
    { title: 'list.status', card: 'plain', cell: ({ status }) => <WebhookStatus status={status} /> },
    {
      title: 'webhooks.events',
      card: 'plain',
      cell: ({ events }, t) => t('webhooks.events.count', { count: events.length }),
    },
    { title: 'webhooks.created', cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
}

function Address({ appId, webhook }: { appId: Scope; webhook: Webhook }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <NameLink to={webhookPath(appId, webhook.id)} name={webhook.url} />
      {webhook.description !== '' && (
        <span className="text-sm wrap-anywhere text-muted">{webhook.description}</span>
      )}
    </span>
  );
}

const tones = { active: 'success', failing: 'accent', disabled: 'danger' } as const;

export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  const t = useT();
  return <Badge tone={tones[status]}>{t(`webhooks.status.${status}`)}</Badge>;
}
