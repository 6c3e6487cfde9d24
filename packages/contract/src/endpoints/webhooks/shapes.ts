import { Type } from 'typebox';
import { named } from '../../named.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { webhookEventTypes } from '../../webhook-events.ts';
import { closed, Done, IsoTime, NoBody, nullable } from '../shapes.ts';

export const WebhookId = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['whk_5m2c7x9k3f7d4s2z0w6q4n1b8v'],
});
export const MessageId = Type.String({
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
const Events = Type.Array(named('WebhookEventType', Type.Enum([...webhookEventTypes])), {
  minItems: 1,
  uniqueItems: true,
  examples: [['account.locked', 'account.deleted']],
});
const Status = named(
  'WebhookStatus',
  Type.Enum(['active', 'failing', 'disabled'], {
    description:
      'failing: a message could not be delivered for three days. disabled: nothing is sent; events are recorded for a replay.',
    examples: ['active'],
  }),
);
const Secret = Type.String({
  description: 'Shown only in this answer.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
});

export const Webhook = named(
  'Webhook',
  Type.Object({
    id: WebhookId,
    url: Url,
    description: Description,
    events: Events,
    status: Status,
    createdAt: IsoTime,
    failingSince: nullable(IsoTime),
  }),
);

const MessageStatus = named(
  'WebhookMessageStatus',
  Type.Enum(['pending', 'delivered', 'failed', 'skipped'], {
    description: 'failed: given up after three days. skipped: the endpoint was disabled.',
    examples: ['delivered'],
  }),
);
const Attempt = named(
  'WebhookAttempt',
  Type.Object({
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
  }),
);
const Message = named(
  'WebhookMessage',
  Type.Object({
    id: MessageId,
    type: Type.String({ examples: ['account.locked'] }),
    status: MessageStatus,
    attempts: Type.Integer({ examples: [1] }),
    lastStatus: nullable(Type.Integer({ examples: [204] }), { description: 'Of the last attempt’s answer.' }),
    createdAt: IsoTime,
    nextAttemptAt: nullable(IsoTime, { description: 'Of a pending message.' }),
  }),
);

const webhookFields = { url: Url, description: Type.Optional(Description), events: Events };

/** The calls of webhooks, for the endpoints of applications and of the association. */
export const webhookCalls = {
  list: { data: Type.Array(Webhook) },
  add: {
    body: Type.Object(webhookFields, closed),
    data: Type.Object({ id: WebhookId, secret: Secret }),
  },
  get: {
    data: Type.Object({
      ...Webhook.properties,
      formerSecretUntil: nullable(IsoTime, {
        description: 'Messages are also signed with the former secret.',
      }),
      pending: Type.Integer({ examples: [0], description: 'At most 1000.' }),
    }),
  },
  change: { body: Type.Partial(Type.Object(webhookFields), closed), data: Done },
  remove: { data: Done },
  setStatus: {
    body: Type.Object({ status: Type.Enum(['active', 'disabled'], { examples: ['active'] }) }, closed),
    data: Done,
  },
  rotateSecret: {
    body: Type.Object({ endsFormer: Type.Boolean({ examples: [false] }) }, closed),
    data: Type.Object({ secret: Secret }),
  },
  test: { body: NoBody, data: Attempt },
  messages: {
    query: Type.Object(
      {
        status: Type.Optional(MessageStatus),
        type: Type.Optional(
          Type.Enum([...webhookEventTypes, 'webhook.test'], { examples: ['account.locked'] }),
        ),
        ...pageQuery,
      },
      closed,
    ),
    data: pageOf(Message),
  },
  message: {
    data: Type.Object({
      ...Message.properties,
      body: Type.String({ description: 'What is sent, as JSON.' }),
      attemptList: Type.Array(Attempt),
    }),
  },
  replayMessage: { body: NoBody, data: Done },
  replay: {
    body: Type.Object(
      {
        since: { ...IsoTime, description: 'At most 30 days ago.' },
        onlyUndelivered: Type.Boolean({ examples: [true] }),
      },
      closed,
    ),
    data: Type.Object({ count: Type.Integer({ examples: [12] }) }),
  },
} as const;

export const webhookSummaries = {
  list: 'List the webhooks',
  add: 'Add a webhook. The answer holds its secret, once',
  get: 'Get a webhook',
  change: 'Change the address, the events or the description of a webhook',
  remove: 'Delete a webhook with its messages',
  setStatus: 'Disable a webhook, or enable it again',
  rotateSecret: 'Make a new secret. The former one also signs for a week, unless it ends at once',
  test: 'Send a test event and return the answer',
  messages: 'List the messages of a webhook, newest first. They are kept for 30 days',
  message: 'Get a message with each attempt to deliver it',
  replayMessage: 'Send a message again, with the same id',
  replay: 'Send all messages since a time again, with the same ids',
} as const;
