import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';

type Webhook = DataOf<Endpoints['GET /vid/api/apps/:appId/webhooks']>[number];
type Detail = DataOf<Endpoints['GET /vid/api/apps/:appId/webhooks/:webhookId']>;
type Attempt = DataOf<Endpoints['POST /vid/api/apps/:appId/webhooks/:webhookId/test']>;
type Message = DataOf<Endpoints['GET /vid/api/apps/:appId/webhooks/:webhookId/messages']>['items'][number];
type MessageDetail = DataOf<Endpoints['GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId']>;

export const webhookLine = ({ id, status, url }: Webhook): string => `${id}  ${status}  ${url}`;

export function describeWebhook(webhook: Detail): string {
  const { description, events, createdAt, failingSince, formerSecretUntil, pending } = webhook;
  const facts: readonly (readonly [string, string])[] = [
    ...(description === '' ? [] : [['description', description] as const]),
    ...events.map((event) => ['event', event] as const),
    ['added', createdAt],
    ...(failingSince === null ? [] : [['failing since', failingSince] as const]),
    ...(formerSecretUntil === null ? [] : [['former secret', `until ${formerSecretUntil}`] as const]),
    ['pending', String(pending)],
  ];
  return [webhookLine(webhook), ...facts.map(([label, value]) => `  ${label.padEnd(15)}${value}`)].join('\n');
}

export const messageLine = ({ id, type, status, attempts, lastStatus, createdAt }: Message): string =>
  `${createdAt}  ${id}  ${type}  ${status}  ${attempts} sent${lastStatus === null ? '' : `, last ${lastStatus}`}`;

/** Describes the response to an attempt, or why there was none. */
export function attemptLine({ at, attempt, durationMs, responseStatus, error, response }: Attempt): string {
  const head = `${at}  attempt ${attempt}  ${responseStatus ?? error ?? ''}  ${durationMs} ms`;
  return response === '' ? head : `${head}\n  ${response.replaceAll('\n', '\n  ')}`;
}

export const describeMessage = (message: MessageDetail): string =>
  [messageLine(message), ...message.attemptList.map(attemptLine), message.body].join('\n');
