import { Type } from 'typebox';
import { defineEndpoints, managerErrors } from '../../endpoint.ts';
import { closed } from '../shapes.ts';
import { MessageId, WebhookId, webhookCalls, webhookSummaries } from '../webhooks/shapes.ts';
import { AppId, appParams } from './applications.ts';

const tag = 'webhooks';
const access = 'manager';
const webhookParams = Type.Object({ appId: AppId, webhookId: WebhookId }, closed);
const messageParams = Type.Object({ appId: AppId, webhookId: WebhookId, messageId: MessageId }, closed);
const errors = managerErrors;
const sensitive = [...managerErrors, 'REAUTHENTICATION_REQUIRED'] as const;

/** The webhooks of an application. A webhook of another application does not exist here. */
export const webhookEndpoints = defineEndpoints({
  'GET /vid/api/apps/:appId/webhooks': {
    id: 'listWebhooks',
    summary: webhookSummaries.list,
    tag,
    access,
    params: appParams,
    ...webhookCalls.list,
    errors,
  },
  'POST /vid/api/apps/:appId/webhooks': {
    id: 'addWebhook',
    summary: webhookSummaries.add,
    tag,
    access,
    confirm: true,
    params: appParams,
    ...webhookCalls.add,
    errors: [...sensitive, 'WEBHOOK_LIMIT'],
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId': {
    id: 'getWebhook',
    summary: webhookSummaries.get,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.get,
    errors,
  },
  'PATCH /vid/api/apps/:appId/webhooks/:webhookId': {
    id: 'changeWebhook',
    summary: webhookSummaries.change,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.change,
    errors: sensitive,
  },
  'DELETE /vid/api/apps/:appId/webhooks/:webhookId': {
    id: 'deleteWebhook',
    summary: webhookSummaries.remove,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.remove,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/status': {
    id: 'setWebhookStatus',
    summary: webhookSummaries.setStatus,
    tag,
    access,
    confirm: 'administrators',
    params: webhookParams,
    ...webhookCalls.setStatus,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/secret': {
    id: 'rotateWebhookSecret',
    summary: webhookSummaries.rotateSecret,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.rotateSecret,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/test': {
    id: 'testWebhook',
    summary: webhookSummaries.test,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.test,
    errors,
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId/messages': {
    id: 'listWebhookMessages',
    summary: webhookSummaries.messages,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.messages,
    errors,
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId': {
    id: 'getWebhookMessage',
    summary: webhookSummaries.message,
    tag,
    access,
    params: messageParams,
    ...webhookCalls.message,
    errors,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay': {
    id: 'replayWebhookMessage',
    summary: webhookSummaries.replayMessage,
    tag,
    access,
    confirm: 'administrators',
    params: messageParams,
    ...webhookCalls.replayMessage,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/replay': {
    id: 'replayWebhook',
    summary: webhookSummaries.replay,
    tag,
    access,
    confirm: 'administrators',
    params: webhookParams,
    ...webhookCalls.replay,
    errors: sensitive,
  },
});
