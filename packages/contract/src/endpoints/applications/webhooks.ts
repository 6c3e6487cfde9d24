import { Type } from 'typebox';
import { defineEndpoints, managerErrors } from '../../endpoint.ts';
import { closed } from '../shapes.ts';
import { MessageId, WebhookId, webhookCalls, webhookSummaries } from '../webhooks/shapes.ts';
import { AppId, appParams } from './applications.ts';

const tag = 'applications';
const access = 'manager';
const webhookParams = Type.Object({ appId: AppId, webhookId: WebhookId }, closed);
const messageParams = Type.Object({ appId: AppId, webhookId: WebhookId, messageId: MessageId }, closed);
const errors = managerErrors;
const sensitive = [...managerErrors, 'REAUTHENTICATION_REQUIRED'] as const;

/** The webhooks of an application. A webhook of another application does not exist here. */
export const webhookEndpoints = defineEndpoints({
  'GET /vid/api/apps/:appId/webhooks': {
    summary: webhookSummaries.list,
    tag,
    access,
    params: appParams,
    ...webhookCalls.list,
    errors,
  },
  'POST /vid/api/apps/:appId/webhooks': {
    summary: webhookSummaries.add,
    tag,
    access,
    params: appParams,
    ...webhookCalls.add,
    errors: [...sensitive, 'WEBHOOK_LIMIT'],
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId': {
    summary: webhookSummaries.get,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.get,
    errors,
  },
  'PATCH /vid/api/apps/:appId/webhooks/:webhookId': {
    summary: webhookSummaries.change,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.change,
    errors: sensitive,
  },
  'DELETE /vid/api/apps/:appId/webhooks/:webhookId': {
    summary: webhookSummaries.remove,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.remove,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/status': {
    summary: webhookSummaries.setStatus,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.setStatus,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/secret': {
    summary: webhookSummaries.rotateSecret,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.rotateSecret,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/test': {
    summary: webhookSummaries.test,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.test,
    errors,
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId/messages': {
    summary: webhookSummaries.messages,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.messages,
    errors,
  },
  'GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId': {
    summary: webhookSummaries.message,
    tag,
    access,
    params: messageParams,
    ...webhookCalls.message,
    errors,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay': {
    summary: webhookSummaries.replayMessage,
    tag,
    access,
    params: messageParams,
    ...webhookCalls.replayMessage,
    errors: sensitive,
  },
  'POST /vid/api/apps/:appId/webhooks/:webhookId/replay': {
    summary: webhookSummaries.replay,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.replay,
    errors: sensitive,
  },
});
