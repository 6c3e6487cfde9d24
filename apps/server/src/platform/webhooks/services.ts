import { createDeliveryRepo } from './delivery.repo.ts';
import { createWebhookDelivery, type WebhookNotices } from './delivery.ts';
import { createMessagesRepo } from './messages.repo.ts';
import { createWebhookLogService } from './webhook-log.service.ts';
import { createWebhooksRepo } from './webhooks.repo.ts';
import { createWebhooksService } from './webhooks.service.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Creates the services that change webhooks and read their messages. `kick` starts sending the due messages,
 * in this process or another.
 */
export function createWebhookServices(deps: Platform & { readonly kick: () => void }) {
  const repo = createWebhooksRepo(deps.sql);
  const webhookMessages = createMessagesRepo(deps.sql);
  return {
    webhookRepo: repo,
    webhookMessages,
    webhooks: createWebhooksService({ ...deps, repo }),
    webhookLog: createWebhookLogService({ ...deps, webhooks: repo, repo: webhookMessages }),
  };
}

/** Creates the services of `createWebhookServices`, and the service that sends the messages. */
export function createSendingWebhookServices(deps: Platform & WebhookNotices) {
  const webhookDelivery = createWebhookDelivery({ ...deps, repo: createDeliveryRepo(deps.sql) });
  return { webhookDelivery, ...createWebhookServices({ ...deps, kick: () => webhookDelivery.kick() }) };
}
