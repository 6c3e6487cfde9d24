import { useMutation } from '@tanstack/react-query';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type Webhook = Answer<'GET /vid/api/admin/webhooks'>[number];
export type WebhookDetail = Answer<'GET /vid/api/admin/webhooks/:webhookId'>;
export type Message = Answer<'GET /vid/api/admin/webhooks/:webhookId/messages'>['items'][number];
export type Attempt = Answer<'POST /vid/api/admin/webhooks/:webhookId/test'>;
export type NewWebhook = Body<'POST /vid/api/admin/webhooks'>;
type Change = Body<'PATCH /vid/api/admin/webhooks/:webhookId'>;
type Replay = Body<'POST /vid/api/admin/webhooks/:webhookId/replay'>;

export type Scope = string | undefined;

/** The server has the same endpoints for the association and for an application. */
export const baseOf = (appId: Scope) =>
  appId === undefined ? '/vid/api/admin/webhooks' : '/vid/api/apps/:appId/webhooks';

export const webhooksPath = (appId: Scope) =>
  appId === undefined ? areaPaths.adminWebhooks : pathTo(areaPaths.appWebhooks, { appId });
export const webhookPath = (appId: Scope, webhookId: string) =>
  appId === undefined
    ? pathTo(areaPaths.adminWebhook, { webhookId })
    : pathTo(areaPaths.appWebhook, { appId, webhookId });

export function useAddWebhook(appId: Scope) {
  return useChange(appId, (body: NewWebhook) =>
    api.post(baseOf(appId), { params: { appId: appId ?? '' }, body }),
  );
}

export function useWebhookActions(appId: Scope, webhookId: string) {
  const one = `${baseOf(appId)}/:webhookId` as const;
  const params = { appId: appId ?? '', webhookId };
  return {
    change: useChange(appId, (body: Change) => api.patch(one, { params, body })),
    setStatus: useChange(appId, (status: 'active' | 'disabled') =>
      api.post(`${one}/status`, { params, body: { status } }),
    ),
    rotate: useChange(appId, (endsFormer: boolean) =>
      api.post(`${one}/secret`, { params, body: { endsFormer } }),
    ),
    remove: useChange(appId, () => api.delete(one, { params })),
    test: useChange(appId, () => api.post(`${one}/test`, { params })),
    replay: useChange(appId, (body: Replay) => api.post(`${one}/replay`, { params, body })),
    replayOne: useChange(appId, (messageId: string) =>
      api.post(`${one}/messages/:messageId/replay`, { params: { ...params, messageId } }),
    ),
  };
}

function useChange<Input = void, Output = unknown>(
  appId: Scope,
  mutationFn: (input: Input) => Promise<Output>,
) {
  const refresh = useRefresh(appId === undefined ? 'admin/webhooks' : `apps/${appId}/webhooks`);
  // Do not await the refetch, so that a new secret is shown at once.
  return useMutation({ mutationFn, onSuccess: () => void refresh() });
}
