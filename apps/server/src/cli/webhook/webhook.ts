import { parseArgs } from 'node:util';
import { webhookEventTypes } from '@vid/contract/webhook-events';
import { callFor, oneOf, orUsage, readLimit } from '#cli/access/subcommand.ts';
import { sent } from '#cli/answer.ts';
import { UsageProblem, type Context, type Run } from '#cli/command.ts';
import type { CommandDeps } from '#cli/services.ts';
import { createWebhookServices } from '#platform/webhooks/services.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { operator } from '#account/actor.ts';
import { isDelivered } from '#platform/webhooks/webhook.policy.ts';
import type { WebhookCall } from '#platform/webhooks/webhooks.service.ts';
import { attemptLine, describeMessage, describeWebhook, messageLine, webhookLine } from './webhook-output.ts';

const usage = `webhook list <code>
webhook add <code> --url ADDRESS --event EVENT… [--description TEXT]
webhook show <code> <webhook>
webhook set <code> <webhook> [--url ADDRESS] [--event EVENT…] [--description TEXT]
webhook disable|enable|remove <code> <webhook>
webhook secret-rotate <code> <webhook> [--now]
webhook test <code> <webhook>                   exit code 1 unless the answer is 2xx
webhook messages <code> <webhook> [--status pending|delivered|failed|skipped] [--event EVENT] [--limit N] [--after CURSOR]
webhook message <code> <webhook> <message>
webhook replay <code> <webhook> <message>
webhook replay <code> <webhook> --since TIME [--undelivered]

<code> is the application's; --association in its place means the webhooks of the association. TIME is like
2026-11-26T08:00:00Z. EVENT is one of
  ${webhookEventTypes.join('\n  ')}`;

const options = {
  association: { type: 'boolean' },
  url: { type: 'string' },
  event: { type: 'string', multiple: true },
  description: { type: 'string' },
  now: { type: 'boolean' },
  status: { type: 'string' },
  limit: { type: 'string' },
  after: { type: 'string' },
  since: { type: 'string' },
  undelivered: { type: 'boolean' },
} as const;

type Values = Omit<ReturnType<typeof parse>['values'], 'association'>;
type Given = {
  readonly call: WebhookCall;
  readonly id: string;
  readonly messageId: string | undefined;
  readonly values: Values;
};
type Action = {
  readonly takes?: readonly (keyof Values)[];
  readonly arguments: readonly number[];
  readonly act: (given: Given, services: Services, context: Context) => Promise<number | void>;
};

export const webhook: Run = async (args, context) => {
  const [name = 'help', ...line] = args;
  if (name === 'help') return context.show({ usage }, usage);
  const { values, positionals } = parse(line);
  const { association = false, ...taken } = values;
  const [code, ...rest] = association ? ['', ...positionals] : positionals;
  const [id = '', messageId] = rest;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  const isWrong =
    !action ||
    code === undefined ||
    !action.arguments.includes(rest.length) ||
    Object.keys(taken).some((option) => !action.takes?.some((known) => known === option));
  if (isWrong) throw new UsageProblem(usage);
  return context.withDeps(async (deps) => {
    const applicationId = association ? null : (await callFor(deps, code)).within;
    const call = { ...operator, applicationId, accountId: null };
    return (await action.act({ call, id, messageId, values: taken }, createServices(deps), context)) ?? 0;
  });
};

type Services = ReturnType<typeof createServices>;

function createServices(deps: CommandDeps) {
  const { sql, events, background } = deps;
  return createWebhookServices({
    ...deps,
    // The running servers send the messages, so this command does not wait for them.
    kick: () => background.run('announce webhooks', () => events.publish(sql, 'webhooks', 'all')),
  });
}

function parse(args: readonly string[]) {
  return orUsage(() => parseArgs({ args: [...args], options, allowPositionals: true }), usage);
}

const setStatus =
  (status: 'active' | 'disabled', word: string): Action['act'] =>
  async ({ call, id }, { webhooks }, { show }) => {
    await webhooks.setStatus(call, id, status);
    show({ id, status }, `${word} ${id}.`);
  };

const path = '/vid/api/apps/:appId/webhooks';

const actions: Readonly<Record<string, Action>> = {
  list: {
    arguments: [0],
    async act({ call }, { webhooks }, context) {
      const list = await sent(`GET ${path}`, await webhooks.list(call), context);
      context.show(list, list.length === 0 ? 'No webhooks.' : list.map(webhookLine).join('\n'));
    },
  },
  add: {
    takes: ['url', 'event', 'description'],
    arguments: [0],
    async act({ call, values }, { webhooks }, { show }) {
      const { url, description = '' } = values;
      const events = readEvents(values);
      if (url === undefined || events.length === 0) throw new UsageProblem(usage);
      const added = await webhooks.add(call, { url, description, events });
      show(added, `Webhook ${added.id}\nSecret ${added.secret}\n\nThe secret is not shown again.`);
    },
  },
  show: {
    arguments: [1],
    async act({ call, id }, { webhooks }, context) {
      const found = await sent(`GET ${path}/:webhookId`, await webhooks.get(call, id), context);
      context.show(found, describeWebhook(found));
    },
  },
  set: {
    takes: ['url', 'event', 'description'],
    arguments: [1],
    async act({ call, id, values }, { webhooks }, context) {
      const { url, description } = values;
      const events = readEvents(values);
      await webhooks.change(call, id, {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(events.length > 0 && { events }),
      });
      const found = await sent(`GET ${path}/:webhookId`, await webhooks.get(call, id), context);
      context.show(found, describeWebhook(found));
    },
  },
  disable: { arguments: [1], act: setStatus('disabled', 'Disabled') },
  enable: { arguments: [1], act: setStatus('active', 'Enabled') },
  remove: {
    arguments: [1],
    async act({ call, id }, { webhooks }, { show }) {
      await webhooks.remove(call, id);
      show({ id, removed: true }, `Deleted ${id} with its messages.`);
    },
  },
  'secret-rotate': {
    takes: ['now'],
    arguments: [1],
    async act({ call, id, values }, { webhooks }, { show }) {
      const endsFormer = values.now === true;
      const { secret } = await webhooks.rotateSecret(call, id, { endsFormer });
      const former = endsFormer
        ? 'The former secret no longer signs.'
        : 'The former secret also signs for one more week.';
      show({ id, secret }, `Secret ${secret}\n\nThe secret is not shown again. ${former}`);
    },
  },
  test: {
    arguments: [1],
    async act({ call, id }, { webhookLog }, context) {
      const attempt = await sent(`POST ${path}/:webhookId/test`, await webhookLog.test(call, id), context);
      context.show(attempt, attemptLine(attempt));
      return isDelivered(attempt.responseStatus ?? 0) ? 0 : 1;
    },
  },
  messages: {
    takes: ['status', 'event', 'limit', 'after'],
    arguments: [1],
    async act({ call, id, values }, { webhookLog }, context) {
      const { status, limit, after } = values;
      const [type, ...others] = values.event ?? [];
      if (others.length > 0) throw new UsageProblem(usage);
      const found = await webhookLog.list(call, id, {
        ...(status !== undefined && { status: oneOf(status, statuses, '--status') }),
        ...(type !== undefined && { type: oneOf(type, [...webhookEventTypes, 'webhook.test'], '--event') }),
        ...(limit !== undefined && { limit: readLimit(limit, usage) }),
        ...(after !== undefined && { after }),
      });
      const page = await sent(`GET ${path}/:webhookId/messages`, found, context);
      const more = page.next === null ? [] : [`More: --after ${page.next}`];
      context.show(
        page,
        page.items.length === 0 ? 'No messages.' : [...page.items.map(messageLine), ...more].join('\n'),
      );
    },
  },
  message: {
    arguments: [2],
    async act({ call, id, messageId = '' }, { webhookLog }, context) {
      const found = await webhookLog.get(call, id, messageId);
      const message = await sent(`GET ${path}/:webhookId/messages/:messageId`, found, context);
      context.show(message, describeMessage(message));
    },
  },
  replay: {
    takes: ['since', 'undelivered'],
    arguments: [1, 2],
    async act({ call, id, messageId, values }, { webhookLog }, { show }) {
      const { since, undelivered: onlyUndelivered = false } = values;
      if ((messageId === undefined) === (since === undefined) || (messageId !== undefined && onlyUndelivered))
        throw new UsageProblem(usage);
      if (messageId !== undefined) await webhookLog.replay(call, id, messageId);
      const count =
        since === undefined
          ? 1
          : await webhookLog.replaySince(call, id, { since: readTime(since), onlyUndelivered });
      show({ id, count }, `${counted(count, 'message')} will be sent again.`);
    },
  },
};

const statuses = ['pending', 'delivered', 'failed', 'skipped'] as const;

const readEvents = ({ event = [] }: Values) => [
  ...new Set(event.map((name) => oneOf(name, webhookEventTypes, '--event'))),
];

function readTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageProblem(usage);
  return time.toISOString();
}
