import { createDeliveryRepo } from '#platform/webhooks/delivery.repo.ts';
import { createWebhookDelivery } from '#platform/webhooks/delivery.ts';
import { createMessagesRepo } from '#platform/webhooks/messages.repo.ts';
import { createWebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import { createWebhooksRepo } from '#platform/webhooks/webhooks.repo.ts';
import { createWebhooksService } from '#platform/webhooks/webhooks.service.ts';
import type { Module } from '#platform/module.ts';
import type { AccountServices } from '#account/services.ts';
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

export function createWebhookDeps(deps: Platform & AccountServices) {
  const { sql, config, notices } = deps;
  const delivery = createWebhookDelivery({
    ...deps,
    repo: createDeliveryRepo(sql),
    notifyOwner: (tx, { accountId: id, applicationId, kind }) => {
      const page = applicationId === null ? 'admin/webhooks' : `apps/${applicationId}`;
      return notices.notify(tx, {
        account: { id },
        kind,
        link: `${config.publicUrl.origin}/vid/web/${page}`,
      });
    },
    kickNotices: () => notices.kick(),
  });
  return {
    webhookDelivery: delivery,
    ...createWebhookServices({ ...deps, kick: () => delivery.kick() }),
  };
}

/** Creates the module that delivers webhooks. The endpoints for managing them are in `applications`. */
export function createWebhookModule(deps: ReturnType<typeof createWebhookDeps>): Module {
  const { webhookDelivery, webhookMessages, webhookRepo } = deps;
  return {
    schedules: [{ name: 'sweep-webhooks', everyMinutes: 1, run: () => webhookDelivery.sweep() }],
    purges: [
      { name: 'surplus webhook messages', deleteExpired: (limit) => webhookMessages.deleteSurplus(limit) },
      { name: 'removed webhooks', deleteExpired: (limit) => webhookRepo.deleteRemoved(limit) },
      { name: 'webhook secrets', deleteExpired: () => webhookRepo.deleteFormerSecrets() },
    ],
  };
}
