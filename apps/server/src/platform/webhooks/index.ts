import type { Module } from '#platform/module.ts';
import type { createSendingWebhookServices } from './services.ts';

/** Creates the module that delivers webhooks. The endpoints for managing them are in `applications`. */
export function createWebhookModule({
  webhookDelivery,
  webhookMessages,
  webhookRepo,
}: ReturnType<typeof createSendingWebhookServices>): Module {
  return {
    schedules: [{ name: 'sweep-webhooks', everyMinutes: 1, run: () => webhookDelivery.sweep() }],
    purges: [
      { name: 'surplus webhook messages', deleteExpired: (limit) => webhookMessages.deleteSurplus(limit) },
      { name: 'removed webhooks', deleteExpired: (limit) => webhookRepo.deleteRemoved(limit) },
      { name: 'webhook secrets', deleteExpired: () => webhookRepo.deleteFormerSecrets() },
    ],
  };
}
