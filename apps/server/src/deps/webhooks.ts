import { createDeliveryRepo } from '#platform/webhooks/delivery.repo.ts';
import { createWebhookDelivery } from '#platform/webhooks/delivery.ts';
import { createMessagesRepo } from '#platform/webhooks/messages.repo.ts';
import { createWebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import { createWebhooksRepo } from '#platform/webhooks/webhooks.repo.ts';
import { createWebhooksService } from '#platform/webhooks/webhooks.service.ts';
import type { AccountDeps } from './account.ts';
import type { PlatformDeps } from './platform.ts';

/** Webhooks of applications and of the association. */
export function createWebhookDeps(deps: PlatformDeps & AccountDeps) {
  const { sql, config, notices } = deps;
  const repo = createWebhooksRepo(sql);
  const delivery = createWebhookDelivery({
    ...deps,
    repo: createDeliveryRepo(sql),
    tellOwner: (tx, { accountId: id, applicationId, kind }) => {
      const page = applicationId === null ? 'admin/webhooks' : `apps/${applicationId}`;
      return notices.notify(tx, {
        account: { id },
        kind,
        link: `${config.publicUrl.origin}/vid/web/${page}`,
      });
    },
    kickNotices: () => notices.kick(),
  });
  const kick = (): void => delivery.kick();
  return {
    webhookDelivery: delivery,
    webhooks: createWebhooksService({ ...deps, repo, kick }),
    webhookLog: createWebhookLogService({
      ...deps,
      webhooks: repo,
      repo: createMessagesRepo(sql),
      kick,
    }),
    webhookPurges: [
      { name: 'removed webhooks', deleteExpired: (limit: number) => repo.deleteRemoved(limit) },
      { name: 'webhook secrets', deleteExpired: () => repo.deleteFormerSecrets() },
    ],
  };
}
