import { webhookBody, webhookEvents, type WebhookEventType } from '@vid/contract/webhook-events';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import { toJsonSchema } from './json-schema.ts';

export const webhookReference = Object.entries(webhookEvents).map(([name, { summary, applications }]) => {
  const type = typeOf(name);
  const schema = toJsonSchema(webhookBody(type));
  return { type, summary, applications, schema, example: exampleOf(schema) };
});

function typeOf(name: string): WebhookEventType {
  if (!isType(name)) throw new Error(`unknown event ${name}`);
  return name;
}

function isType(name: string): name is WebhookEventType {
  return name in webhookEvents;
}

const headers = {
  'webhook-id': 'The id of the message, the same in every attempt and replay. Store it to drop repeats.',
  'webhook-timestamp':
    'When this attempt was made, in seconds since 1970. Reject a message that is more than five minutes old.',
  'webhook-signature': 'Space-separated `v1,` signatures: HMAC-SHA-256 of `id.timestamp.body`, in base64.',
};

export function openApiWebhooks(components: Components) {
  return Object.fromEntries(
    webhookReference.map(({ type, summary, applications, schema, example }) => {
      const id = type.replace(/\.(\w)/u, (_dot, letter: string) => letter.toUpperCase());
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Event`;
      const post = {
        operationId: `receive${name}`,
        summary,
        description: `To applications: ${applications}`,
        tags: ['webhooks'],
        security: [],
        parameters: Object.entries(headers).map(([header, description]) => ({
          name: header,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: components.share(name, schema), example } },
        },
        responses: {
          '2XX': {
            description:
              'Accepted. After any other response, or none within 5 seconds, VID tries again for three days.',
          },
          '410': { description: 'The address no longer exists. The webhook is disabled.' },
        },
      };
      return [type, { post }];
    }),
  );
}
