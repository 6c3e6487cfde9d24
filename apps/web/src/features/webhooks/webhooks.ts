import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, QueryOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Webhook = Answer<'GET /vid/api/admin/webhooks'>[number];
export type WebhookDetail = Answer<'GET /vid/api/admin/webhooks/:webhookId'>;
export type Message = Answer<'GET /vid/api/admin/webhooks/:webhookId/messages'>['items'][number];
export type Attempt = Answer<'POST /vid/api/admin/webhooks/:webhookId/test'>;
export type NewWebhook = BodyOf<Endpoints['POST /vid/api/admin/webhooks']>;
type Change = BodyOf<Endpoints['PATCH /vid/api/admin/webhooks/:webhookId']>;
type MessageQuery = NonNullable<QueryOf<Endpoints['GET /vid/api/admin/webhooks/:webhookId/messages']>>;
type Replay = BodyOf<Endpoints['POST /vid/api/admin/webhooks/:webhookId/replay']>;

export type Scope = string | undefined;

export const webhooksPath = (appId: Scope) =>
  appId === undefined ? areaPaths.adminWebhooks : pathTo(areaPaths.appWebhooks, { appId });
export const webhookPath = (appId: Scope, webhookId: string) =>
  appId === undefined
    ? pathTo(areaPaths.adminWebhook, { webhookId })
    : pathTo(areaPaths.appWebhook, { appId, webhookId });

const isRepeatable = true;

function useScoped<Data>(
  appId: Scope,
  key: readonly unknown[],
  queryFn: (signal: AbortSignal) => Promise<Data>,
) {
  return useQuery({
    queryKey: ['webhooks', appId ?? null, ...key],
    queryFn: ({ signal }) => queryFn(signal),
    placeholderData: keepPreviousData,
  });
}

export function useWebhooks(appId: Scope) {
  return useScoped(appId, [], (signal) =>
    appId === undefined
      ? api.get('/vid/api/admin/webhooks', { signal, isRepeatable })
      : api.get('/vid/api/apps/:appId/webhooks', { params: { appId }, signal, isRepeatable }),
  );
}

export function useWebhook(appId: Scope, webhookId: string) {
  return useScoped(appId, [webhookId], (signal) =>
    appId === undefined
      ? api.get('/vid/api/admin/webhooks/:webhookId', { params: { webhookId }, signal, isRepeatable })
      : api.get('/vid/api/apps/:appId/webhooks/:webhookId', {
          params: { appId, webhookId },
          signal,
          isRepeatable,
        }),
  );
}

export function useMessages(appId: Scope, webhookId: string, query: MessageQuery) {
  return useScoped(appId, [webhookId, 'messages', query], (signal) =>
    appId === undefined
      ? api.get('/vid/api/admin/webhooks/:webhookId/messages', {
          params: { webhookId },
          query,
          signal,
          isRepeatable,
        })
      : api.get('/vid/api/apps/:appId/webhooks/:webhookId/messages', {
          params: { appId, webhookId },
          query,
          signal,
          isRepeatable,
        }),
  );
}

export function useMessage(appId: Scope, webhookId: string, messageId: string) {
  return useScoped(appId, [webhookId, 'message', messageId], (signal) =>
    appId === undefined
      ? api.get('/vid/api/admin/webhooks/:webhookId/messages/:messageId', {
          params: { webhookId, messageId },
          signal,
          isRepeatable,
        })
      : api.get('/vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId', {
          params: { appId, webhookId, messageId },
          signal,
          isRepeatable,
        }),
  );
}

export function useAddWebhook(appId: Scope) {
  return useChange((body: NewWebhook) =>
    appId === undefined
      ? api.post('/vid/api/admin/webhooks', { body })
      : api.post('/vid/api/apps/:appId/webhooks', { params: { appId }, body }),
  );
}

/** Returns the actions on a webhook. */
export function useWebhookActions(appId: Scope, webhookId: string) {
  const own = { webhookId };
  const ofApp = { appId: appId ?? '', webhookId };
  const isOwn = appId === undefined;
  return {
    change: useChange((body: Change) =>
      isOwn
        ? api.patch('/vid/api/admin/webhooks/:webhookId', { params: own, body })
        : api.patch('/vid/api/apps/:appId/webhooks/:webhookId', { params: ofApp, body }),
    ),
    setStatus: useChange((status: 'active' | 'disabled') =>
      isOwn
        ? api.post('/vid/api/admin/webhooks/:webhookId/status', { params: own, body: { status } })
        : api.post('/vid/api/apps/:appId/webhooks/:webhookId/status', { params: ofApp, body: { status } }),
    ),
    rotate: useChange((endsFormer: boolean) =>
      isOwn
        ? api.post('/vid/api/admin/webhooks/:webhookId/secret', { params: own, body: { endsFormer } })
        : api.post('/vid/api/apps/:appId/webhooks/:webhookId/secret', {
            params: ofApp,
            body: { endsFormer },
          }),
    ),
    remove: useChange(() =>
      isOwn
        ? api.delete('/vid/api/admin/webhooks/:webhookId', { params: own })
        : api.delete('/vid/api/apps/:appId/webhooks/:webhookId', { params: ofApp }),
    ),
    test: useChange(() =>
      isOwn
        ? api.post('/vid/api/admin/webhooks/:webhookId/test', { params: own })
        : api.post('/vid/api/apps/:appId/webhooks/:webhookId/test', { params: ofApp }),
    ),
    replay: useChange((body: Replay) =>
      isOwn
        ? api.post('/vid/api/admin/webhooks/:webhookId/replay', { params: own, body })
        : api.post('/vid/api/apps/:appId/webhooks/:webhookId/replay', { params: ofApp, body }),
    ),
    replayOne: useChange((messageId: string) =>
      isOwn
        ? api.post('/vid/api/admin/webhooks/:webhookId/messages/:messageId/replay', {
            params: { ...own, messageId },
          })
        : api.post('/vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay', {
            params: { ...ofApp, messageId },
          }),
    ),
  };
}

function useChange<Input = void, Output = unknown>(send: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Do not await the refetch, so that a new secret is shown at once.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
