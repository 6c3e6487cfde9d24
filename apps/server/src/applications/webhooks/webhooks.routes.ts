import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/routes.ts';
import type { WebhookLogService } from '#platform/webhooks/webhook-log.service.ts';
import type { WebhookCall, WebhooksService } from '#platform/webhooks/webhooks.service.ts';

type Call = {
  readonly params: { readonly appId: string };
  readonly session: { readonly account: { readonly id: string } };
  readonly caller: Caller;
};

/** The caller, who may use only the webhooks of the application in the path. */
const callOf = ({ params, session, caller }: Call): WebhookCall => ({
  applicationId: params.appId,
  actorId: session.account.id,
  accountId: session.account.id,
  caller,
});

type Deps = { readonly webhooks: WebhooksService; readonly webhookLog: WebhookLogService };

export function registerWebhookRoutes(route: Route, { webhooks, webhookLog }: Deps): void {
  route('GET /vid/api/apps/:appId/webhooks', (call) => webhooks.list(callOf(call)));

  route('POST /vid/api/apps/:appId/webhooks', (call) => webhooks.add(callOf(call), call.body));

  route('GET /vid/api/apps/:appId/webhooks/:webhookId', (call) =>
    webhooks.get(callOf(call), call.params.webhookId),
  );

  route('PATCH /vid/api/apps/:appId/webhooks/:webhookId', async (call) => {
    await webhooks.change(callOf(call), call.params.webhookId, call.body);
    return true as const;
  });

  route('DELETE /vid/api/apps/:appId/webhooks/:webhookId', async (call) => {
    await webhooks.remove(callOf(call), call.params.webhookId);
    return true as const;
  });

  route('POST /vid/api/apps/:appId/webhooks/:webhookId/status', async (call) => {
    await webhooks.setStatus(callOf(call), call.params.webhookId, call.body.status);
    return true as const;
  });

  route('POST /vid/api/apps/:appId/webhooks/:webhookId/secret', (call) =>
    webhooks.rotateSecret(callOf(call), call.params.webhookId, call.body),
  );

  route('POST /vid/api/apps/:appId/webhooks/:webhookId/test', (call) =>
    webhookLog.test(callOf(call), call.params.webhookId),
  );

  route('GET /vid/api/apps/:appId/webhooks/:webhookId/messages', (call) =>
    webhookLog.list(callOf(call), call.params.webhookId, call.query),
  );

  route('GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId', (call) =>
    webhookLog.get(callOf(call), call.params.webhookId, call.params.messageId),
  );

  route('POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay', async (call) => {
    await webhookLog.replay(callOf(call), call.params.webhookId, call.params.messageId);
    return true as const;
  });

  route('POST /vid/api/apps/:appId/webhooks/:webhookId/replay', async (call) => ({
    count: await webhookLog.replaySince(callOf(call), call.params.webhookId, call.body),
  }));
}
