import { useState } from 'react';
import { shownFailure } from '#session/reauthenticate.ts';
import { useRead } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, LinkButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { ViewFilter } from '#shared/ui/list/filter-select.tsx';
import { ListTable } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import type { Column } from '#shared/ui/page/table-card.tsx';
import { commonEvents } from '#state/common.ts';
import { AttemptView } from './attempt-view.tsx';
import { useEventName } from './webhook-form.tsx';
import { baseOf, type Message, type Scope, useWebhookActions, type WebhookDetail } from './webhooks.ts';

const filters = { status: ['pending', 'delivered', 'failed', 'skipped'] } as const;
const tones = { pending: 'accent', delivered: 'success', failed: 'danger', skipped: 'plain' } as const;
const dayMs = 86_400_000;

export function MessagesCard({ appId, webhook }: { appId: Scope; webhook: WebhookDetail }) {
  const t = useT();
  const nameOf = useEventName();
  const view = useListView(filters);
  const messages = useRead(`GET ${baseOf(appId)}/:webhookId/messages`, {
    params: { appId: appId ?? '', webhookId: webhook.id },
    query: view.query,
  });
  const { replay } = useWebhookActions(appId, webhook.id);
  const [shown, setShown] = useState<string | null>(null);
  const open = ({ id, type }: Message) => (
    <LinkButton className="text-start" onClick={() => setShown(id)}>
      {nameOf(type)}
    </LinkButton>
  );
  const state = (message: Message) => (
    <Badge tone={tones[message.status]}>{t(`webhooks.message.${message.status}`)}</Badge>
  );
  const columns: readonly Column<Message>[] = [
    { title: t('webhooks.message.event'), cell: open },
    { title: t('webhooks.status'), cell: state },
    { title: t('webhooks.message.attempts'), cell: ({ attempts }) => attempts, isDigits: true },
    { title: t('webhooks.message.time'), cell: ({ createdAt }) => formatDateTime(createdAt), isDigits: true },
  ];
  const sendAgain = () =>
    whenDone(
      replay.mutateAsync({
        since: new Date(Date.now() - 7 * dayMs).toISOString(),
        onlyUndelivered: true,
      }),
      () => commonEvents.succeeded('webhooks.replay.done'),
    );
  return (
    <Card title={t('webhooks.messages')} lead={t('webhooks.messages.lead', { count: webhook.pending })}>
      <Alert text={shownFailure(replay.error)} />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <ViewFilter
          isTall
          view={view}
          name="status"
          label={t('webhooks.status')}
          all={t('webhooks.message.all')}
          options={filters.status.map((value) => ({ value, label: t(`webhooks.message.${value}`) }))}
        />
        <Button look="secondary" isBusy={replay.isPending} onClick={sendAgain}>
          {t('webhooks.replay')}
        </Button>
      </div>
      <ListTable
        query={messages}
        view={view}
        caption={t('webhooks.messages')}
        columns={columns}
        rowKey={({ id }) => id}
        renderCard={(message) => (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {open(message)}
              <span className="digits block text-sm text-muted">{formatDateTime(message.createdAt)}</span>
            </span>
            {state(message)}
          </div>
        )}
        failed={t('webhooks.messages.failed')}
        empty={{ icon: 'list', title: t('webhooks.messages.none') }}
      />
      {shown !== null && (
        <MessageDialog
          appId={appId}
          webhookId={webhook.id}
          messageId={shown}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

type DialogProps = { appId: Scope; webhookId: string; messageId: string; onClose: () => void };

/** Shows a message with its payload and each attempt. */
function MessageDialog({ appId, webhookId, messageId, onClose }: DialogProps) {
  const t = useT();
  const nameOf = useEventName();
  const message = useRead(`GET ${baseOf(appId)}/:webhookId/messages/:messageId`, {
    params: { appId: appId ?? '', webhookId, messageId },
  });
  const { replayOne } = useWebhookActions(appId, webhookId);
  const sendAgain = () =>
    replayOne.mutate(messageId, {
      onSuccess: () => {
        commonEvents.succeeded('webhooks.replay.one');
        onClose();
      },
    });
  const { data } = message;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={data ? nameOf(data.type) : t('webhooks.message')}
      lead={<code className="break-all">{messageId}</code>}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('webhooks.close')}
          </Button>
          <Button isBusy={replayOne.isPending} onClick={sendAgain}>
            {t('webhooks.replay.this')}
          </Button>
        </>
      }
    >
      <Alert text={shownFailure(replayOne.error)} />
      {data ? (
        <>
          <h3 className="mb-2 font-semibold">{t('webhooks.message.body')}</h3>
          <pre className="overflow-auto rounded-control bg-soft px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify(JSON.parse(data.body), null, 2)}
          </pre>
          <h3 className="mt-4 mb-2 font-semibold">{t('webhooks.message.attempts')}</h3>
          {data.attemptList.length === 0 && <p>{t('webhooks.message.noAttempt')}</p>}
          <ol className="divide-y divide-line">
            {data.attemptList.map((attempt) => (
              <li key={attempt.at} className="py-3">
                <AttemptView attempt={attempt} />
              </li>
            ))}
          </ol>
        </>
      ) : (
        <LoadState query={message} title={t('webhooks.messages.failed')} />
      )}
    </Dialog>
  );
}
