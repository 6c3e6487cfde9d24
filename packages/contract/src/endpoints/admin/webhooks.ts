import { Type } from 'typebox';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { closed } from '../shapes.ts';
import { MessageId, WebhookId, webhookCalls, webhookSummaries } from '../webhooks/shapes.ts';

const tag = 'webhooks';
const access = 'admin';
const webhookParams = Type.Object({ webhookId: WebhookId }, closed);
const messageParams = Type.Object({ webhookId: WebhookId, messageId: MessageId }, closed);
const errors = [...adminErrors, 'NOT_FOUND'] as const;
const sensitive = [...errors, 'REAUTHENTICATION_REQUIRED'] as const;

/** The webhooks of the association, about all accounts. */
export const adminWebhookEndpoints = defineEndpoints({
  'GET /vid/api/admin/webhooks': {
    id: 'listAssociationWebhooks',
    summary: webhookSummaries.list,
    tag,
    access,
    ...webhookCalls.list,
    errors: adminErrors,
  },
  'POST /vid/api/admin/webhooks': {
    id: 'addAssociationWebhook',
    summary: webhookSummaries.add,
    tag,
    access,
    confirm: true,
    ...webhookCalls.add,
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED', 'WEBHOOK_LIMIT'],
  },
  'GET /vid/api/admin/webhooks/:webhookId': {
    id: 'getAssociationWebhook',
    summary: webhookSummaries.get,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.get,
    errors,
  },
  'PATCH /vid/api/admin/webhooks/:webhookId': {
    id: 'changeAssociationWebhook',
    summary: webhookSummaries.change,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.change,
    errors: sensitive,
  },
  'DELETE /vid/api/admin/webhooks/:webhookId': {
    id: 'deleteAssociationWebhook',
    summary: webhookSummaries.remove,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.remove,
    errors: sensitive,
  },
  'POST /vid/api/admin/webhooks/:webhookId/status': {
    id: 'setAssociationWebhookStatus',
    summary: webhookSummaries.setStatus,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.setStatus,
    errors: sensitive,
  },
  'POST /vid/api/admin/webhooks/:webhookId/secret': {
    id: 'rotateAssociationWebhookSecret',
    summary: webhookSummaries.rotateSecret,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.rotateSecret,
    errors: sensitive,
  },
  'POST /vid/api/admin/webhooks/:webhookId/test': {
    id: 'testAssociationWebhook',
    summary: webhookSummaries.test,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.test,
    errors,
  },
  'GET /vid/api/admin/webhooks/:webhookId/messages': {
    id: 'listAssociationWebhookMessages',
    summary: webhookSummaries.messages,
    tag,
    access,
    params: webhookParams,
    ...webhookCalls.messages,
    errors,
  },
  'GET /vid/api/admin/webhooks/:webhookId/messages/:messageId': {
    id: 'getAssociationWebhookMessage',
    summary: webhookSummaries.message,
    tag,
    access,
    params: messageParams,
    ...webhookCalls.message,
    errors,
  },
  'POST /vid/api/admin/webhooks/:webhookId/messages/:messageId/replay': {
    id: 'replayAssociationWebhookMessage',
    summary: webhookSummaries.replayMessage,
    tag,
    access,
    confirm: true,
    params: messageParams,
    ...webhookCalls.replayMessage,
    errors: sensitive,
  },
  'POST /vid/api/admin/webhooks/:webhookId/replay': {
    id: 'replayAssociationWebhook',
    summary: webhookSummaries.replay,
    tag,
    access,
    confirm: true,
    params: webhookParams,
    ...webhookCalls.replay,
    errors: sensitive,
  },
});
