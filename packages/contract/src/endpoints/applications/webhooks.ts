import { Type } from 'typebox';
import { namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints, type EndpointKey } from '../../endpoint.ts';
import { maxWebhooks } from '../../limits.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { webhookEventTypes } from '../../webhook-events.ts';
import { closed, closedObject, idOf, IsoTime, NoBody, nullable } from '../shapes.ts';

const WebhookId = idOf('whk');
const MessageId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['msg_0f5e2d7c9b8a4c3d8e1f2a3b4c5d6e7f'],
});

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'An https URL on port 443, unless the operator allows other ports, outside private networks.',
  examples: ['https://shop.example.vn/webhooks/vid'],
});
const Description = Type.String({ maxLength: 200, examples: ['Đồng bộ thành viên'] });
const Events = Type.Array(namedEnum('WebhookEventType', [...webhookEventTypes]), {
  minItems: 1,
  maxItems: webhookEventTypes.length,
  uniqueItems: true,
  examples: [['account.locked', 'account.deleted']],
});
const Status = namedEnum('WebhookStatus', ['active', 'failing', 'disabled'], {
  description:
    '`failing`: no message could be delivered for three days. `disabled`: nothing is sent; events are recorded for a replay.',
});
const Secret = Type.String({
  description: 'Shown only in this response.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
});

const Webhook = namedObject('Webhook', {
  id: WebhookId,
  url: Url,
  description: Description,
  events: Events,
  status: Status,
  createdAt: IsoTime,
  failingSince: nullable(IsoTime),
});

const MessageStatus = namedEnum('WebhookMessageStatus', ['pending', 'delivered', 'failed', 'skipped'], {
  description: '`failed`: given up after three days. `skipped`: the webhook was disabled.',
});
const Attempt = namedObject('WebhookAttempt', {
  at: IsoTime,
  attempt: Type.Integer({ examples: [1] }),
  durationMs: Type.Integer({ examples: [84] }),
  responseStatus: nullable(Type.Integer({ examples: [204] })),
  error: nullable(
    Type.Enum(['blocked', 'dns', 'connection', 'tls', 'timeout', 'protocol'], {
      description: 'Why there was no response. `blocked`: the address is in a network that VID never calls.',
    }),
  ),
  response: Type.String({ description: 'The first kilobyte of the response, as text.', examples: ['ok'] }),
});
const Message = namedObject('WebhookMessage', {
  id: MessageId,
  type: Type.String({ examples: ['account.locked'] }),
  status: MessageStatus,
  attempts: Type.Integer({ examples: [1] }),
  lastStatus: nullable(Type.Integer({ examples: [204] }), {
    description: 'The status of the last response.',
  }),
  createdAt: IsoTime,
  nextAttemptAt: nullable(IsoTime, { description: 'When a pending message is sent next.' }),
});

const fields = { url: Url, description: Type.Optional(Description), events: Events };

/** The webhook API. Paths are relative to the path of the webhook's owner. */
const calls = {
  'GET /webhooks': {
    id: 'listWebhooks',
    summary: 'List the webhooks',
    data: Type.Array(Webhook),
  },
  'POST /webhooks': {
    id: 'addWebhook',
    limit: { perHour: 60, rows: maxWebhooks },
    summary: 'Add a webhook. Only this response has its secret',
    confirm: true,
    body: closedObject(fields),
    data: Type.Object({ id: WebhookId, secret: Secret }),
    errors: ['WEBHOOK_LIMIT'],
  },
  'GET /webhooks/:webhookId': {
    id: 'getWebhook',
    summary: 'Get a webhook',
    data: Type.Object({
      ...Webhook.properties,
      formerSecretUntil: nullable(IsoTime, {
        description: 'Messages are also signed with the former secret.',
      }),
      pending: Type.Integer({ examples: [0], description: 'At most 1000.' }),
    }),
  },
  'PATCH /webhooks/:webhookId': {
    id: 'changeWebhook',
    limit: { perHour: 120, rows: 0 },
    summary: 'Change the address, the events or the description of a webhook',
    confirm: true,
    body: Type.Partial(Type.Object(fields), closed),
  },
  'DELETE /webhooks/:webhookId': {
    id: 'deleteWebhook',
    limit: { perHour: 60, rows: 0 },
    summary: 'Delete a webhook with its messages',
    confirm: true,
  },
  'POST /webhooks/:webhookId/status': {
    id: 'setWebhookStatus',
    limit: { perHour: 120, rows: 0 },
    summary: 'Disable a webhook, or enable it again',
    confirm: 'administrators',
    body: closedObject({ status: Type.Enum(['active', 'disabled']) }),
  },
  'POST /webhooks/:webhookId/secret': {
    id: 'rotateWebhookSecret',
    limit: { perHour: 60, rows: 0 },
    summary: 'Create a new secret. The former secret also signs for a week, unless it is revoked right away',
    confirm: true,
    body: closedObject({ endsFormer: Type.Boolean({ examples: [false] }) }),
    data: Type.Object({ secret: Secret }),
  },
  'POST /webhooks/:webhookId/test': {
    id: 'testWebhook',
    limit: { perHour: 60, rows: 'expire' },
    summary: 'Send a test event and return the response',
    body: NoBody,
    data: Attempt,
  },
  'GET /webhooks/:webhookId/messages': {
    id: 'listWebhookMessages',
    summary: 'List the messages of a webhook, newest first. They are kept for 30 days',
    query: closedObject({
      status: Type.Optional(MessageStatus),
      type: Type.Optional(Type.Enum([...webhookEventTypes, 'webhook.test'])),
      ...pageQuery,
    }),
    data: pageOf(Message),
  },
  'GET /webhooks/:webhookId/messages/:messageId': {
    id: 'getWebhookMessage',
    summary: 'Get a message with its delivery attempts',
    data: Type.Object({
      ...Message.properties,
      body: Type.String({ description: 'What is sent, as JSON.' }),
      attemptList: Type.Array(Attempt, { description: 'The newest 20, oldest first.' }),
    }),
  },
  'POST /webhooks/:webhookId/messages/:messageId/replay': {
    id: 'replayWebhookMessage',
    limit: { perHour: 600, rows: 0 },
    summary: 'Send a message again, with the same id',
    confirm: 'administrators',
    body: NoBody,
  },
  'POST /webhooks/:webhookId/replay': {
    id: 'replayWebhook',
    limit: { perHour: 10, rows: 0 },
    summary: 'Send all messages since a time again, with the same ids',
    confirm: 'administrators',
    body: closedObject({
      since: { ...IsoTime, description: 'At most 30 days ago.' },
      onlyUndelivered: Type.Boolean({ examples: [true] }),
    }),
    data: Type.Object({ count: Type.Integer({ examples: [12] }) }),
  },
} as const;

type Calls = typeof calls;
type Mounted<Path extends string, Noun extends string> = {
  readonly [
    K in keyof Calls as K extends `${infer Verb} ${infer Rest}`
      ? `${Verb} ${Path}${Rest}` & EndpointKey
      : never
  ]: Omit<Calls[K], 'id'> & {
    readonly id: Calls[K]['id'] extends `${infer Verb}Webhook${infer Rest}` ? `${Verb}${Noun}${Rest}` : never;
  };
};

function callsBelow<Path extends string, Noun extends string>(path: Path, noun: Noun): Mounted<Path, Noun> {
  const mounted = Object.entries(calls).map(([name, call]) => [
    name.replace(' ', ` ${path}`),
    { ...call, id: call.id.replace('Webhook', noun) },
  ]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the key types
  return Object.fromEntries(mounted) as Mounted<Path, Noun>;
}

/** Endpoints of an application's webhooks, which return NOT_FOUND for a webhook of another application. */
export const webhookEndpoints = defineEndpoints(
  'manager',
  'webhooks',
  callsBelow('/vid/api/apps/:appId', 'Webhook'),
);

export const adminWebhookEndpoints = defineEndpoints(
  'admin',
  'webhooks',
  callsBelow('/vid/api/admin', 'AssociationWebhook'),
);
