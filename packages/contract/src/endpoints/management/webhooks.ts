import { defineEndpoints } from '../../endpoint.ts';
import { webhookEndpoints } from '../applications/webhooks.ts';
import { managed } from './managed.ts';

const [readApp, writeApp] = ['vid:applications:read', 'vid:applications:write'] as const;

/** The webhooks of the client's own application, in the management API. */
export const webhookManagementEndpoints = defineEndpoints({
  'GET /vid/api/manage/applications/:appId/webhooks': managed(
    webhookEndpoints['GET /vid/api/apps/:appId/webhooks'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks'],
    writeApp,
  ),
  'GET /vid/api/manage/applications/:appId/webhooks/:webhookId': managed(
    webhookEndpoints['GET /vid/api/apps/:appId/webhooks/:webhookId'],
    readApp,
  ),
  'PATCH /vid/api/manage/applications/:appId/webhooks/:webhookId': managed(
    webhookEndpoints['PATCH /vid/api/apps/:appId/webhooks/:webhookId'],
    writeApp,
  ),
  'DELETE /vid/api/manage/applications/:appId/webhooks/:webhookId': managed(
    webhookEndpoints['DELETE /vid/api/apps/:appId/webhooks/:webhookId'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/status': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/status'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/secret': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/secret'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/test': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/test'],
    writeApp,
  ),
  'GET /vid/api/manage/applications/:appId/webhooks/:webhookId/messages': managed(
    webhookEndpoints['GET /vid/api/apps/:appId/webhooks/:webhookId/messages'],
    readApp,
  ),
  'GET /vid/api/manage/applications/:appId/webhooks/:webhookId/messages/:messageId': managed(
    webhookEndpoints['GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId'],
    readApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/messages/:messageId/replay': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId/replay'],
    writeApp,
  ),
  'POST /vid/api/manage/applications/:appId/webhooks/:webhookId/replay': managed(
    webhookEndpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/replay'],
    writeApp,
  ),
});
