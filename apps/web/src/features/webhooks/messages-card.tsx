import { useState } from 'react';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { Failure, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { FilterBar } from '#shared/ui/list/filter-bar.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { useListView } from '#shared/ui/list/use-list-view.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { useEventName } from './webhook-form.tsx';
import {
  type Attempt,
  baseOf,
  type Message,
  type Scope,
  useWebhookActions,
  type WebhookDetail,
} from './webhooks.ts';
import { cx } from '#shared/lib/cx.ts';

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
    { title: 'list.event', cell: open },
    { title: 'list.status', card: 'plain', cell: state },
    { title: 'webhooks.message.attempts', card: 'named', cell: ({ attempts }) => attempts, isDigits: true },
    {
      title: 'webhooks.message.time',
      card: 'plain',
      cell: ({ createdAt }) => formatDateTime(createdAt),
      isDigits: true,
    },
  ];
  const sendAgain = () =>
    replay.mutate(
      { since: new Date(Date.now() - 7 * dayMs).toISOString(), onlyUndelivered: true },
      { onSuccess: () => commonEvents.succeeded('webhooks.replay.done') },
    );
  return (
    <Card title={t('webhooks.messages')} lead={t('webhooks.messages.lead', { count: webhook.pending })}>
      <Failure error={replay.error} />
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <FilterBar
          view={view}
          filters={[
            {
              name: 'status',
              label: t('list.status'),
              options: filters.status.map((value) => ({ value, label: t(`webhooks.message.${value}`) })),
            },
          ]}
        />
        <Button
          look="secondary"
          isBusy={replay.isPending}
          onClick={sendAgain}
          text="webhooks.replay"
          className="mb-3"
        />
      </div>
      <ListTable
        query={messages}
        view={view}
        caption={t('webhooks.messages')}
        columns={columns}
        rowKey={({ id }) => id}
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
          <Button look="secondary" onClick={onClose} text="common.close" />
          <Button isBusy={replayOne.isPending} onClick={sendAgain} text="webhooks.replay.this" />
        </>
      }
    >
      <Failure error={replayOne.error} />
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
        <LoadState query={message} />
      )}
    </Dialog>
  );
}

/** Shows the receiver's response to one attempt as plain text, because the response is untrusted. */
export function AttemptView({ attempt, className }: { attempt: Attempt; className?: string }) {
  const t = useT();
  const { responseStatus, error, response } = attempt;
  const isDelivered = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  return (
    <div className={cx('min-w-0', className)}>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={isDelivered ? 'success' : 'danger'}>
          {error === null ? `HTTP ${responseStatus ?? ''}` : t(`webhooks.error.${error}`)}
        </Badge>
        <span className="digits text-sm text-muted">
          {formatDateTime(attempt.at)} · {t('webhooks.duration', { count: attempt.durationMs })}
        </span>
      </p>
      {responseStatus !== null && responseStatus >= 300 && responseStatus < 400 && (
        <p className="mt-2 text-sm">{t('webhooks.redirected')}</p>
      )}
      {response !== '' && (
        <pre className="mt-2 max-h-48 overflow-auto rounded-control bg-soft px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {response}
        </pre>
      )}
    </div>
  );
}
