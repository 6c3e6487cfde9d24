import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { BackLink } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';
import { baseOf, type Scope, useAddWebhook, type Webhook, webhookPath } from './webhooks.ts';

function columnsOf(t: Translate, appId: string | undefined): readonly Column<Webhook>[] {
  return [
    { title: t('webhooks.url'), cell: (webhook) => <Address appId={appId} webhook={webhook} /> },
    { title: t('webhooks.status'), cell: ({ status }) => <WebhookStatus status={status} /> },
    {
      title: t('webhooks.events'),
      cell: ({ events }) => t('webhooks.events.count', { count: events.length }),
    },
    { title: t('webhooks.created'), cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
}

/** Lists the webhooks of the application in the address, or of the association if there is none. */
export function WebhooksPage() {
  const t = useT();
  const { appId } = useParams();
  const webhooks = useRead(`GET ${baseOf(appId)}`, { params: { appId: appId ?? '' } });
  const add = useAddWebhook(appId);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      {appId !== undefined && (
        <BackLink to={pathTo(areaPaths.app, { appId })} text={t('webhooks.backToApp')} />
      )}
      <PageHeader
        title={t('webhooks.title')}
        lead={t(appId === undefined ? 'webhooks.lead.association' : 'webhooks.lead.application')}
        actions={!isAdding && <Button onClick={() => setIsAdding(true)}>{t('webhooks.add')}</Button>}
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
          caption={t('webhooks.title')}
          columns={columnsOf(t, appId)}
          rowKey={({ id }) => id}
          renderCard={(webhook) => (
            <div className="flex flex-col items-start gap-2">
              <Address appId={appId} webhook={webhook} />
              <WebhookStatus status={webhook.status} />
            </div>
          )}
          failed={t('webhooks.failed')}
          empty={{ icon: 'apps', title: t('webhooks.none'), children: t('webhooks.none.text') }}
        />
      )}
      <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

function Address({ appId, webhook }: { appId: Scope; webhook: Webhook }) {
  return (
    <span className="block min-w-0">
      <TextLink isPlain to={webhookPath(appId, webhook.id)} className="wrap-anywhere">
        <bdi>{webhook.url}</bdi>
      </TextLink>
      {webhook.description !== '' && (
        <span className="block text-sm wrap-anywhere text-muted">{webhook.description}</span>
      )}
    </span>
  );
}

const tones = { active: 'success', failing: 'accent', disabled: 'danger' } as const;

export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  const t = useT();
  return <Badge tone={tones[status]}>{t(`webhooks.status.${status}`)}</Badge>;
}
