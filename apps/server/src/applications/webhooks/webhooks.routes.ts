import type { CallActor } from '#http/routes/admit.ts';
import type { Route } from '#http/routes/routes.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhookCall, WebhooksService } from '#platform/webhooks/webhooks.service.ts';

type Owner = '/vid/api/apps/:appId' | '/vid/api/admin' | '/vid/api/manage/applications/:appId';

/** `applicationId` is null for the association's webhooks. */
const callOf = ({ by }: { readonly by: CallActor }): WebhookCall => ({
  ...by,
  applicationId: by.within ?? null,
  accountId: by.caller.signedIn?.accountId ?? null,
});

type Deps = { readonly webhooks: WebhooksService; readonly webhookLog: WebhookLogService };

export function registerWebhookRoutes(route: Route, owner: Owner, { webhooks, webhookLog }: Deps): void {
  const path = `${owner}/webhooks` as const;

  route(`GET ${path}`, (call) => webhooks.list(callOf(call)));

  route(`POST ${path}`, (call) => webhooks.add(callOf(call), call.body));

  route(`GET ${path}/:webhookId`, (call) => webhooks.get(callOf(call), call.params.webhookId));

  route(`PATCH ${path}/:webhookId`, (call) =>
    webhooks.change(callOf(call), call.params.webhookId, call.body),
  );

  route(`DELETE ${path}/:webhookId`, (call) => webhooks.remove(callOf(call), call.params.webhookId));

  route(`POST ${path}/:webhookId/status`, (call) =>
    webhooks.setStatus(callOf(call), call.params.webhookId, call.body.status),
  );

  route(`POST ${path}/:webhookId/secret`, (call) =>
    webhooks.rotateSecret(callOf(call), call.params.webhookId, call.body),
  );

  route(`POST ${path}/:webhookId/test`, (call) => webhookLog.test(callOf(call), call.params.webhookId));

  route(`GET ${path}/:webhookId/messages`, (call) =>
    webhookLog.list(callOf(call), call.params.webhookId, call.query),
  );

  route(`GET ${path}/:webhookId/messages/:messageId`, (call) =>
    webhookLog.get(callOf(call), call.params.webhookId, call.params.messageId),
  );

  route(`POST ${path}/:webhookId/messages/:messageId/replay`, (call) =>
    webhookLog.replay(callOf(call), call.params.webhookId, call.params.messageId),
  );

  route(`POST ${path}/:webhookId/replay`, async (call) => ({
    count: await webhookLog.replaySince(callOf(call), call.params.webhookId, call.body),
  }));
}
