import type { Queryable } from '#database/connection.ts';
import { publishEvent } from '#platform/events/events.ts';
import { publishRepo } from './publish.repo.ts';
import { messagesOf, type WebhookEvent } from './webhook-event.policy.ts';

/**
 * Records the messages of the events for the endpoints that receive them, in the transaction of the changes.
 * Publish the deletion of an account before the account is deleted, while the applications that know the
 * account can be read.
 */
export async function publishWebhooks(tx: Queryable, ...events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await publishRepo.listEndpoints(tx);
  if (endpoints.length === 0) return;
  const applicationIds = endpoints.flatMap(({ applicationId }) => applicationId ?? []);
  const acquaintances =
    applicationIds.length === 0
      ? []
      : await publishRepo.listAcquaintances(
          tx,
          events.map(({ accountId }) => accountId),
          applicationIds,
        );
  const messages = messagesOf(events, endpoints, acquaintances);
  if (messages.length === 0) return;
  await publishRepo.insert(tx, messages);
  await publishEvent(tx, 'webhooks', 'all');
}
