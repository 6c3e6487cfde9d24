import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActionButton } from '#session/action-dialog.tsx';
import { useRead } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Bone, BoneBadges, BoneButtons, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { AttemptView, MessagesCard } from './messages-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { baseOf, type Scope, useWebhookActions, type WebhookDetail, webhooksPath } from './webhooks.ts';
import { WebhookStatus } from './webhooks.page.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { SecretDialog } from '#shared/ui/overlays/secret-dialog.tsx';

export function WebhookPage() {
  const t = useT();
  const { appId, webhookId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: webhooksPath(appId), text: t('webhooks.back') }}
      query={useRead(`GET ${baseOf(appId)}/:webhookId`, { params: { appId: appId ?? '', webhookId } })}
      notFound={{ title: t('webhooks.notFound') }}
      skeleton={
        <Page
          title={undefined}
          lead={<BoneBadges texts={[t('webhooks.status.active')]} />}
          actions={<BoneButtons texts={[t('webhooks.disable'), t('webhooks.remove')]} />}
        >
          <Card title={t('webhooks.test')} lead={t('webhooks.test.lead')}>
            <BoneButtons texts={[t('webhooks.test.send')]} />
          </Card>
          <Card title={t('webhooks.messages')} lead={<Bone />}>
            <BoneRows count={6} />
          </Card>
        </Page>
      }
    >
      {(webhook) => <Detail appId={appId} webhook={webhook} />}
    </DetailPage>
  );
}

function Detail({ appId, webhook }: { appId: Scope; webhook: WebhookDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const { change, setStatus, remove } = useWebhookActions(appId, webhook.id);
  const isOn = webhook.status !== 'disabled';
  const { host } = new URL(webhook.url);
  const confirmRemoval = async () => {
    await remove.mutateAsync();
    void navigate(webhooksPath(appId));
  };
  return (
    <Page
      title={host}
      lead={
        <span className="flex flex-wrap items-center gap-3">
          <WebhookStatus status={webhook.status} />
          {webhook.failingSince !== null &&
            t('webhooks.failingSince', { time: formatDateTime(webhook.failingSince) })}
        </span>
      }
      actions={
        <>
          <Button
            look="secondary"
            isBusy={setStatus.isPending}
            onClick={() => setStatus.mutate(isOn ? 'disabled' : 'active')}
            text={isOn ? 'webhooks.disable' : 'webhooks.enable'}
          />
          <ActionButton
            button={{ look: 'danger' }}
            title={t('webhooks.remove.title')}
            text={t('webhooks.remove.text')}
            value={host}
            action={t('webhooks.remove')}
            isDangerous
            onConfirm={confirmRemoval}
            done="webhooks.removed"
          />
        </>
      }
    >
      <Failure error={setStatus.error} />
      <TestCard appId={appId} webhookId={webhook.id} />
      <MessagesCard appId={appId} webhook={webhook} />
      <Card title={t('list.settings')}>
        <WebhookForm
          webhook={webhook}
          onSubmit={async (input) => {
            await change.mutateAsync(input);
          }}
        />
      </Card>
      <SecretCard appId={appId} webhook={webhook} />
    </Page>
  );
}

function TestCard({ appId, webhookId }: { appId: Scope; webhookId: string }) {
  const t = useT();
  const { test } = useWebhookActions(appId, webhookId);
  return (
    <Card title={t('webhooks.test')} lead={t('webhooks.test.lead')}>
      <Failure error={test.error} />
      <Button isBusy={test.isPending} onClick={() => test.mutate()} text="webhooks.test.send" />
      <div aria-live="polite">{test.data && <AttemptView attempt={test.data} className="mt-4" />}</div>
    </Card>
  );
}

function SecretCard({ appId, webhook }: { appId: Scope; webhook: WebhookDetail }) {
  const t = useT();
  const { rotate } = useWebhookActions(appId, webhook.id);
  const [secret, setSecret] = useState<string | null>(null);
  const show = (endsFormer: boolean) =>
    whenDone(rotate.mutateAsync(endsFormer), (answer) => setSecret(answer.secret));
  return (
    <Card title={t('webhooks.secret')} lead={t('webhooks.secret.lead')}>
      <Failure error={rotate.error} />
      {webhook.formerSecretUntil !== null && (
        <p className="mb-4">
          {t('webhooks.secret.former', { time: formatDateTime(webhook.formerSecretUntil) })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" isBusy={rotate.isPending} onClick={() => show(false)}>
          {t('webhooks.secret.rotate')}
        </Button>
        <Button look="danger" isBusy={rotate.isPending} onClick={() => show(true)}>
          {t('webhooks.secret.replace')}
        </Button>
      </div>
      <SecretDialog
        texts="webhooks.secret"
        title={t('webhooks.secret.new')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </Card>
  );
}
