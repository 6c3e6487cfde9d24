import { Type, type TObject, type TProperties } from 'typebox';
import { namedEnum, namedObject } from '../../named.ts';
import { adminErrors, managerErrors, machineErrors, type Access, type Endpoint } from '../../endpoint.ts';
import { maxWebhooks } from '../../limits.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ManagementScope } from '../../management-scopes.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { webhookEventTypes } from '../../webhook-events.ts';
import { managed } from '../management/managed.ts';
import { closed, closedObject, Done, IsoTime, NoBody, nullable } from '../shapes.ts';
import { AppId } from './applications.ts';

const WebhookId = Type.String({ minLength: 1, maxLength: 64, examples: ['whk_5m2c7x9k3f7d4s2z0w6q4n1b8v'] });
const MessageId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['msg_0f5e2d7c9b8a4c3d8e1f2a3b4c5d6e7f'],
});

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'https, on port 443 unless the operator allows others, and not in a private network.',
  examples: ['https://shop.example.vn/webhooks/vid'],
});
const Description = Type.String({ maxLength: 200, examples: ['Đồng bộ thành viên'] });
const Events = Type.Array(namedEnum('WebhookEventType', [...webhookEventTypes]), {
  minItems: 1,
  uniqueItems: true,
  examples: [['account.locked', 'account.deleted']],
});
const Status = namedEnum('WebhookStatus', ['active', 'failing', 'disabled'], {
  description:
    'failing: a message could not be delivered for three days. disabled: nothing is sent; events are recorded for a replay.',
  examples: ['active'],
});
const Secret = Type.String({
  description: 'Shown only in this answer.',
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
  description: 'failed: given up after three days. skipped: the endpoint was disabled.',
  examples: ['delivered'],
});
const Attempt = namedObject('WebhookAttempt', {
  at: IsoTime,
  attempt: Type.Integer({ examples: [1] }),
  durationMs: Type.Integer({ examples: [84] }),
  responseStatus: nullable(Type.Integer({ examples: [204] })),
  error: nullable(
    Type.Enum(['blocked', 'dns', 'connection', 'tls', 'timeout', 'protocol'], {
      description: 'Why there was no answer. blocked: the address is in a network that VID never calls.',
      examples: ['timeout'],
    }),
  ),
  response: Type.String({ description: 'The first kilobyte of the answer, as text.', examples: ['ok'] }),
});
const Message = namedObject('WebhookMessage', {
  id: MessageId,
  type: Type.String({ examples: ['account.locked'] }),
  status: MessageStatus,
  attempts: Type.Integer({ examples: [1] }),
  lastStatus: nullable(Type.Integer({ examples: [204] }), { description: 'Of the last attempt’s answer.' }),
  createdAt: IsoTime,
  nextAttemptAt: nullable(IsoTime, { description: 'Of a pending message.' }),
});

const fields = { url: Url, description: Type.Optional(Description), events: Events };

const ofWebhook = { webhookId: WebhookId };
const ofMessage = { webhookId: WebhookId, messageId: MessageId };
const sensitive = ['REAUTHENTICATION_REQUIRED'] as const;

/**
 * The calls of the webhook API. Each call adds its path, path parameters and errors to those of the webhook's owner.
 */
const calls = {
  'GET /webhooks': {
    id: 'listWebhooks',
    summary: 'List the webhooks',
    params: {},
    data: Type.Array(Webhook),
    errors: [],
  },
  'POST /webhooks': {
    id: 'addWebhook',
    limit: { perHour: 60, rows: maxWebhooks },
    summary: 'Add a webhook. The answer holds its secret, once',
    confirm: true,
    params: {},
    body: closedObject(fields),
    data: Type.Object({ id: WebhookId, secret: Secret }),
    errors: [...sensitive, 'WEBHOOK_LIMIT'],
  },
  'GET /webhooks/:webhookId': {
    id: 'getWebhook',
    summary: 'Get a webhook',
    params: ofWebhook,
    data: Type.Object({
      ...Webhook.properties,
      formerSecretUntil: nullable(IsoTime, {
        description: 'Messages are also signed with the former secret.',
      }),
      pending: Type.Integer({ examples: [0], description: 'At most 1000.' }),
    }),
    errors: ['NOT_FOUND'],
  },
  'PATCH /webhooks/:webhookId': {
    id: 'changeWebhook',
    limit: { perHour: 120, rows: 0 },
    summary: 'Change the address, the events or the description of a webhook',
    confirm: true,
    params: ofWebhook,
    body: Type.Partial(Type.Object(fields), closed),
    data: Done,
    errors: ['NOT_FOUND', ...sensitive],
  },
  'DELETE /webhooks/:webhookId': {
    id: 'deleteWebhook',
    limit: { perHour: 60, rows: 0 },
    summary: 'Delete a webhook with its messages',
    confirm: true,
    params: ofWebhook,
    data: Done,
    errors: ['NOT_FOUND', ...sensitive],
  },
  'POST /webhooks/:webhookId/status': {
    id: 'setWebhookStatus',
    limit: { perHour: 120, rows: 0 },
    summary: 'Disable a webhook, or enable it again',
    confirm: 'administrators',
    params: ofWebhook,
    body: closedObject({ status: Type.Enum(['active', 'disabled'], { examples: ['active'] }) }),
    data: Done,
    errors: ['NOT_FOUND', ...sensitive],
  },
  'POST /webhooks/:webhookId/secret': {
    id: 'rotateWebhookSecret',
    limit: { perHour: 60, rows: 0 },
    summary: 'Make a new secret. The former one also signs for a week, unless it ends at once',
    confirm: true,
    params: ofWebhook,
    body: closedObject({ endsFormer: Type.Boolean({ examples: [false] }) }),
    data: Type.Object({ secret: Secret }),
    errors: ['NOT_FOUND', ...sensitive],
  },
  'POST /webhooks/:webhookId/test': {
    id: 'testWebhook',
    limit: { perHour: 60, rows: 'expire' },
    summary: 'Send a test event and return the answer',
    params: ofWebhook,
    body: NoBody,
    data: Attempt,
    errors: ['NOT_FOUND'],
  },
  'GET /webhooks/:webhookId/messages': {
    id: 'listWebhookMessages',
    summary: 'List the messages of a webhook, newest first. They are kept for 30 days',
    params: ofWebhook,
    query: closedObject({
      status: Type.Optional(MessageStatus),
      type: Type.Optional(
        Type.Enum([...webhookEventTypes, 'webhook.test'], { examples: ['account.locked'] }),
      ),
      ...pageQuery,
    }),
    data: pageOf(Message),
    errors: ['NOT_FOUND'],
  },
  'GET /webhooks/:webhookId/messages/:messageId': {
    id: 'getWebhookMessage',
    summary: 'Get a message with each attempt to deliver it',
    params: ofMessage,
    data: Type.Object({
      ...Message.properties,
      body: Type.String({ description: 'What is sent, as JSON.' }),
      attemptList: Type.Array(Attempt),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /webhooks/:webhookId/messages/:messageId/replay': {
    id: 'replayWebhookMessage',
    limit: { perHour: 600, rows: 0 },
    summary: 'Send a message again, with the same id',
    confirm: 'administrators',
    params: ofMessage,
    body: NoBody,
    data: Done,
    errors: ['NOT_FOUND', ...sensitive],
  },
  'POST /webhooks/:webhookId/replay': {
    id: 'replayWebhook',
    limit: { perHour: 10, rows: 0 },
    summary: 'Send all messages since a time again, with the same ids',
    confirm: 'administrators',
    params: ofWebhook,
    body: closedObject({
      since: { ...IsoTime, description: 'At most 30 days ago.' },
      onlyUndelivered: Type.Boolean({ examples: [true] }),
    }),
    data: Type.Object({ count: Type.Integer({ examples: [12] }) }),
    errors: ['NOT_FOUND', ...sensitive],
  },
} as const satisfies Record<string, Omit<Endpoint, 'tag' | 'access' | 'params'> & { params: TProperties }>;

type Calls = typeof calls;

type Owner = {
  readonly path: string;
  readonly access: Access;
  readonly noun: string;
  readonly params: TProperties;
  readonly errors: readonly ErrorCode[];
};

type Mounted<O extends Owner> = {
  readonly [
    K in keyof Calls as K extends `${infer Method} ${infer Rest}` ? `${Method} ${O['path']}${Rest}` : never
  ]: Omit<Calls[K], 'id' | 'params' | 'errors'> & {
    readonly id: Calls[K]['id'] extends `${infer Verb}Webhook${infer Rest}`
      ? `${Verb}${O['noun']}${Rest}`
      : never;
    readonly tag: 'webhooks';
    readonly access: O['access'];
    readonly params: TObject<O['params'] & Calls[K]['params']>;
    readonly errors: readonly (O['errors'][number] | Calls[K]['errors'][number])[];
  };
};

/** Returns the calls of the webhook API as endpoints of one kind of owner. */
function webhooksOf<const O extends Owner>(owner: O): Mounted<O> {
  const mounted = Object.entries<Calls[keyof Calls]>(calls).map(([name, call]) => {
    const endpoint: Endpoint = {
      ...call,
      id: call.id.replace('Webhook', owner.noun),
      tag: 'webhooks',
      access: owner.access,
      params: closedObject({ ...owner.params, ...call.params }),
      errors: [...new Set([...owner.errors, ...call.errors])],
    };
    const scope: ManagementScope = name.startsWith('GET')
      ? 'vid:applications:read'
      : 'vid:applications:write';
    return [
      name.replace(' ', ` ${owner.path}`),
      owner.access === 'machine' ? managed(endpoint, scope) : endpoint,
    ];
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(mounted) as Mounted<O>;
}

/**
 * Endpoints for the webhooks of an application. The endpoints answer NOT_FOUND for a webhook of another application.
 */
export const webhookEndpoints = webhooksOf({
  path: '/vid/api/apps/:appId',
  access: 'manager',
  noun: 'Webhook',
  params: { appId: AppId },
  errors: managerErrors,
});

export const adminWebhookEndpoints = webhooksOf({
  path: '/vid/api/admin',
  access: 'admin',
  noun: 'AssociationWebhook',
  params: {},
  errors: adminErrors,
});

export const webhookManagementEndpoints = webhooksOf({
  path: '/vid/api/manage/applications/:appId',
  access: 'machine',
  noun: 'Webhook',
  params: { appId: AppId },
  errors: machineErrors,
});
