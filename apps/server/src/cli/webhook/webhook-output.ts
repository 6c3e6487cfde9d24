import type { Data } from '@vid/contract/endpoints/index';
import { factLines, type Fact } from '#cli/command.ts';

type Webhook = Data<'GET /vid/api/apps/:appId/webhooks'>[number];
type Detail = Data<'GET /vid/api/apps/:appId/webhooks/:webhookId'>;
type Attempt = Data<'POST /vid/api/apps/:appId/webhooks/:webhookId/test'>;
type Message = Data<'GET /vid/api/apps/:appId/webhooks/:webhookId/messages'>['items'][number];
type MessageDetail = Data<'GET /vid/api/apps/:appId/webhooks/:webhookId/messages/:messageId'>;

export const webhookLine = ({ id, status, url }: Webhook): string => `${id}  ${status}  ${url}`;

export function describeWebhook(webhook: Detail): string {
  const { description, events, createdAt, failingSince, formerSecretUntil, pending } = webhook;
  const facts: readonly Fact[] = [
    ['description', description],
    ...events.map((event): Fact => ['event', event]),
    ['added', createdAt],
    ['failing since', failingSince],
    ['former secret', formerSecretUntil && `until ${formerSecretUntil}`],
    ['pending', String(pending)],
  ];
  return [webhookLine(webhook), ...factLines(facts, 15)].join('\n');
}

export const messageLine = ({ id, type, status, attempts, lastStatus, createdAt }: Message): string =>
  `${createdAt}  ${id}  ${type}  ${status}  ${attempts} sent${lastStatus === null ? '' : `, last ${lastStatus}`}`;

export function attemptLine({ at, attempt, durationMs, responseStatus, error, response }: Attempt): string {
  const isRedirect = responseStatus !== null && responseStatus >= 300 && responseStatus < 400;
  const lines = [
    `${at}  attempt ${attempt}  ${responseStatus ?? error ?? ''}  ${durationMs} ms`,
    ...(isRedirect
      ? ['The receiver redirects, which VID does not follow. Set the final address: webhook set']
      : []),
    ...(response === '' ? [] : response.split('\n')),
  ];
  return lines.join('\n  ');
}

export const describeMessage = (message: MessageDetail): string =>
  [messageLine(message), ...message.attemptList.map(attemptLine), message.body].join('\n');
