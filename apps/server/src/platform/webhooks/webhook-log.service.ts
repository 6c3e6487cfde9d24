import type { QueryOf } from '@vid/contract/endpoint';
import type { Body, Endpoints } from '@vid/contract/endpoints/index';
import type { Queryable } from '#database/connection.ts';
import { readCursor, toPage, type SortKey } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { PostError } from '#platform/outgoing/outgoing.ts';
import type { Platform } from '#platform/platform.ts';
import { attemptMessage } from './attempt.ts';
import type { AttemptRow, MessageRow, MessagesRepo } from './messages.repo.ts';
import { isDelivered, keptMessages } from './webhook.policy.ts';
import { createSigner, messageBody } from './webhook-secret.ts';
import type { WebhookCall } from './webhooks.service.ts';
import type { Scope, WebhooksRepo } from './webhooks.repo.ts';

type Query = QueryOf<Endpoints['GET /vid/api/admin/webhooks/:webhookId/messages']>;
type Replay = Body<'POST /vid/api/admin/webhooks/:webhookId/replay'>;

type Deps = Platform & {
  readonly webhooks: Pick<WebhooksRepo, 'find' | 'findSecrets'>;
  readonly repo: MessagesRepo;
  readonly kick: () => void;
};

const replayBatch = 1_000;
const errors: readonly PostError[] = ['blocked', 'dns', 'connection', 'tls', 'timeout', 'protocol'];

export function createWebhookLogService(deps: Deps) {
  const { sql, webhooks, repo, audit } = deps;

  const require = async (scope: Scope, id: string): Promise<void> => {
    if (!(await webhooks.find(scope, id))) throw new AppError('NOT_FOUND');
  };
  const record = (
    tx: Queryable,
    kind: 'webhook.replayed' | 'webhook.tested',
    call: WebhookCall,
    webhookId: string,
    details: Readonly<Record<string, string | number>> = {},
  ) =>
    audit.write(tx, {
      kind,
      accountId: call.accountId ?? undefined,
      actorId: call.actorId,
      caller: call.caller,
      details: {
        webhookId,
        ...(call.applicationId !== null && { applicationId: call.applicationId }),
        ...details,
      },
    });

  return {
    /**
     * Lists an endpoint's messages, newest first.
     * @throws AppError NOT_FOUND if the endpoint is not in `scope`, VALIDATION_FAILED if `after` is not a
     *   cursor
     */
    async list(scope: Scope, endpointId: string, query: Query) {
      await require(scope, endpointId);
      const { status, type, limit = 20 } = query;
      const after = readCursor(query.after);
      const rows = await repo.list({ endpointId, status, type, after, limit });
      const { items, next } = toPage(rows, limit, ({ sortKey, id }) => [sortKey, id]);
      return { items: items.map(toItem), next };
    },

    /**
     * Returns a message with its attempts.
     * @throws AppError NOT_FOUND if the endpoint is not in `scope` or does not have the message
     */
    async get(scope: Scope, endpointId: string, id: string) {
      await require(scope, endpointId);
      const message = await repo.find(endpointId, id);
      if (!message) throw new AppError('NOT_FOUND');
      return {
        ...toItem(message),
        body: messageBody(message),
        attemptList: (await repo.listAttempts(id)).map(toAttempt),
      };
    },

    /**
     * Sends a message again.
     * @throws AppError NOT_FOUND if the endpoint is not in the caller's scope or does not have the message
     */
    async replay(call: WebhookCall, endpointId: string, messageId: string): Promise<void> {
      await require(call, endpointId);
      await beginAs(sql, call, async (tx) => {
        if (!(await repo.replay(tx, endpointId, messageId))) throw new AppError('NOT_FOUND');
        await record(tx, 'webhook.replayed', call, endpointId, { messageId });
      });
      deps.kick();
    },

    /**
     * Replays up to `keptMessages` of the messages created since a time, and returns their number.
     * @throws AppError NOT_FOUND if the endpoint is not in the caller's scope
     */
    async replaySince(
      call: WebhookCall,
      endpointId: string,
      { since, onlyUndelivered }: Replay,
    ): Promise<number> {
      await require(call, endpointId);
      const options = { since: new Date(since), onlyUndelivered, limit: replayBatch };
      // Replay each batch in its own transaction with its own audit row, because 100,000 messages would
      // exceed a transaction's deadline.
      const replayBatchAfter = (after: SortKey | undefined) =>
        beginAs(sql, call, async (tx) => {
          const { count, last } = await repo.replaySince(tx, endpointId, { ...options, after });
          if (count > 0 || !after) await record(tx, 'webhook.replayed', call, endpointId, { since, count });
          return { count, last };
        });
      let replayed = 0;
      let batch: Awaited<ReturnType<typeof replayBatchAfter>> = { count: 0, last: undefined };
      do {
        batch = await replayBatchAfter(batch.last);
        replayed += batch.count;
      } while (batch.count === replayBatch && replayed < keptMessages);
      deps.kick();
      return replayed;
    },

    /**
     * Sends a test event now and returns the attempt. The event appears in the log and is not retried.
     * @throws AppError NOT_FOUND if the endpoint is not in the caller's scope
     */
    async test(call: WebhookCall, endpointId: string) {
      const endpoint = await webhooks.findSecrets(call, endpointId);
      if (!endpoint) throw new AppError('NOT_FOUND');
      await record(sql, 'webhook.tested', call, endpointId);
      const at = new Date(deps.nowMs());
      const message = {
        id: newId('msg'),
        endpointId,
        type: 'webhook.test',
        createdAt: at,
        data: { webhookId: endpointId },
      };
      const { attempt } = await attemptMessage(deps, {
        url: endpoint.url,
        signer: createSigner(deps.keys, endpoint),
        message,
        attempt: 1,
      });
      await repo.insertTest(message, attempt, isDelivered(attempt.responseStatus ?? 0));
      return toAttempt({ ...attempt, at });
    },
  };
}

const toItem = (row: MessageRow) => ({
  ...row,
  nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt : null,
});

const toAttempt = (row: AttemptRow) => ({
  ...row,
  error: errors.find((known) => known === row.error) ?? null,
});

export type WebhookLogService = ReturnType<typeof createWebhookLogService>;
