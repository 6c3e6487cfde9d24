import type { Route } from '#http/routes.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhookCall, WebhooksService } from '#platform/webhooks/webhooks.service.ts';
import { byMachine, type MachineCall } from './machine-call.ts';

type Deps = { readonly webhooks: WebhooksService; readonly webhookLog: WebhookLogService };

const callOf = (call: MachineCall): WebhookCall => ({
  ...byMachine(call),
  applicationId: call.machine.applicationId,
  accountId: null,
});

/** The webhooks of a machine client's application. The services are those of the managers' pages. */
export function registerWebhookManagementRoutes(route: Route, { webhooks, webhookLog }: Deps): void {
  route('GET /vid/api/manage/applications/:appId/webhooks', (call) => webhooks.list(callOf(call)));

  route('POST /vid/api/manage/applications/:appId/webhooks', (call) => webhooks.add(callOf(call), call.body));

  route('GET /vid/api/manage/applications/:appId/webhooks/:webhookId', (call) =>
    webhooks.get(callOf(call), call.params.webhookId),
  );

  route('PATCH /vid/api/manage/applications/:appId/webhooks/:webhookId', async (call) => {
    await webhooks.change(callOf(call), call.params.webhookId, call.body);
    return true as const;
  });

  route('DELETE /vid/api/manage/applications/:appId/webhooks/:webhookId', async (call) => {
    await webhooks.remove(callOf(call), call.params.webhookId);
    return true as const;
  });

  route('POST /vid/api/manage/applications/:appId/webhooks/:webhookId/status', async (call) => {
    await webhooks.setStatus(callOf(call), call.params.webhookId, call.body.status);
    return true as const;
  });

  route('POST /vid/api/manage/applications/:appId/webhooks/:webhookId/secret', (call) =>
    webhooks.rotateSecret(callOf(call), call.params.webhookId, call.body),
  );

  route('POST /vid/api/manage/applications/:appId/webhooks/:webhookId/test', (call) =>
    webhookLog.test(callOf(call), call.params.webhookId),
  );

  route('GET /vid/api/manage/applications/:appId/webhooks/:webhookId/messages', (call) =>
    webhookLog.list(callOf(call), call.params.webhookId, call.query),
  );

  route('GET /vid/api/manage/applications/:appId/webhooks/:webhookId/messages/:messageId', (call) =>
    webhookLog.get(callOf(call), call.params.webhookId, call.params.messageId),
  );

  route(
    'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/messages/:messageId/replay',
    async (call) => {
      await webhookLog.replay(callOf(call), call.params.webhookId, call.params.messageId);
      return true as const;
    },
  );

  route('POST /vid/api/manage/applications/:appId/webhooks/:webhookId/replay', async (call) => ({
    count: await webhookLog.replaySince(callOf(call), call.params.webhookId, call.body),
  }));
}
